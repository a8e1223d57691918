"""Secrets are found and masked; what only looks odd is left alone."""

import pytest

from vaultwatch.adapters.secrets import find_secrets, mask_secrets

RANDOM = "q7Zt9" + "Xv2Lk" + "8Rw4N" + "b6Ym3" + "Hc5Jd" + "1Pf0G" + "sT9uV" + "eW2aQ"


@pytest.mark.parametrize(
    "secret",
    [
        pytest.param("AK" + "IAIOSFODNN7EXAMPL3", id="aws"),
        pytest.param("gh" + "p_" + RANDOM[:36], id="github"),
        pytest.param("github" + "_pat_" + RANDOM, id="github fine-grained"),
        pytest.param("xo" + "xb-123456789012-" + RANDOM[:24], id="slack"),
        pytest.param("sk" + "_live_" + RANDOM[:24], id="stripe"),
        pytest.param("sk" + "-proj-" + RANDOM, id="openai"),
        pytest.param("ey" + "JhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0." + RANDOM, id="jwt"),
        pytest.param(RANDOM, id="opaque"),
    ],
)
def test_a_secret_is_masked(secret: str) -> None:
    masked = mask_secrets(f"One.\nThe key is {secret} here.\nTwo.")
    assert masked.startswith("One.\nThe key is [secret: ")
    assert masked.endswith("] here.\nTwo.")
    assert find_secrets(f"One.\n{secret}")[0].line == 2


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("password: " + "hunter2", "hunter2"),
        ("DB_PASSWORD=" + "s3cr3t-word", "s3cr3t-word"),
        ("**token** = `" + "ab12cd34`", "ab12cd34"),
        ("postgres://me:" + "pa55w@host/db", "pa55w"),
    ],
)
def test_a_password_is_masked(text: str, secret: str) -> None:
    assert secret not in mask_secrets(text)


@pytest.mark.parametrize("end", ["\n-----END RSA PRIVATE KEY-----", ""])
def test_a_private_key_goes_whole_and_no_line_moves(end: str) -> None:
    key = "-----BEGIN RSA PRIV" + "ATE KEY-----\n" + f"{RANDOM}\n{RANDOM}" + end
    masked = mask_secrets(f"a\n{key}\nb")
    assert RANDOM not in masked
    assert masked.splitlines()[-1] == "b"
    assert masked.count("\n") == f"a\n{key}\nb".count("\n")


@pytest.mark.parametrize(
    "text",
    [
        "commit 3f786850e387550fdab836ed7e6dc881de23001b",
        "id 123e4567-e89b-12d3-a456-426614174000",
        "/usr/share/Fonts2/Some3Where4/And5Further6/File7Name8",
        f"https://example.org/d/{RANDOM}/edit",
        f"[doc](notes/{RANDOM}.md) and [[{RANDOM}]]",
        "password: required, see [[1Password]]",
        "Token: optional. max_tokens: 4096. Secret: see 1Password",
        "token: [[Vault2 notes]]; API key: rotated 2026-01-02",
        "ThisIsAVeryLongCamelCaseIdentifierWith123Numbers",
        "sha256-" + RANDOM + "=",
        "mail me at://x",
        "Obsidian " * 50,
    ],
)
def test_what_is_no_secret_is_left_alone(text: str) -> None:
    assert mask_secrets(text) == text
