"""
Which parameters of a query follow people about, and say nothing of what is identified?

A list that is kept by hand and has a date: parameters that senders of links add to tell a click from another, as those
who read them describe them.  Leaving them out changes what is identified, so it is only done where it is asked for.
"""

from __future__ import annotations

DATE = "2026-11"
"""When the list was last looked through: year and month."""

TRACKERS = (
    # campaigns, added by whoever writes the link
    "utm_*",  # Google Analytics and all who took it over
    *("pk_*", "piwik_*", "mtm_*", "matomo_*"),  # Matomo
    *("hsa_*", "hsCtaTracking", "_hsenc", "_hsmi", "__hssc", "__hstc", "__hsfp"),  # HubSpot
    *("mc_cid", "mc_eid", "mc_tc"),  # Mailchimp
    *("vero_id", "vero_conv"),  # Vero
    *("mkt_tok", "trk_contact", "trk_msg", "trk_module", "trk_sid"),  # Marketo, Listrak
    *("ml_subscriber", "ml_subscriber_hash"),  # MailerLite
    *("oly_anon_id", "oly_enc_id"),  # Omeda
    *("_bta_tid", "_bta_c"),  # Bronto
    *("s_cid", "s_kwcid", "ef_id"),  # Adobe Analytics and Advertising
    "_openstat",  # Openstat
    "at_campaign",  # Piano
    "wt_mc",  # Webtrekk
    # clicks, added by whoever shows it
    *("gclid", "gclsrc", "dclid", "gbraid", "wbraid", "gad_source", "gad_campaignid", "srsltid"),  # Google
    *("fbclid", "fb_action_ids", "fb_action_types", "fb_source", "fb_ref"),  # Facebook
    *("igshid", "igsh"),  # Instagram
    "msclkid",  # Microsoft Advertising
    *("yclid", "ysclid", "ymclid"),  # Yandex
    "twclid",  # X
    "ttclid",  # TikTok
    "li_fat_id",  # LinkedIn
    "epik",  # Pinterest
    "rdt_cid",  # Reddit
    "ScCid",  # Snapchat
    "qclid",  # Quora
    "tblci",  # Taboola
    "dicbo",  # Outbrain
    "_branch_match_id",  # Branch
    *("wickedid", "wickedsource"),  # Wicked Reports
    *("irclickid", "irgwc"),  # impact.com
    "cjevent",  # CJ
    "awc",  # Awin
    "zanpid",  # Awin, once Zanox
    "rb_clickid",
    # an analysis carried from one site to the next
    *("_ga", "_gl", "_gac"),  # Google Analytics
)
"""Names of parameters, "*" for any characters; case counts, as those who read them have it."""
