"""
How does ``clean --engine spark`` read files and write tables?

A file is read by one task, many files at the same time, and the rows are spread before they are judged.  A table is a
folder of Parquet files; it is written out of sight and put in its place by a rename, whole or not at all.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import ExitStack, closing, contextmanager, suppress

from urikit.clean.asked import Asked
from urikit.clean.errors import ArgumentError, CleanError
from urikit.clean.folder import own_folder
from urikit.clean.inputs import Reading, check_inputs, files_of
from urikit.clean.judge import LIMIT
from urikit.clean.layout import Layout
from urikit.clean.page import page
from urikit.clean.redirects import read_redirects
from urikit.clean.report import Summary
from urikit.clean.run import LENGTHS, TOP, ranges
from urikit.clean.source import label
from urikit.clean.spark_frame import judge, laid_out, marked, working
from urikit.clean.spark_rows import CHARTED, MET, RAW, Readers, charted, met
from urikit.clean.table import STATUSES
from urikit.clean.write import STDOUT, Report, format_of, writing
from urikit.engines import engine
from urikit.engines.executors import ExecutorError, check
from urikit.operations.normalize import height

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from typing import TypeAlias, Unpack

    from pyspark.sql import Column, DataFrame, SparkSession  # pyright: ignore[reportMissingImports]

    from urikit.clean.asked import Asking
    from urikit.clean.inputs import Kind
    from urikit.clean.layout import Columns
    from urikit.clean.merges import Rungs
    from urikit.clean.table import Status

    Path: TypeAlias = str | os.PathLike[str]

SUCCESS = "_SUCCESS"
DIFFERENT = ("text", "canonical", "key", "path")  # almost every row has another: no dictionary is tried
PART = 16 << 20  # bytes of input in a part, which are some 100 MB where its rows are sorted
PACKED = 5  # an input in Parquet or packed holds so many times its bytes
PLAIN = (".txt", ".csv", ".tsv", ".jsonl")
UNSET = 200  # Spark's number of parts where nobody set one


def clean_on_spark(
    files: Path | Sequence[Path],
    output: Path,
    *,
    master: str | None = None,
    column: str | None = None,
    input_format: Kind | None = None,
    nul: bool = False,
    only: Status | None = None,
    rejected: Path | None = None,
    summary: Path | None = None,
    report: Path | None = None,
    follow_redirects_from: Path | None = None,
    columns: Columns = "rfc3986",
    notify: Callable[[str], None] | None = None,
    **asked: Unpack[Asking],
) -> Summary:
    """
    Make the table of `urikit.clean.clean` on Spark.

    Args:
        files: As of `urikit.clean.clean`, and every executor sees them under the same path.
        output: A folder to be, named ``.parquet``; the names of its files are in the order of their rows, which is that
            of the inputs.
        master: As of Spark, such as ``"local[4]"`` or ``"spark://host:7077"``; None takes the running session, what
            ``spark-submit`` says, or all cores of this machine.
        column: As of `urikit.clean.clean`, as all that follow.
        input_format: Also.
        nul: Also.
        only: Also.
        rejected: Also, a folder as *output*.
        summary: Also.
        report: Also.
        follow_redirects_from: Also; read here and sent to every executor.
        columns: Also.
        notify: Also.
        asked: Also.

    Returns:
        The same counts, reasons and examples.

    Raises:
        ArgumentError: It cannot be done as asked: nothing was written.
        CleanError: Executors lack urikit, an input cannot be read to its end, an output cannot be written.
    """
    started = time.monotonic()
    names = files_of(os.fspath(file) for file in ([files] if isinstance(files, str | os.PathLike) else files))
    wanted = Asked(**asked)
    limit = asked.get("max_length", LIMIT)
    Reading(column=column, kind=input_format, nul=nul, limit=limit, folder=str)  # raises now what executors would
    counted = Summary(wanted.options(only, column) | {"columns": columns})
    if only is not None and only not in STATUSES:
        raise ArgumentError(f"only {only!r}: there are {', '.join(STATUSES)}")
    outputs = Folders(output, rejected, summary, report, only, Layout(columns, wanted.spec))
    log = [] if follow_redirects_from is None else [os.fspath(follow_redirects_from)]
    if log and wanted.height < height("scheme"):
        raise ArgumentError("redirects are followed from rung scheme on (RFC 3986 §6.2.4)")
    if check_inputs(names) is None:
        raise ArgumentError("Spark's executors read files: standard input and pipes are read with --engine local")
    check_inputs(log)
    outputs.check([*names, *log])
    with ExitStack() as stack:
        stack.enter_context(closing(outputs)).open(notify, stack)
        if log:
            found = read_redirects(log[0], outputs.spare, wanted.spec)
            wanted.aliases = found.aliases
            counted.options["redirects"] = str(found)
        spark = stack.enter_context(session(master))
        readers = Readers([os.path.abspath(name) for name in names], column, input_format, nul, limit)
        labels = [label(name) for name in names]
        with working():
            parts = _parts(spark, names)
            table = judge(_read(spark, readers, len(names), parts), wanted, "int")
            table = marked(table, labels, parts, pairs=report is not None)
            table = table.persist(engine("pyspark", "spark").StorageLevel.DISK_ONLY)
            stack.callback(table.unpersist)
            _count(table, counted, labels)
            if report is not None:
                _chart(table, counted, wanted.rungs)
            outputs.write(table, parts)
        outputs.check_rows(counted)
        counted.seconds = time.monotonic() - started
        outputs.publish(counted)
    return counted


@contextmanager
def session(master: str | None) -> Generator[SparkSession]:
    """Give the running session, or start one and stop it in the end; its executors have urikit."""
    sessions = engine("pyspark.sql", "spark").SparkSession
    running = sessions.getActiveSession()
    if running is None and (master is None or master.startswith("local")):
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # else it is whatever python3 is on the path
    with working():
        builder = sessions.builder.appName("urikit clean")
        if not sys.stderr.isatty():
            builder = builder.config("spark.ui.showConsoleProgress", "false")
        spark = running or (builder if master is None else builder.master(master)).getOrCreate()
    try:
        with working():
            if running is None:
                spark.sparkContext.setLogLevel("OFF")  # what goes wrong is told in a line
            check(spark)
        yield spark
    except ExecutorError as error:
        raise CleanError(str(error)) from error
    finally:
        if running is None:
            spark.stop()


def _parts(spark: SparkSession, names: Sequence[str]) -> int:
    """
    Say into how many parts the rows are spread: as many as the user set, else one a place for tasks, or more if large.

    Spark's own number, 200, makes of a small pile many files and tasks that cost more than what they do.
    """
    setting = "spark.sql.shuffle.partitions"
    told = int(spark.conf.get(setting) or UNSET)
    if told != UNSET or spark.sparkContext.getConf().contains(setting):
        return told
    size = sum(os.path.getsize(name) * (1 if name.endswith(PLAIN) else PACKED) for name in names)
    places: int = spark.sparkContext.defaultParallelism
    return max(places, -(-size // PART))


def _read(spark: SparkSession, readers: Readers, count: int, parts: int) -> DataFrame:
    """Have each input read by a task; where there are more parts than inputs, spread the rows."""
    numbers = spark.range(0, count, 1, max(1, count))
    rows = numbers.mapInArrow(lambda batches: readers(batches), RAW)
    return rows.repartition(parts, "source", "line") if count < parts else rows


def _count(table: DataFrame, report: Summary, names: Sequence[str]) -> None:
    """Count what Spark found: a few rows for each question."""
    sql = engine("pyspark.sql.functions", "spark")
    place, each = sql.struct("number", "line"), sql.count("*").alias("n")
    read = [0] * len(names)
    for row in table.groupBy("number", "status").agg(each, sql.count_if("masked").alias("masked")).collect():
        read[row["number"]] += row["n"]
        report.rows += row["n"]
        report.masked += row["masked"]
        setattr(report, row["status"], getattr(report, row["status"]) + row["n"])
    report.sources = list(zip(names, read, strict=True))
    example = sql.min_by(sql.struct("source", "line", "text", "start", "message"), place).alias("example")
    reasons = table.where("status = 'rejected'").groupBy("code").agg(each, example, sql.min(place).alias("at"))
    for row in reasons.orderBy("at").collect():
        report.reject(row["code"], *row["example"], count=row["n"])
    changes = table.where("changed IS NOT NULL").groupBy("changed").agg(each, sql.min(place).alias("at"))
    for row in changes.orderBy("at").collect():
        for name in row["changed"].split(","):
            report.changes[name] = report.changes.get(name, 0) + row["n"]
    kept = table.where("status = 'kept'")
    report.hosts, report.schemes = _top(kept, "host", TOP), _top(kept, "scheme", TOP)


def _chart(table: DataFrame, report: Summary, rungs: Rungs) -> None:
    """Count what only a page shows."""
    found = table.where("status = 'kept'").select("canonical").mapInArrow(charted, CHARTED)
    report.domains = _top(found, "domain", TOP)
    report.lengths = ranges(_top(found, "length", LENGTHS))
    pairs = table.where("status = 'duplicate'").select("text", "first_text")
    counts = dict(_top(pairs.mapInArrow(lambda batches: met(rungs, batches), MET), "rung", len(rungs.names)))
    report.merged = {name: counts[name] for name in rungs.names if name in counts}


def _top(rows: DataFrame, name: str, limit: int) -> list[tuple[str, int]]:
    """Give the most frequent values with their counts; of those as frequent, the least first."""
    sql = engine("pyspark.sql.functions", "spark")
    counts = rows.where(sql.col(name).isNotNull()).groupBy(name).agg(sql.count("*").alias("n"))
    return [(row[name], row["n"]) for row in counts.orderBy(sql.desc("n"), name).limit(limit).collect()]


class Folders:
    """
    The table and the table of what was rejected, folders both; the summary and the page, files.

    Args:
        table: The path of the first.
        rejected: Of the second, or None: the rejected rows go into the table too.
        summary: Of the third, or None.
        charts: Of the fourth, or None.
        only: The status of the rows in the first; None for all.
        layout: The columns of both tables.

    Raises:
        ArgumentError: A table is to be no Parquet, or two of them are one.
    """

    def __init__(
        self,
        table: Path,
        rejected: Path | None,
        summary: Path | None,
        charts: Path | None,
        only: Status | None,
        layout: Layout,
    ) -> None:
        def paths(*some: Path | None) -> list[str]:
            return [os.fspath(path) for path in some if path is not None]

        self._layout = layout
        own: list[Status] = [one for one in STATUSES if only in (None, one) and (rejected is None or one != "rejected")]
        self._tables: dict[str, list[Status]] = {os.fspath(table): own}
        if rejected is not None:
            self._tables[os.fspath(rejected)] = ["rejected"]
        self._reports: dict[str, Callable[[Summary], str]] = dict.fromkeys(paths(summary), Summary.as_json)
        self._reports |= dict.fromkeys(paths(charts), page)
        self.paths = paths(table, rejected, summary, charts)
        if len({path if path == STDOUT else os.path.realpath(path) for path in self.paths}) < len(self.paths):
            raise ArgumentError("two of the outputs are one file")
        for path in self._tables:
            if path == STDOUT or format_of(path, None)[0] != "parquet":
                raise ArgumentError(f"{path}: Spark writes a folder of Parquet: a name that ends in .parquet")
        self._made: dict[str, tuple[str, str]] = {}
        self._written: list[tuple[Report, Callable[[Summary], str]]] = []

    def check(self, inputs: Sequence[str]) -> None:
        """
        Look whether the outputs can be where they are to be, before anything is read.

        Raises:
            CleanError: One is an input, or a folder that is no table of Spark's; or its folder cannot be written to.
        """
        for path in self.paths:
            place = os.path.dirname(os.path.realpath(path))
            if path in self._reports and os.path.isdir(path):
                raise CleanError(f"{path}: cannot be written: it is a folder")
            if os.path.isdir(path) and not os.path.exists(os.path.join(path, SUCCESS)):
                raise CleanError(f"{path}: cannot be written: it is a folder, and no table that Spark wrote")
            if path != STDOUT and not os.path.isdir(place):
                raise CleanError(f"{place}: there is no such folder to write to")
            if path != STDOUT and not os.access(place, os.W_OK | os.X_OK):
                raise CleanError(f"{place}: cannot be written to: Permission denied")
            for name in inputs:
                inside = os.path.realpath(path) == os.path.dirname(os.path.realpath(name))
                if inside or (os.path.exists(path) and os.path.samefile(path, name)):
                    raise CleanError(f"{path}: cannot be written: the input {name} is there")

    def open(self, notify: Callable[[str], None] | None, stack: ExitStack) -> None:
        """Make folders of this run's own beside the tables; what killed runs left there is taken away."""
        folders = []
        for number, path in enumerate(self._tables):  # one table at least
            target = os.path.realpath(path)
            folder = stack.enter_context(own_folder(os.path.dirname(target), (), notify))
            self._made[path] = (folder.file(f"table-{number}"), folder.file(f"before-{number}"))
            folders.append(folder)
        self.spare = folders[-1].file
        for number, (path, write) in enumerate(self._reports.items()):
            self._written.append((Report(path, self.spare(f"report-{number}")), write))

    def write(self, table: DataFrame, parts: int) -> None:
        """Have Spark write each row where it belongs, in the order of the inputs, in at most so many files."""
        sql = engine("pyspark.sql.functions", "spark")
        for path, statuses in self._tables.items():
            status: Column = sql.col("status")
            rows = table.where(status.isin(statuses)).repartitionByRange(parts, "number", "line")
            rows = laid_out(rows.sortWithinPartitions("number", "line"), self._layout)
            writer = rows.write.option("compression", "zstd")
            for name in DIFFERENT:
                writer = writer.option(f"parquet.enable.dictionary#{name}", "false")
            writer.parquet(f"file:{self._made[path][0]}")

    def check_rows(self, report: Summary) -> None:
        """Raise CleanError where a table does not hold, as seen from here, the rows that were counted."""
        counts = {name: getattr(report, name) for name in STATUSES}
        if sum(counts.values()) != report.rows:
            raise CleanError(f"{report.rows:,} rows were read, but {sum(counts.values()):,} counted")
        for path, statuses in self._tables.items():
            due, rows = sum(counts[one] for one in statuses), _rows(self._made[path][0], path)
            if rows != due:
                raise CleanError(
                    f"{path}: {due:,} rows are to be in it, and {rows:,} are: nothing is published"
                    " (do all executors see this folder?)"
                )

    def publish(self, report: Summary) -> None:
        """Put all of them in their places."""
        report.outputs = [label(path) for path in self.paths]
        for one, write in self._written:
            one.finish(write(report))
        reports = [one for one, _ in self._written]
        for one in reports:
            if not one.is_file:  # what may fail goes first
                one.publish()
        for path, (made, before) in self._made.items():
            with writing(path):
                _put(made, os.path.realpath(path), before)
        for one in reports:
            if one.is_file:
                one.publish()

    def close(self) -> None:
        """Let go of the files; what was not published is gone."""
        for one, _ in self._written:
            one.close()


def _rows(folder: str, path: str) -> int:
    """Count the rows of a folder's files, and have them on the disk."""
    from pyarrow.parquet import read_metadata

    rows = 0
    with writing(path):
        for name in os.listdir(folder):
            if name.endswith(".parquet"):
                with open(os.path.join(folder, name), "rb") as file:
                    rows += read_metadata(file).num_rows
                    os.fsync(file.fileno())
    return rows


def _put(made: str, target: str, before: str) -> None:
    """Rename a folder to where a file or another table may be, which is put back if that fails."""
    with suppress(FileNotFoundError):
        os.rename(target, before)
    try:
        os.rename(made, target)
    except OSError:
        with suppress(FileNotFoundError):
            os.rename(before, target)
        raise
