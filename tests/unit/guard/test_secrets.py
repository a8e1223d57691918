"""What must never reach the index, and what must not be mistaken for it.

Every secret here is made up and joined from parts, so that no scanner complains of this file.
"""

import random
import string
import time
from base64 import urlsafe_b64encode

import pytest

from vaultwatch.guard.secrets import find_secrets, mask_secrets

RANDOM = random.Random(7)  # noqa: S311 - fake keys
ALNUM = string.ascii_letters + string.digits
UPPER = string.ascii_uppercase + string.digits


def chars(count: int, alphabet: str = ALNUM) -> str:
    return "".join(RANDOM.choice(alphabet) for _ in range(count))


def b64(text: str) -> str:
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


OPAQUE = "q7Zt9" + "Xv2Lk" + "8Rw4N" + "b6Ym3" + "Hc5Jd" + "1Pf0G" + "sT9uV" + "eW2aQ"
JWT = b64('{"alg":"HS256"}') + "." + b64('{"sub":"1234567890"}') + "." + chars(43)
PEM = "-----BEGIN RSA PRIVATE " + "KEY-----"
PEM_END = "-----END RSA PRIVATE " + "KEY-----"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        pytest.param("AKIA" + chars(16, UPPER), "AWS key", id="aws id"),
        pytest.param("aws_secret_key = '" + chars(40) + "'", "key", id="aws secret"),
        pytest.param("gh" + "p_" + chars(36), "GitHub token", id="github"),
        pytest.param(
            "github" + "_pat_" + chars(22) + "_" + chars(59), "GitHub token", id="github pat"
        ),
        pytest.param("gl" + "pat-" + chars(20), "GitLab token", id="gitlab"),
        pytest.param(
            "xo" + "xb-123456789012-1234567890123-" + chars(24), "Slack token", id="slack"
        ),
        pytest.param("sk" + "_live_" + chars(24), "Stripe key", id="stripe"),
        pytest.param("sk" + "-proj-" + chars(48), "OpenAI key", id="openai"),
        pytest.param("AI" + "za" + chars(35), "Google API key", id="google"),
        pytest.param("np" + "m_" + chars(36), "npm token", id="npm"),
        pytest.param("S" + "G." + chars(22) + "." + chars(43), "SendGrid key", id="sendgrid"),
        pytest.param(JWT, "JSON Web Token", id="jwt"),
        pytest.param("postgres://mira:" + "pa55w@db.local/x", "password", id="login"),
        pytest.param("password: hun" + "ter2", "password", id="password"),
        pytest.param("- **Password**: hun" + "ter2", "password", id="bold password"),
        pytest.param("password: hun" + "ter2.", "password", id="end of a sentence"),
        pytest.param("| password: hun" + "ter2 | Mira |", "password", id="in a table"),
        pytest.param("wifi password: Tul1p" + "!field (guests)", "password", id="with a remark"),
        pytest.param("DB_PASSWORD=Tul1p" + "field", "password", id="environment"),
        pytest.param("DB_PASSWORD=s3" + "cr3t-word", "password", id="environment with a dash"),
        pytest.param("Passwort: geh" + "eim123", "password", id="german"),
        pytest.param("The password of the router is hun" + "ter2secret now", "password", id="said"),
        pytest.param("The PIN for the front door is 48" + "15.", "password", id="a pin"),
        pytest.param("Das Passwort lautet geh" + "eim12", "password", id="said in german"),
        pytest.param("Das Kennwort vom WLAN ist tul" + "1p", "password", id="kennwort"),
        pytest.param("Le mot de passe du wifi est sol" + "eil9!", "password", id="french"),
        pytest.param("La contraseña de la red es mar" + "ea77x", "password", id="spanish"),
        pytest.param("A senha do portal é chu" + "va88b", "password", id="portuguese"),
        pytest.param("token = " + chars(24), "key", id="token"),
        pytest.param("**token** = `ab12" + "cd34`", "key", id="bold token"),
        pytest.param('"api_key": "' + chars(20) + '"', "key", id="json"),
        pytest.param("api-key: " + chars(32, "0123456789abcdef"), "key", id="hex behind a name"),
        pytest.param("client_secret: `" + chars(18) + "`", "key", id="in backticks"),
        pytest.param(f"It is {OPAQUE} for now", "high-entropy string", id="opaque"),
    ],
)
def test_a_secret_is_found_and_masked(text: str, kind: str) -> None:
    hits = find_secrets(f"First line\n{text}\nlast line")
    assert [(hit.kind, hit.line) for hit in hits] == [(kind, 2)]
    masked = mask_secrets(f"First line\n{text}\nlast line")
    assert f"[secret: {kind}]" in masked
    assert (masked.splitlines()[0], masked.splitlines()[2]) == ("First line", "last line")
    assert find_secrets(masked) == ()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("password: ask Mira", id="prose"),
        pytest.param("The password is in 1Password.", id="where it is kept"),
        pytest.param("Password: 1Password", id="a manager"),
        pytest.param("The password is in the safe.", id="in the safe"),
        pytest.param("The PIN pad is broken.", id="pin pad"),
        pytest.param("The password length is 12 characters.", id="length"),
        pytest.param("The password for the wiki is 10245 characters long.", id="with a unit"),
        pytest.param("The pin is 300 by now.", id="a short number"),
        pytest.param("Das Passwort ist im Tresor.", id="german prose"),
        pytest.param("Le mot de passe est dans le coffre.", id="french prose"),
        pytest.param("password: required, see [[1Password]]", id="one word"),
        pytest.param("password: <your-password-1>", id="placeholder"),
        pytest.param("password: ${DB_PASSWORD}", id="variable"),
        pytest.param("token = get_token2(user)", id="call"),
        pytest.param("token: OAuth2 flow with refresh", id="protocol"),
        pytest.param("max_tokens: 4096", id="count"),
        pytest.param("Token: optional. max_tokens: 4096. Secret: see 1Password", id="several"),
        pytest.param("token limit: 8192", id="limit"),
        pytest.param("token: 2026-10-01", id="date"),
        pytest.param("password changed: 2026-10-01T10:00", id="date of change"),
        pytest.param("token: [[Vault2 notes]]; API key: rotated 2026-01-02", id="wiki-link"),
        pytest.param("secret: kubernetes/prod-db-2", id="path behind a name"),
        pytest.param("api_key = settings.api_key_1", id="attribute"),
        pytest.param("access key: https://example.org/k/12345", id="address"),
        pytest.param("commit 3b18e512dba79e4c8300dd08aeb37f8e728b8dad", id="commit"),
        pytest.param("sha256:" + "9f86d081884c7d65" * 4, id="digest"),
        pytest.param(f"sha256-{OPAQUE}=", id="sri"),
        pytest.param(f"Digest: sha-256={OPAQUE}aB3=", id="digest header"),
        pytest.param(f'"signature": "{OPAQUE}{OPAQUE}aB3=="', id="signature"),
        pytest.param(f"{OPAQUE}{OPAQUE}aB3==", id="signature by itself"),
        pytest.param("id: 123e4567-e89b-42d3-a456-426614174000", id="uuid"),
        pytest.param("Attachments/2024/10/IMG_20241001_123456789_HDR_Portrait.jpg", id="path"),
        pytest.param("/usr/share/Fonts2/Some3Where4/And5Further6/File7Name8", id="rooted path"),
        pytest.param(f"https://example.org/d/{OPAQUE}/edit?x={OPAQUE}", id="url"),
        pytest.param(f"[doc](https://example.org/{OPAQUE})", id="markdown link"),
        pytest.param(f"[doc](notes/{OPAQUE}.md) and [[{OPAQUE}]]", id="links to notes"),
        pytest.param("[[2024-10-01-Meeting-With-Tove-About-The-Q3-Budget-V2]]", id="slug link"),
        pytest.param("see 2024-10-01-Meeting-With-Tove-About-The-Q3-Budget-V2", id="slug"),
        pytest.param("getUserAccountSettingsByIdentifierV2WithRetry3Times4", id="camel case"),
        pytest.param("TEST_SHOULD_KEEP_EVERY_LINE_BREAK_2024_10", id="constant"),
        pytest.param("| ------------------------------ | ---------------------- |", id="table"),
        pytest.param("Donaudampfschifffahrtsgesellschaftskapitän", id="long word"),
        pytest.param("https://example.org:8080/path@2024", id="port"),
        pytest.param("mail mira@example.org, ssh://git@example.org, me at://x", id="mail"),
        pytest.param("postgres://user:password@localhost/db", id="login of an example"),
        pytest.param("The secretary: Mara2", id="secretary"),
        pytest.param("key: value1234", id="a bare key"),
        pytest.param("lock ^a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8", id="block id"),
        pytest.param("the tokenizer: bert4base", id="tokenizer"),
        pytest.param(f"A key begins with `{PEM}` and ends", id="a header by itself"),
        pytest.param("```compressed-json\n" + f"{OPAQUE}\n" * 3 + "```", id="a drawing"),
        pytest.param("data:image/png;base64,iVBORw0KGgo" + OPAQUE * 9, id="image"),
    ],
)
def test_what_is_no_secret_is_left_alone(text: str) -> None:
    assert find_secrets(text) == ()
    assert mask_secrets(text) is text


@pytest.mark.parametrize("eol", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("quote", ["", "> ", "    "])
@pytest.mark.parametrize("end", [PEM_END, ""])
def test_a_private_key_is_masked_whole_and_lines_keep_their_numbers(
    eol: str, quote: str, end: str
) -> None:
    key, token = [PEM, OPAQUE, OPAQUE, "abc=", end], "gh" + "p_" + chars(36)
    if not end:
        del key[-2:]
    lines = ["Before", *(quote + line for line in key), "", f"after {token}", "b"]
    text = eol.join(lines)
    masked = mask_secrets(text)
    assert masked.count(eol) == text.count(eol)
    assert OPAQUE not in masked
    assert token not in masked
    assert masked.splitlines()[-1] == "b"
    assert [hit.line for hit in find_secrets(text)] == [2, len(lines) - 1]


def test_a_private_key_on_one_line_is_masked() -> None:
    text = '{"key": "' + PEM + f"\\n{OPAQUE}\\nabc=\\n" + PEM_END + '\\n"}'
    assert mask_secrets(text) == '{"key": "[secret: private key]\\n"}'


def test_places_are_code_points_even_behind_other_letters() -> None:
    token = "gh" + "p_" + chars(36)
    text = f"İstanbul ẞ 窯 🎉 \udc80 {token} ende"
    (hit,) = find_secrets(text)
    assert text[hit.start : hit.end] == token


def test_a_secret_in_a_very_long_line_is_found() -> None:
    token = "gh" + "p_" + chars(36)
    text = "word " * 50_000 + token + " word" * 50_000
    assert [text[hit.start : hit.end] for hit in find_secrets(text)] == [token]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("eyJ" * 100_000, id="jwt openings"),
        pytest.param("xoxb-1-" * 40_000, id="slack openings"),
        pytest.param("token: " * 40_000, id="keywords"),
        pytest.param("password of " * 30_000, id="told passwords"),
        pytest.param("password: a1" + "a" * 300_000, id="endless value"),
        pytest.param("://a:" * 60_000 + "@", id="logins"),
        pytest.param(PEM * 8_000, id="private keys"),
        pytest.param(PEM + "\n" * 300_000 + "\n>" * 9 + " " * 99_999, id="an empty private key"),
        pytest.param("A1b" * 100_000, id="one endless run"),
    ],
)
def test_hostile_text_costs_linear_time(text: str) -> None:
    began = time.process_time()
    mask_secrets(text)
    assert time.process_time() - began < 6


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("key " + "sk-" + "live-" + "abcdefghijklmnopqrstuvwx1234", "key [secret: API key]"),
        ("see sk-live-performance-of-the-band-2024", "see sk-live-performance-of-the-band-2024"),
        ("desk-live-abcdefghijklmnopqrstuv12", "desk-live-abcdefghijklmnopqrstuv12"),
    ],
)
def test_a_key_with_dashes_is_told_from_a_name_with_dashes(text: str, shown: str) -> None:
    assert mask_secrets(text) == shown
