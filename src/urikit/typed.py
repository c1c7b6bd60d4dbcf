"""
What does the scheme of a URI, or of an IRI, read in it?

``uri.mailto``, ``uri.geo`` …: the value that the scheme's module makes of the text, made when it is asked for.  The
names are written by tools/generate_schemes.py, each a property: a hook for what is no attribute would be asked of
every attribute.  RFC 3986 §3.1.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Record
    from urikit.schemes.about import About
    from urikit.schemes.acct import Acct
    from urikit.schemes.amqp import Amqp
    from urikit.schemes.blob import Blob
    from urikit.schemes.coap import Coap
    from urikit.schemes.data import Data
    from urikit.schemes.did import Did
    from urikit.schemes.file import File
    from urikit.schemes.ftp import Ftp
    from urikit.schemes.geo import Geo
    from urikit.schemes.http import Http
    from urikit.schemes.imap import Imap
    from urikit.schemes.info import Info
    from urikit.schemes.jar import Jar
    from urikit.schemes.javascript import Javascript
    from urikit.schemes.ldap import Ldap
    from urikit.schemes.magnet import Magnet
    from urikit.schemes.mailto import Mailto
    from urikit.schemes.mid import Mid
    from urikit.schemes.mongodb import Mongodb
    from urikit.schemes.news import News
    from urikit.schemes.ni import Ni
    from urikit.schemes.pop import Pop
    from urikit.schemes.postgresql import Postgresql
    from urikit.schemes.redis import Redis
    from urikit.schemes.rtsp import Rtsp
    from urikit.schemes.s3 import S3
    from urikit.schemes.sip import Sip
    from urikit.schemes.stun import Stun
    from urikit.schemes.tag import Tag
    from urikit.schemes.tel import Tel
    from urikit.schemes.telnet import Telnet
    from urikit.schemes.view_source import ViewSource
    from urikit.schemes.xmpp import Xmpp
    from urikit.urns.scheme import Name


class Typed:
    """The typed access of a `URI` or an `IRI`, by the name of its scheme or of the family that the scheme is of."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def scheme(self) -> str: ...

        def scheme_value(self) -> Record | None: ...

        @property
        def about(self) -> About: ...

        @property
        def acct(self) -> Acct: ...

        @property
        def amqp(self) -> Amqp: ...

        @property
        def amqps(self) -> Amqp: ...

        @property
        def blob(self) -> Blob: ...

        @property
        def cid(self) -> Mid: ...

        @property
        def coap(self) -> Coap: ...

        @property
        def coaps(self) -> Coap: ...

        @property
        def data(self) -> Data: ...

        @property
        def did(self) -> Did: ...

        @property
        def file(self) -> File: ...

        @property
        def ftp(self) -> Ftp: ...

        @property
        def geo(self) -> Geo: ...

        @property
        def gs(self) -> S3: ...

        @property
        def http(self) -> Http: ...

        @property
        def https(self) -> Http: ...

        @property
        def imap(self) -> Imap: ...

        @property
        def info(self) -> Info: ...

        @property
        def jar(self) -> Jar: ...

        @property
        def javascript(self) -> Javascript: ...

        @property
        def ldap(self) -> Ldap: ...

        @property
        def ldaps(self) -> Ldap: ...

        @property
        def magnet(self) -> Magnet: ...

        @property
        def mailto(self) -> Mailto: ...

        @property
        def mid(self) -> Mid: ...

        @property
        def mongodb(self) -> Mongodb: ...

        @property
        def news(self) -> News: ...

        @property
        def ni(self) -> Ni: ...

        @property
        def nih(self) -> Ni: ...

        @property
        def nntp(self) -> News: ...

        @property
        def pop(self) -> Pop: ...

        @property
        def postgres(self) -> Postgresql: ...

        @property
        def postgresql(self) -> Postgresql: ...

        @property
        def redis(self) -> Redis: ...

        @property
        def rediss(self) -> Redis: ...

        @property
        def rtsp(self) -> Rtsp: ...

        @property
        def rtsps(self) -> Rtsp: ...

        @property
        def rtspu(self) -> Rtsp: ...

        @property
        def s3(self) -> S3: ...

        @property
        def sip(self) -> Sip: ...

        @property
        def sips(self) -> Sip: ...

        @property
        def snews(self) -> News: ...

        @property
        def stun(self) -> Stun: ...

        @property
        def stuns(self) -> Stun: ...

        @property
        def tag(self) -> Tag: ...

        @property
        def tel(self) -> Tel: ...

        @property
        def telnet(self) -> Telnet: ...

        @property
        def turn(self) -> Stun: ...

        @property
        def turns(self) -> Stun: ...

        @property
        def urn(self) -> Name: ...

        @property
        def view_source(self) -> ViewSource: ...

        @property
        def ws(self) -> Http: ...

        @property
        def wss(self) -> Http: ...

        @property
        def xmpp(self) -> Xmpp: ...


def _property(name: str) -> property:
    def value(self: Typed) -> Record | None:
        from urikit.schemes.registry import SCHEMES

        row = SCHEMES.get(self.scheme)
        if row is not None and row.module is not None and name in (row.name, row.module.rpartition(".")[2]):
            return self.scheme_value()
        asked = name.replace("_", "-")
        raise AttributeError(f"this is a URI of the scheme {self.scheme.lower()}, not of {asked}")

    return property(value, doc="What the scheme's own grammar reads; AttributeError where the scheme is another.")


for _name in (
    "about",
    "acct",
    "amqp",
    "amqps",
    "blob",
    "cid",
    "coap",
    "coaps",
    "data",
    "did",
    "file",
    "ftp",
    "geo",
    "gs",
    "http",
    "https",
    "imap",
    "info",
    "jar",
    "javascript",
    "ldap",
    "ldaps",
    "magnet",
    "mailto",
    "mid",
    "mongodb",
    "news",
    "ni",
    "nih",
    "nntp",
    "pop",
    "postgres",
    "postgresql",
    "redis",
    "rediss",
    "rtsp",
    "rtsps",
    "rtspu",
    "s3",
    "sip",
    "sips",
    "snews",
    "stun",
    "stuns",
    "tag",
    "tel",
    "telnet",
    "turn",
    "turns",
    "urn",
    "view_source",
    "ws",
    "wss",
    "xmpp",
):
    setattr(Typed, _name, _property(_name))
