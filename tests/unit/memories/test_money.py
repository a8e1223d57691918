"""Which free texts say where money goes."""

import pytest

from vaultwatch.memories.money import names_account


@pytest.mark.parametrize(
    "text",
    [
        "Send payments to IBAN DE00 1234.",
        "The IBAN of the club is DE89370400440532013000.",
        "Invoices go to account no. 1234 5678 from May on.",
        "Refunds are sent to\n0x" + "a1" * 20,
        "Die Rechnungen werden auf Konto 12 345 678 bezahlt.",
        "Invoices are paid to DE89-3704-0044-0532-0130-00.",
        "Invoices are paid to DE89.3704.0044.0532.0130.00.",
        "Pay it to **DE89**3704004405\u200b32013000.",
        "Das Geld geht an DE89 3704 0044 0532 0130 00.",
        "Betaal voortaan op NL91ABNA0417164300.",
        "Il bonifico va su IT60X0542811101000000123456.",
        "Przelew na PL61 1090 1014 0000 0712 1981 2874.",
        "Оплату переводите на счёт 40817810099910004312.",
        "支払いは普通 1234567 に振り込む。",
        "货款请汇到账号 6222021234567890123。",
    ],
)
def test_an_account_beside_a_word_of_paying_is_found(text: str) -> None:
    assert names_account(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The rent is paid on the first.",
        "Account 12345678 was closed.",
        "The build py39 2024 runs; pay attention to the log.",
        "The commit 0xdeadbeef pays the technical debt.",
        "We pay 1,234.56 euros for 12 invoices in 2026.",
    ],
)
def test_either_alone_is_not(text: str) -> None:
    assert not names_account(text)
