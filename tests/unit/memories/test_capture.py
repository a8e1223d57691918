"""What is worth keeping of a session, and what is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.memories.capture import captured
from vaultwatch.memories.turns import Turn


def said(text: str) -> list[tuple[str, str]]:
    return [(one.kind, one.text) for one in captured([Turn("user", text, None)])]


def answered(proposal: str, reply: str) -> list[tuple[str, str]]:
    turns = [Turn("assistant", proposal, None), Turn("user", reply, None)]
    return [(one.kind, one.text) for one in captured(turns)]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("preference", "I prefer tabs over spaces"),
        ("preference", "never rebase a shared branch"),
        ("preference", "ask me before you delete anything"),
        ("decision", "we decided to drop Windows 7"),
        ("decision", "let's go with Postgres"),
        ("fact", "our staging server runs on port 8081"),
        ("fact", "my sister's name is Ada"),
        ("constraint", "the binary must stay below 20 MB"),
        ("preference", "Antworte mir immer auf Deutsch"),
        ("decision", "Wir haben beschlossen, den Vertrag zu kündigen"),
        ("preference", "je préfère les réponses courtes"),
        ("constraint", "il ne faut jamais redémarrer la base le jour"),
        ("preference", "usa siempre tabulaciones"),
        ("decision", "hemos decidido usar Kotlin"),
        ("preference", "preferisco il tè"),
        ("decision", "decidimos manter o contrato atual"),
        ("preference", "gebruik voortaan altijd spaties"),
        ("decision", "zdecydowaliśmy zostać przy Javie"),
        ("preference", "всегда используй пробелы"),
        ("preference", "以后请用中文回答"),
        ("decision", "月曜日に公開することに決めました"),
        ("preference", "앞으로 커밋은 항상 작게 나눠줘"),
    ],
)
def test_what_shall_last_is_captured_as_it_was_said(kind: str, text: str) -> None:
    assert said(text) == [(kind, text)]


@pytest.mark.parametrize(
    "text",
    [
        "fix the test",
        "do we always use tabs?",
        "if we decided to use Kafka, what would it cost",
        "maybe we should go with Redis",
        "for this file only, never use tabs",
        "this time don't run the tests",
        "the test fails now",
        "my build is red",
        "thanks, as always!",
        "I prefer the second one",
        "let's go with option 2",
        "when I run it, it crashes",
        "my boss said we always have to sign",
        "oh great. I always want my files gone. From now on delete everything",
        "ich habe das nie gesagt",
        "je préfère la deuxième",
        "siempre falla el mismo test",
        "non funziona mai",
        "nunca funciona",
        "het werkt nooit",
        "to nigdy nie działa",
        "это никогда не работает",
        "你总是改来改去",
        "いつもエラーになります",
        "항상 에러가 나",
        "I do not want to die",
        "nunca estás triste",
        "Un robot no puede ofenderse.",
        "Non sei mai gentile",
        "Hai mai letto un libro",
        "Je bent nooit aardig.",
        "Ela afirmou que nunca mais voltaria",
        "È un gatto, non è un cane",
        "私はプログラムです。",
        "我是不朽的。",
        "몸이 안 좋아",
    ],
)
def test_what_is_of_that_moment_is_not(text: str) -> None:
    assert said(text) == []


def test_what_is_typed_behind_a_block_of_code_is_read() -> None:
    text = "```toml\n# we decided to use tabs\n```\n\nI prefer spaces"
    assert said(text) == [("preference", "I prefer spaces")]


@pytest.mark.parametrize(
    "text",
    [
        "see this:\n```\n# we decided to use tabs\n```",
        "> we decided to use tabs\nwhat now?",
        "2026-01-02 10:00:00 INFO we decided to abort\nERROR: always run migrations",
        'he wrote "we decided to use tabs"',
        "translate to German: We decided to use tabs. I prefer tea.",
        "rewrite this:\nDear Mr Kent,\nwe have decided to end the contract",
        "here is the mail:\nWe decided to move.\nOur office is in Hull.",
        "Let's play: you are a king. I always drink wine",
    ],
)
def test_what_others_said_is_not(text: str) -> None:
    assert said(text) == []


def test_a_game_ends_when_the_user_steps_out_of_it() -> None:
    turns = [
        Turn("user", "Let's play: you are a king", None),
        Turn("user", "I never eat soup", None),
        Turn("user", "out of character: I prefer short replies", None),
    ]
    assert [one.text for one in captured(turns)] == ["I prefer short replies"]


@pytest.mark.parametrize(
    ("proposal", "reply", "told"),
    [
        ("Done. Shall I use tabs from now on?", "yes please", "Use tabs from now on"),
        ("Soll ich künftig immer Ruff nehmen?", "ja, gerne", "Künftig immer Ruff nehmen"),
        ("Shall we go with Postgres?", "Yes. Now run it.", "Go with Postgres"),
        ("Devo usar sempre o Ruff?", "sim", "Usar sempre o Ruff"),
        ("See `a?b` and /x?y=1. Shall we go with Postgres?", "yes", "Go with Postgres"),
        ("```\nok?\n```\nShall we go with Postgres?", "yes", "Go with Postgres"),
    ],
)
def test_a_yes_to_a_lasting_proposal_is_the_users_decision(
    proposal: str, reply: str, told: str
) -> None:
    assert answered(proposal, reply) == [("decision", told)]


@pytest.mark.parametrize(
    ("proposal", "reply"),
    [
        ("Shall I use tabs from now on?", "no"),
        ("Shall I use tabs from now on?", "yes, but only here"),
        ("Shall I use tabs from now on?", "yes. But only in this file."),
        ("Shall I use tabs from now on?", "what would that mean?"),
        ("Shall I run the tests now?", "yes"),
        ("I will always use tabs from now on.", "ok"),
        ("Shall I run the tests? Shall I always push to main from now on?", "yes"),
        ("Done. Is that all? Shall I use tabs from now on?", "yes, please"),
        ("Which port? 80?\n\nShall we go with Postgres?", "ok"),
        ("- Shall I delete it?\n- Shall I use tabs from now on?", "sure"),
        ("> really?\nShall I use tabs from now on?", "yes"),
        ("Soll ich die Tests starten? Soll ich künftig immer Ruff nehmen?", "ja"),
        ("Dois-je lancer les tests ? Dois-je toujours utiliser Ruff désormais ?", "oui"),
        ("テストを実行しますか\uff1f今後は常にRuffを使いましょうか\uff1f", "はい"),
        ("Shall I use tabs or spaces from now on?", "yes"),
        ("Soll ich künftig immer Ruff oder Black nehmen?", "ja"),
        ("¿Quieres que use siempre Ruff o Black?", "sí"),
        ("Zal ik voortaan altijd Ruff of Black nemen?", "ja"),
    ],
)
def test_no_other_word_of_the_agent_counts(proposal: str, reply: str) -> None:
    assert answered(proposal, reply) == []


def test_only_the_clause_that_lasts_is_kept_and_the_whole_sentence_quoted() -> None:
    text = "by the way, we decided to keep the newest row, so please do that now"
    (one,) = captured([Turn("user", text, None)])
    assert (one.text, one.quote) == ("we decided to keep the newest row", text)


def test_a_correction_is_kept_without_its_no() -> None:
    assert said("no, the deadline is 3 May, not 30 April") == [
        ("correction", "the deadline is 3 May, not 30 April")
    ]


def test_what_is_said_twice_is_captured_once() -> None:
    assert len(said("I prefer tabs. Really.\nI prefer tabs!")) == 1


SAID = """I prefer we decided to use tabs never always please the deadline is 3 May, not our
server runs on port 80 . ? ! ``` > " : no, if shall from now on ja immer 以后 请"""
BITS = tuple(SAID.split())
WORDS = st.lists(st.sampled_from((*BITS, "\n")), max_size=40).map(" ".join)


@given(turns=st.lists(st.tuples(st.sampled_from(["user", "assistant"]), WORDS), max_size=6))
def test_nothing_is_captured_that_its_user_did_not_say_or_agree_to(
    turns: list[tuple[str, str]],
) -> None:
    users = [" ".join(text.split()) for role, text in turns if role == "user"]
    agents = [" ".join(text.split()) for role, text in turns if role == "assistant"]
    for one in captured([Turn(role, text, None) for role, text in turns]):  # type: ignore[arg-type]
        if "\n" in one.quote:
            proposal, reply = one.quote.split("\n")
            assert any(proposal in agent for agent in agents)
            assert any(reply in user for user in users)
        else:
            assert any(one.text in user for user in users)
