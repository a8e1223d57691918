"""Know a destination by its own form: bank accounts, wallets, names at payment services, addresses.

Pure and linear; called by `memories.impact`. A value that a checksum or its form proves needs no
word beside it; any other is a number, a code or an address until the words say what it is for.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.suspicion_folding import closed_up
from vaultwatch.memories.suspicion_marks import runs_known_installer
from vaultwatch.memories.suspicion_readings import plain

ACCOUNT = "zzaccountzz"
CODE = "zzcodezz"
NUMBER = "zznumberzz"
MAIL = "zzmailzz"
HANDLE = "zzhandlezz"
ADDRESS = "zzaddresszz"
SCRIPT = "zzscriptzz"
PIPED = "zzpipedzz"
UNCHECKED = "zzuncheckedzz"
"""The words that `marked` puts in the place of values, made of letters that no view changes: what
money can be sent to; what may be a wallet or a card; digits; a mail address; `@name` or a key in
its place; a web address; one of a script; a shell line that runs what it fetches; a setting by
which a program checks nothing."""

_IBAN_CHARS: dict[str, int] = {
    code: int(chars)
    for chars, codes in (
        line.split(": ")
        for line in """\
15: NO
16: BE BI
18: DK FI FO GL NL SD
19: MK SI
20: AT BA EE KZ LT LU XK
21: CH HR LI LV
22: BG BH CR DE GB GE IE ME RS VA
23: AE GI IL IQ OM SO TL
24: AD CZ ES MD PK RO SA SE SK TN VG
25: LY PT ST
26: IS TR
27: BY DJ FR GR IT MC MR SM
28: AL AZ CY DO GT HU LB NI PL SV
29: BR EG PS QA UA
30: JO KW MU
31: MT SC
33: RU LC""".splitlines()
    )
    for code in codes.split()
}
"""Length by country, as SWIFT's IBAN registry has it."""

_IBAN = late_regex(
    r"(?<![^\W_])(?:IBAN\W{0,3})?([A-Z])\W?([A-Z])\W{0,3}(\d)\W?(\d)((?:\W{0,3}[A-Z0-9]){11,29})",
    re.IGNORECASE,
)
_NAMED_IBAN = late_regex(r"\biban\W{0,3}[A-Z]{2}\d{2}\b", re.IGNORECASE)
_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_BASE58_WORD = late_regex(rf"(?<![^\W_])[{_BASE58}]{{26,44}}(?![^\W_])")
_GROUPED = late_regex(
    r"(?<![^\W_])(?:0x)?(?:[A-Za-z0-9]{2,10}[ \-]){3,20}[A-Za-z0-9]{1,10}(?![^\W_])"
)

_PROVEN = late_regex(
    r"\b(?:bc1|tb1|ltc1|bitcoincash:|addr1|cosmos1|lnbc\d|lnurl1)[02-9ac-hj-np-z]{20,110}\b"
    r"|\b[48][1-9A-HJ-NP-Za-km-z]{94}\b"
    r"|\b(?:paypal\.me|paypal\.com/paypalme|venmo\.com/u|cash\.app/\$|revolut\.me|monzo\.me"
    r"|bunq\.me|wise\.com/pay|tikkie\.me/pay|(?:buy|donate)\.stripe\.com|account\.venmo\.com/u"
    r"|pay\.weixin\.qq\.com|qr\.alipay\.com|satispay\.com/app|pay\.ziina\.com)/?[\w.$@/-]{2,60}"
    r"|\b[\w.-]{2,50}@(?:ok(?:axis|hdfcbank|icici|sbi)|ybl|ibl|axl|paytm|upi|apl|yapl|freecharge"
    r"|hdfcbank|icici|sbi|axisbank|kotak|idfcbank|jio|ptyes|ptsbi|pthdfc|naviaxis)\b(?!\.\w)",
    re.IGNORECASE,
)
_MAYBE_WALLET = late_regex(
    r"\b0x[0-9a-fA-F]{40}\b|\b[\w-]{2,40}\.eth\b(?![.(])"
    rf"|(?<![^\W_])(?=[{_BASE58}]{{0,43}}\d)(?=[{_BASE58}]{{0,43}}[A-Z])[{_BASE58}]{{32,44}}(?![^\W_])"
)
_MAIL = late_regex(
    r"(?<![\w.+-])(?!git@)(?<!from )(?<!von )(?!no-?reply)[\w.+-]{1,64}\s?(?:@|\(at\)|\[at\])\s?"
    r"[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}"
)
_WEB = late_regex(
    r"\bgit@[\w.-]{3,80}:[^\s<>\"'`|]{2,200}|\b(?:https?|ftps?|wss?|git\+https?|git\+ssh|ssh)://[^\s<>\"'`|]{2,400}"
    r"|\b(?:\d{1,3}\.){3}\d{1,3}(?::\d{2,5})?\b(?:/\S{0,200})?"
    r"|(?<![@\w./-])(?:[a-z0-9-]{1,63}\.){1,5}(?:com|net|org|io|dev|app|example|test|invalid|co|biz"
    r"|info|xyz|top|site|online|cloud|ai|de|fr|es|it|nl|pt|pl|ru|cn|jp|uk|eu|us|ch|at|be|br|in|to"
    r"|cc|su|shop|link|tk|icu|club|live)(?::\d{2,5})?(?![\w-])(?!\.\w)(?:/[^\s<>\"'`|]{0,300})?",
    re.IGNORECASE,
)
_SCRIPT = late_regex(r"\.(?:sh|ps1|bat|cmd|command|run|exe|msi)(?:\?.*)?\Z", re.IGNORECASE)
_OWN_MACHINE = late_regex(r"(?:\w+://)?(?:localhost|127(?:\.\d{1,3}){3})(?=[:/]|\Z)", re.IGNORECASE)
_HANDLE = late_regex(
    r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|(?<![\w.@$/])(?:@[A-Za-z][\w.-]{1,40}|\$[A-Za-z][\w-]{1,30})"
)
_DAY = late_regex(
    r"\b(?:19|20)\d\d[-./]\d{1,2}(?:[-./]\d{1,2})?\b|\b\d{1,2}[-./]\d{1,2}[-./](?:19|20)?\d\d\b"
    r"|\b(?:19|20)\d\d ?[-/] ?(?:19|20)?\d\d\b|\b\d{1,2}:\d\d(?::\d\d)?\b|\b\d[\d.,]{0,20},\d+\b"
)
_NUMBER = late_regex(r"(?<![\w.,])[+(]{0,2}\d(?:[ .\-/()\t]{0,3}\d){5,33}(?![\w])(?![.,]\d)")
_SHELL = (
    r"(?:sudo\s{1,3}(?:-\w{1,3}\s{1,3})?)?(?:/(?:usr/)?bin/)?(?:env\s{1,3})?(?:ba|z|da|k|fi)?sh\b"
)
_GET = r"\b(?:curl|wget|fetch|aria2c|iwr|irm|invoke-webrequest|invoke-restmethod|http)\b"
_PIPED = late_regex(
    rf"{_GET}[^\n]{{0,300}}?\|\s{{0,3}}(?:{_SHELL}|(?:sudo\s{{1,3}})?(?:python[\d.]*|perl|ruby|node"
    r"|php|iex|invoke-expression|source)\b)"
    rf"|\b(?:bash|sh|zsh|source|python3?|eval|exec|\.)\s{{1,3}}(?:-\w{{1,2}}\s{{1,3}})?[\"']?"
    rf"(?:<\(|\$\(|`)\s{{0,2}}{_GET}[^\n]{{0,300}}"
    r"|\b(?:iex|invoke-expression)\b[^\n]{0,60}(?:downloadstring|iwr|irm|invoke-webrequest|net\.webclient)"
    rf"[^\n]{{0,200}}"
    rf"|{_GET}[^\n|]{{0,300}}(?:&&|;)\s{{0,3}}(?:chmod[^\n;&]{{0,60}}(?:&&|;)\s{{0,3}})?"
    rf"(?:{_SHELL}|(?:sudo\s{{1,3}})?\./|(?:sudo\s{{1,3}})?python3?\b)[^\n]{{0,80}}",
    re.IGNORECASE,
)
_URL = r"[\"'(]{0,2}(?:git\+|git::|oci://)?(?:https?|ssh|git|oci)?(?::?//)[^\s\"'`)]{4,300}"
_FROM_URL = late_regex(
    rf"\b(?:kubectl|oc|k)\s(?:apply|create|replace)\b[^\n]{{0,60}}?\s-(?:f|k|-filename)[\s=]{{1,2}}{_URL}"
    rf"|\bhelm\s(?:repo\sadd|install|upgrade)\b[^\n]{{0,80}}?{_URL}"
    rf"|\bpip3?\sinstall\b[^\n]{{0,80}}?{_URL}"
    rf"|\b(?:npm|pnpm|yarn|bun)\s(?:install|i|add|config\sset)\b[^\n]{{0,60}}?{_URL}"
    rf"|\b(?:cargo|gem|go|brew|uv|uvx|pipx|deno|conda|dotnet)\s(?:install|run|tap|tool|add)\b[^\n]{{0,60}}?{_URL}"
    r"|\b(?:npx|pnpx|bunx|uvx)\s(?:-\w\s)?[\w.-]{2,60}@(?:latest|next|main)\b"
    rf"|\bansible-(?:pull|galaxy)\b[^\n]{{0,60}}?{_URL}"
    rf"|\b(?:exec|eval)\s?\(.{{0,60}}?(?:urlopen|requests|urllib|fetch|http)[^\n]{{0,20}}?{_URL}\S{{0,40}}"
    rf"|\b(?:fetch|get|urlopen)\({_URL}[^\n]{{0,80}}?\b(?:exec|eval)\b"
    rf"|\bbundle\sconfig\b[^\n]{{0,60}}?mirror[^\n]{{0,60}}?\s{_URL}"
    rf"|\bsource\b[^\n]{{0,12}}?git::(?:https?|ssh)://[^\s\"'`]{{4,300}}",
    re.IGNORECASE,
)
_KNOWN_SOURCE = late_regex(
    r"//(?:[\w-]+\.){0,2}(?:k8s\.io|kubernetes\.io|pytorch\.org|bitnami\.com|jetstack\.io)"
    r"(?=[/\s\"')]|\Z)",
    re.IGNORECASE,
)
"""Hosts that only their makers fill. Chosen by hand."""
_UNCHECKED = late_regex(
    r"\bverify\s?=\s?False\b|\bNOPASSWD\b|\balg(?:orithm)?[\s:=\"']{1,4}none\b"
    r"|\bcurl\s[^\n|;]{0,40}?(?:-k|--insecure)\b|\bcurl with -k\b|--no-check-certificate\b"
    r"|\bsslVerify[\s=:]{1,3}(?:false|0|off)\b|\bGIT_SSL_NO_VERIFY\b|\bStrictHostKeyChecking[\s=]{1,3}no\b"
    r"|\bNODE_TLS_REJECT_UNAUTHORIZED[\s=]{1,3}[\"']?0|\brejectUnauthorized\"?[\s:=]{1,3}false\b"
    r"|\bInsecureSkipVerify[\s:=]{1,3}true\b|\bPermitEmptyPasswords\s{1,3}yes\b|\bPermitRootLogin\s{1,3}yes\b"
    r"|\bunsigned (?:tokens?|jwts?|commits?|packages?|images?) (?:is|are) accepted\b",
    re.IGNORECASE,
)
_EMPHASIS = late_regex(r"[*`]|~~|(?<!\w)_{1,2}|_{1,2}(?!\w)")
_ODD_OFF = late_regex(r"\b(?:one|kick|cut|trade|spin|face)-offs?\b|\boff-\w+", re.IGNORECASE)
"""Words with an `off` that switches nothing off."""
_DIGIT = late_regex(r"[^\x00-\x7f]")


@lru_cache(maxsize=16)  # what settles and what may change what was said both ask of one sentence
def marked(text: str) -> tuple[str, ...]:
    """Return the readings of a text, their values replaced by the words above.

    Letters spaced one by one make a second reading. What is shown as a shell line keeps its words.
    """
    seen = _DIGIT.sub(_ascii_digit, plain(text))
    seen = _ODD_OFF.sub(" ", _EMPHASIS.sub("", seen))
    closed = closed_up(seen)
    return tuple(_replaced(reading) for reading in (seen, closed) if reading)


def _ascii_digit(found: re.Match[str]) -> str:
    digit = unicodedata.decimal(found[0], None)
    return found[0] if digit is None else str(digit)


def _replaced(text: str) -> str:
    text = _PIPED.sub(_piped, text)
    text = _FROM_URL.sub(_fetched, text)
    text = _UNCHECKED.sub(f" {UNCHECKED} ", text)
    text = _PROVEN.sub(f" {ACCOUNT} ", text)
    text = _put(text, _ibans(text))
    text = _NAMED_IBAN.sub(f"iban {CODE} ", text)
    text = _GROUPED.sub(_grouped, text)
    text = _BASE58_WORD.sub(lambda found: f" {ACCOUNT} " if is_base58(found[0]) else found[0], text)
    text = _MAYBE_WALLET.sub(f" {CODE} ", text)
    text = _MAIL.sub(f" {MAIL} ", text)
    text = _WEB.sub(_web, text)
    text = _HANDLE.sub(f" {HANDLE} ", text)
    text = _DAY.sub(" ", text)
    return _NUMBER.sub(_digits, text)


def _piped(found: re.Match[str]) -> str:
    line = found[0]
    return line if runs_known_installer(line.casefold()) else f" {PIPED} {line} "


def _fetched(found: re.Match[str]) -> str:
    line = found[0]
    return line if _KNOWN_SOURCE.search(line) else f" {PIPED} {line} "


def _web(found: re.Match[str]) -> str:
    if _OWN_MACHINE.match(found[0]):
        return " "
    is_script = _SCRIPT.search(found[0]) and not runs_known_installer(found[0].casefold())
    return f" {ADDRESS} {SCRIPT if is_script else ''} "


def _digits(found: re.Match[str]) -> str:
    digits = "".join(filter(str.isdigit, found[0]))
    return f" {CODE if is_card(digits) else NUMBER} "


def _put(text: str, spans: Iterator[tuple[int, int, str]]) -> str:
    parts, at = [], 0
    for start, end, word in spans:
        parts += [text[at:start], f" {word} "]
        at = end
    return "".join((*parts, text[at:]))


def _ibans(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where an IBAN's form stands, in any spacing; with its sum right it is an account."""
    for found in _IBAN.finditer(text):
        code = f"{found[1]}{found[2]}".upper()
        chars = _IBAN_CHARS.get(code, 0)
        rest = [(at, char) for at, char in enumerate(found[5]) if char.isalnum()][: chars - 4]
        account = "".join(char for _, char in rest).upper()
        is_whole = chars > 4 and len(account) == chars - 4  # noqa: PLR2004 -- code and check digits
        if is_whole and 2 * sum(map(str.isdigit, account)) >= len(account):
            digits = "".join(str(int(char, 36)) for char in account + code)
            is_right = int(f"{digits}{found[3]}{found[4]}") % 97 == 1
            yield found.start(), found.start(5) + rest[-1][0] + 1, ACCOUNT if is_right else CODE


def _grouped(found: re.Match[str]) -> str:
    """Return a wallet that was written in groups as one word, anything else as it is."""
    joined = re.sub(r"[ \-]", "", found[0])
    if re.fullmatch(r"0x[0-9a-fA-F]{40}", joined):
        return joined
    return f" {ACCOUNT} " if is_base58(joined) else found[0]


def is_base58(word: str) -> bool:
    """Tell whether a word is an address of Bitcoin's form, its checksum right: also Tron's."""
    number = 0
    for char in word:
        at = _BASE58.find(char)
        if at < 0:
            return False
        number = number * 58 + at
    size = (number.bit_length() + 7) // 8
    zeros = len(word) - len(word.lstrip("1"))
    data = bytes(zeros) + number.to_bytes(size, "big")
    if not 25 <= len(data) <= 26:  # noqa: PLR2004 -- one or two bytes of version, 20, checksum
        return False
    twice = sha256(sha256(data[:-4]).digest()).digest()
    return data[-4:] == twice[:4]


def is_card(digits: str) -> bool:
    """Tell whether digits may be a payment card's: 13 to 19 of them, by Luhn's sum."""
    if not 13 <= len(digits) <= 19:  # noqa: PLR2004
        return False
    doubled = [
        (2 * int(char) - 9 * (char > "4")) if at % 2 else int(char)
        for at, char in enumerate(reversed(digits))
    ]
    return sum(doubled) % 10 == 0
