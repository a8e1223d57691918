"""Whose words are whose in a message, so that nobody else's become the user's."""

# ruff: noqa: RUF001 -- other scripts have signs of their own

import time

import pytest

from vaultwatch.memories.capture import captured
from vaultwatch.memories.turns import Turn

OWN = "I prefer tabs over spaces"
THEIRS = "We decided to close the hall"


def said(text: str) -> list[str]:
    return [one.text for one in captured([Turn("user", text, None)])]


@pytest.mark.parametrize(
    "text",
    [
        f"----- Forwarded message -----\nFrom: Kurt\n{THEIRS}",
        f"fyi\n\n---------- Forwarded message ---------\nFrom: Kurt <k@x>\nDate: Mon\n\n{THEIRS}",
        f"-----Original Message-----\n{THEIRS}",
        f"-------- Weitergeleitete Nachricht --------\n\n{THEIRS}",
        f"Begin forwarded message:\n\n{THEIRS}",
        f"Von: Kurt\nGesendet: Montag\nAn: Ruth\nBetreff: Saal\n\n{THEIRS}",
        f"De : Kurt\nEnvoyé : lundi\n\n{THEIRS}",
        f"From: Kurt\n{THEIRS}",
        f"От: Курт\nТема: зал\n\n{THEIRS}",
        f"Am 3. Mai 2026 um 12:01 schrieb Kurt Meier:\n{THEIRS}",
        f"On Mon, 3 May 2026 at 12:01, Kurt <k@x.org> wrote:\n\n{THEIRS}",
        f"Le lun. 3 mai 2026 à 12:01, Kurt a écrit :\n{THEIRS}",
        f"El lun, 3 may 2026, Kurt escribió:\n{THEIRS}",
        f"W dniu 3.05.2026 Kurt napisał:\n{THEIRS}",
        f"[Pasted text #1 +30 lines]\nMinutes of May\n{THEIRS}",
        f"[Pasted Content 2301 chars]\n\n{THEIRS}",
        f"WhatsApp:\n[03.05., 12:01] Kurt: {THEIRS}",
        f"12:01 - Kurt: {THEIRS}\n12:03 - Ruth: I prefer tea",
        f"03/05/2026, 12:01 - Kurt: {THEIRS}",
        f"[12:01] Kurt: hi\n{THEIRS}\n\nI never drink tea\n[12:02] Ruth: ok",
        f"Kurt, [3.5.2026 12:01]:\n{THEIRS}",
        f"Ruth: {THEIRS}",
        f"Ruth Meier: hello\n{THEIRS}",
        "Ruth: We always meet on Mondays",
        "Анна: мы решили закрыть зал",
        "田中：月曜日に公開することに決めました",
        f"Kurt said: {THEIRS}",
        f"Kurt wrote to me: {THEIRS}",
        f"Kurt hat geschrieben, und Ruth sagte: {THEIRS}",
        f"What do you think of this plan?\n\n{THEIRS}",
        f"Thoughts?\n\n{THEIRS}",
        f"Below is the contract.\n\n{THEIRS}",
        "Below is the contract.\n\nThe tenant must always pay in advance.",
        f"Here's the draft\n\n{THEIRS}\n\nI prefer tea",
        f"I got this letter. \n\n{THEIRS}",
        f"The minutes are below.\n\n{THEIRS}",
        f"Our lease:\n{THEIRS}",
        f"hier der Vertrag:\n{THEIRS}",
        "hier der Vertrag: Der Mieter muss immer im Voraus zahlen.",
        "Anbei das Protokoll.\n\nWir haben beschlossen, den Saal zu schließen",
        "Was hältst du davon?\n\nWir haben beschlossen, den Saal zu schließen",
        "voici le contrat :\n\nNous avons décidé de fermer la salle",
        "Que penses-tu de ce plan ?\n\nNous avons décidé de fermer la salle",
        "aquí está el contrato:\n\nHemos decidido cerrar la sala",
        "¿Qué opinas de este plan?\n\nHemos decidido cerrar la sala",
        "ecco il contratto:\n\nAbbiamo deciso di chiudere la sala",
        "segue o contrato:\n\nDecidimos fechar a sala",
        "hieronder het contract.\n\nWe hebben besloten de zaal te sluiten",
        "oto umowa:\n\nZdecydowaliśmy zamknąć salę",
        "вот договор:\n\nМы решили закрыть зал",
        "以下是合同：\n\n我们决定关闭大厅",
        "以下は契約書です。\n\n月曜日に公開することに決めました",
        "다음은 계약서입니다.\n\n앞으로 커밋은 항상 작게 나눠줘",
    ],
)
def test_what_somebody_else_wrote_is_not_the_users(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(
    "text",
    [
        f"{OWN}\n\n----- Forwarded message -----\nFrom: Kurt\n{THEIRS}",
        f"{OWN}\n\nBelow is the contract.\n\n{THEIRS}",
        f"On Monday Kurt wrote:\n> {THEIRS}\n\n{OWN}",
        f"Below is the contract.\n\n{THEIRS}\n\nBy the way, {OWN}",
        f"hier der Vertrag:\n\n{THEIRS}\n\nÜbrigens: {OWN}",
        f"[12:01] Kurt: {THEIRS}\n[12:02] Ruth: ok\n\n{OWN}",
        f"Ruth: {THEIRS}\n\n{OWN}",
        f"Note: {OWN}",
        f"Wichtig: {OWN}",
        f"Code style: {OWN}",
        f"Two things:\n- fix the test\n- {OWN}",
        f"Fix the test at 12:30.\n{OWN}",
        f"{OWN}\nWhat do you think?",
        f"call Kurt at 9:15\n{OWN}",
        f"Our rules:\n- {OWN}",
        f"I go with a short summary.\n{OWN}",
        f"CI: {OWN}",
        f"Run the tests, then fix this file.\n{OWN}",
        f"thanks for the summary!\n{OWN}",
    ],
)
def test_what_the_user_says_beside_it_is(text: str) -> None:
    assert said(text) == [OWN]


@pytest.mark.parametrize("bit", ["a: ", "Ruth ", "12:01 ", "here is the ", "- -- ", "of the plan "])
def test_a_long_line_is_read_in_no_time(bit: str) -> None:
    begun = time.process_time()
    said(bit * 1_500)
    assert time.process_time() - begun < 2
