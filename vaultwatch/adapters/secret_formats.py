"""Tokens that tell by themselves what they are: their issuer gave them a prefix or a form.

Pure; called by `adapters.secrets` for lines that hold a long unbroken run. The formats are those
that the issuers document. gitleaks' 221 rules, run by Python, found 43% of the generated secrets of
`benchmarks/masking.py` and read 1.5 MB/s of notes; most of them ask for an issuer's name before a
value, as `adapters.secret_places` does for every name.
"""

import binascii
import json
from base64 import urlsafe_b64decode
from collections.abc import Iterator

from vaultwatch.late_regex import late_regex

Span = tuple[int, int, str]
"""Start, end and kind."""

_W = "[A-Za-z0-9]"
_U = "[A-Za-z0-9_-]"
_H = "[0-9a-fA-F]"
_B = "[A-Za-z0-9+/]"
_58 = "[1-9A-HJ-NP-Za-km-z]"

_FORMATS = (
    ("AWS key", rf"(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{{16}}|ABSK{_B}{{60,}}"),
    ("GitHub token", rf"gh[pousr]_{_W}{{36,}}|github_pat_{_U}{{40,}}"),
    ("GitLab token", rf"gl(?:pat|dt|rt|ptt|ft|imt|agent|oas|soat|cbt|ffct|rtr)-{_U}{{20,}}"),
    ("GitLab token", rf"GR1348941{_U}{{20}}"),
    ("Slack token", r"xox[a-z]-[A-Za-z0-9-]{10,}|xapp-\d-[A-Za-z0-9-]{20,}"),
    (
        "webhook",
        (
            rf"https://(?:hooks\.slack\.com/(?:services|workflows|triggers)/{_B}{{30,}}"
            rf"|(?:canary\.|ptb\.)?discord(?:app)?\.com/api/webhooks/\d{{16,20}}/{_U}{{60,}}"
            r"|[a-z0-9-]{1,60}\.webhook\.office\.com/webhookb2/[A-Za-z0-9@/-]{60,})"
        ),
    ),
    ("Discord token", rf"[MNO]{_U}{{23,25}}\.{_U}{{6}}\.{_U}{{27,}}"),
    ("Stripe key", rf"(?:sk|rk)_(?:live|test|prod)_{_W}{{16,}}|whsec_{_B}{{24,}}"),
    ("OpenAI key", rf"sk-(?:proj|svcacct|admin)-{_U}{{20,}}"),
    ("API key", rf"sk-(?:ant|or|lf)-{_U}{{20,}}|sk-{_W}{{32,}}|sk_{_H}{{40,}}"),
    ("API key", rf"[sr]k-(?:live|test)-(?=[A-Za-z]*\d){_W}{{20,}}"),
    ("API key", rf"(?:gsk_|pplx-|xai-|r8_|jina_|tvly-){_W}{{32,}}|nvapi-{_U}{{60,}}"),
    ("Google API key", rf"AIza{_U}{{35}}|ya29\.{_U}{{20,}}|GOCSPX-{_U}{{24,}}|1//0{_U}{{40,}}"),
    ("npm token", rf"npm_{_W}{{36}}"),
    ("PyPI token", rf"pypi-{_U}{{50,}}"),
    ("package registry token", rf"rubygems_{_H}{{48}}|dckr_(?:pat|oat)_{_U}{{20,}}|oy2{_W}{{43}}"),
    ("package registry token", rf"(?i:clojars_[a-z0-9]{{60}})|AKCp{_W}{{60,}}|cmVmd{_W}{{59}}"),
    ("Hugging Face token", r"(?:hf|api_org)_[A-Za-z]{30,}"),
    ("private key", r"(?i:AGE-SECRET-KEY-1[a-z0-9]{50,}|nsec1[a-z0-9]{58})"),
    (
        "private key",
        rf"[xyz]prv{_58}{{100,}}|5[HJK]{_58}{{49}}|[KL]{_58}{{51}}(?!{_58})|6P{_58}{{56}}",
    ),
    ("SendGrid key", rf"SG\.{_U}{{16,32}}\.{_U}{{16,64}}"),
    ("Mailgun key", rf"key-{_H}{{32}}|(?:pubkey|{_H}{{32}})-{_H}{{8}}-{_H}{{8}}"),
    ("Mailchimp key", rf"{_H}{{32}}-us\d{{1,2}}"),
    ("Brevo key", rf"xkeysib-{_H}{{64}}-{_W}{{16}}|xsmtpsib-{_H}{{64}}-{_W}{{16}}"),
    ("Resend key", rf"re_(?=[A-Za-z]*\d|\w*_\w*\d){_W}{{6,10}}_{_W}{{20,}}"),
    ("Twilio key", r"SK[0-9a-f]{32}"),
    ("Telegram token", rf"\d{{8,10}}:AA{_U}{{32,}}"),
    ("Vault token", rf"hv[sbr]\.{_U}{{24,}}|s\.(?=[A-Za-z]{{0,23}}\d){_W}{{24}}(?![A-Za-z0-9])"),
    ("Terraform token", rf"{_W}{{14}}\.atlasv1\.{_U}{{60,}}"),
    ("Shopify token", rf"shp(?:at|ca|pa|ss|tka)_{_H}{{32}}"),
    ("DigitalOcean token", rf"do[opr]_v1_{_H}{{64}}"),
    ("Databricks token", rf"dapi{_H}{{32}}(?:-\d)?"),
    ("Supabase key", rf"sbp_(?:v0_)?{_H}{{40}}|sb_secret_{_U}{{24,}}"),
    ("Doppler token", rf"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{{2,35}}\.)?{_W}{{40,}}"),
    ("Azure client secret", r"[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}"),
    ("1Password token", rf"ops_eyJ{_B}{{100,}}|A3-[A-Z0-9]{{6}}-[A-Z0-9-]{{25,29}}"),
    ("API key", rf"lin_(?:api|oauth)_{_W}{{32,}}|ntn_\d{{11}}{_W}{{30,}}|secret_{_W}{{43}}"),
    ("API key", rf"fig[dorp]_?_{_U}{{36,}}|pat{_W}{{14}}\.{_H}{{64}}|PMAK-{_H}{{24}}-{_H}{{34}}"),
    (
        "API key",
        rf"pul-{_H}{{40}}|pnu_{_W}{{36}}|API-[A-Z0-9]{{26}}|NR(?:AK|II|JS)-[A-Za-z0-9]{{24,}}",
    ),
    ("Grafana token", rf"glsa_{_W}{{32}}_{_H}{{8}}|glc_{_B}{{32,}}"),
    ("Fly token", rf"fm[12][ar]?_{_B}{{80,}}|fo1_{_U}{{40,}}"),
    ("Heroku key", rf"HRKU-AA{_U}{{58}}"),
    ("PlanetScale token", r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9=._-]{32,}"),
    (
        "API key",
        rf"lsv2_(?:pt|sk)_{_H}{{32}}_{_H}{{10}}|dt0[a-z]\d\d\.[A-Z0-9]{{24}}\.[A-Z0-9]{{64}}",
    ),
    ("Sentry token", r"sntry[us]_[A-Za-z0-9+/=_-]{40,}"),
    ("Square secret", rf"sq0(?:atp|csp)-{_U}{{22,}}|EAAA{_U}{{40,}}"),
    ("Sonar token", rf"sq[uap]_{_H}{{40}}"),
    ("CI token", rf"bk[a-z]{{1,3}}_{_H}{{40}}|CCI(?:PAT|PRJ)_{_W}{{20,}}_{_H}{{40}}"),
    ("Tailscale key", rf"tskey-[a-z]{{2,10}}-{_W}{{8,}}(?:-{_W}{{20,}})?"),
    ("OpenShift token", rf"sha256~{_U}{{43}}"),
    ("Atlassian token", rf"ATATT3{_U}{{80,}}|ATBB{_W}{{32}}|ATCTT3{_U}{{80,}}"),
    ("API key", rf"tfp_{_U}{{30,}}|CFPAT-{_U}{{43}}|EZ[AT]K{_W}{{54}}|LTAI{_W}{{16,24}}"),
    ("API key", rf"(?:shippo|duffel|clerk)_(?:live|test)_{_U}{{32,}}|rdme_[a-z0-9]{{70}}"),
    ("Facebook token", rf"EAA[A-Z]{_W}{{90,}}"),
    ("Mapbox token", rf"sk\.eyJ{_U}{{40,}}\.{_U}{{16,}}"),
    ("JSON Web Token", rf"ey[A-Za-z0-9_-]{{8,}}\.ey{_U}{{4,}}(?:\.{_U}*)?"),
)
_ANY = late_regex("(?<![A-Za-z0-9])(?:" + "|".join(f"({pattern})" for _, pattern in _FORMATS) + ")")

_TOKEN_REST = late_regex(r"[A-Za-z0-9_\-]*(?:[.+/=][A-Za-z0-9_\-]+)*=*")
_TOKEN_CHARS = 16_384
"""How far a token is followed; servers refuse longer headers. Chosen by hand."""

MADE_UP = late_regex(r"EXAMPLE|(?i:(.)\1{7})|[xX]{5}|(?i:your[_-])|1234567890abcdef")
"""In examples."""

_PRIVATE_KEY = late_regex(
    r"(?:-----BEGIN[A-Z0-9 ]{0,40} PRIVATE KEY(?: BLOCK)?-----"
    r"|PuTTY-User-Key-File-\d:[^\r\n]{0,40})"
    r"(?P<body>(?:\\[nr][A-Za-z0-9+/=]{0,80}+|[A-Za-z0-9+/=]{16,}+)*+"  # `\n` spelt out, as in JSON
    r"(?:(?:\r\n|\r|\n)[ \t>]*+(?:[A-Za-z0-9+/=]{16,}+|[A-Z][A-Za-z-]{2,20}: [^\r\n]{0,200}+"
    r"|=?[A-Za-z0-9+/=]{1,76}+(?=\s{1,4}-----END)|)[ \t]*+)*+)"
    r"(?P<end>[ \t>]*-----END[A-Z0-9 ]{0,40} PRIVATE KEY(?: BLOCK)?-----)?"
)
"""With or without its end; PGP and PuTTY have lines such as `Comment: mine` in it."""


def private_keys(text: str) -> Iterator[Span]:
    """Yield the blocks of private keys."""
    if "PRIVATE KEY" not in text and "PuTTY-User-Key" not in text:
        return
    for found in _PRIVATE_KEY.finditer(text):
        if found["body"].strip():  # its header by itself is no secret
            yield found.start(), found.start() + len(found[0].rstrip()), "private key"


def issued(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the tokens that begin between two places, each followed to its end."""
    done = start
    for found in _ANY.finditer(text, start, end):
        if found.start() < done:
            continue  # the tail of something longer
        kind = _FORMATS[(found.lastindex or 1) - 1][0]
        done = end if kind == "webhook" else _followed(text, found.end())
        token = text[found.start() : done]
        if kind == "JSON Web Token" and not _is_jwt(token):
            continue
        if not MADE_UP.search(token):
            yield found.start(), done, kind


def _followed(text: str, end: int) -> int:
    rest = _TOKEN_REST.match(text, end, end + _TOKEN_CHARS)
    return rest.end() if rest else end


def _is_jwt(token: str) -> bool:
    try:
        head = urlsafe_b64decode(token.split(".", 1)[0] + "==")
        return isinstance(json.loads(head), dict)
    except (ValueError, binascii.Error, RecursionError):
        return False
