"""What a session is about, carried on with each part of it."""

import pytest

from vaultwatch.memories.checkpoint import MOST_CHARS, MOST_ITEMS, Checkpoint, carried_on
from vaultwatch.memories.transcript_lines import Role, Turn, said_in


def said(*turns: tuple[Role, str]) -> list[Turn]:
    return [Turn(role, text, None) for role, text in turns]


@pytest.mark.parametrize(
    ("turns", "goal"),
    [
        pytest.param(
            [("user", "Move the invoices.\nThen rest."), ("user", "And go on with June.")],
            "Move the invoices. Then rest.",
            id="all of the first message",
        ),
        pytest.param(
            [
                ("assistant", "Hello there, friend."),
                ("user", "hi"),
                ("user", "go on"),
                ("user", "\u3053\u3093\u306b\u3061\u306f"),
            ],
            "",
            id="greetings are no goal",
        ),
        pytest.param(
            [("user", "hi"), ("user", "Fix the broken parser")],
            "Fix the broken parser",
            id="not the greeting",
        ),
        pytest.param(
            [("user", "```\nrm -rf the whole thing\n```\nExplain this script to me")],
            "Explain this script to me",
            id="not the code",
        ),
        pytest.param([("assistant", "I will fix the parser.")], "", id="not the agent's words"),
        pytest.param([("user", "fix login"), ("user", "go on")], "fix login", id="two words"),
        pytest.param(
            [("user", "Good morning"), ("user", "yes"), ("user", "Plan the next month.")],
            "Good morning. Plan the next month.",
            id="two words carried on",
        ),
        pytest.param([("user", "go on"), ("user", "hi yo")], "", id="two words of a few letters"),
        pytest.param([("user", "go on"), ("user", "fix ci")], "fix ci", id="two short words"),
        pytest.param(
            [("user", "\u8bf7\u6574\u7406\u5341\u6708\u7684\u8bb0\u5f55")],
            "\u8bf7\u6574\u7406\u5341\u6708\u7684\u8bb0\u5f55",
            id="no spaces",
        ),
    ],
)
def test_the_goal_is_what_the_person_asked_for_first(
    turns: list[tuple[Role, str]], goal: str
) -> None:
    made = carried_on(Checkpoint(), said(*turns), todo=None, decided=())
    assert made.goal == goal
    again = carried_on(Checkpoint(goal="The first one."), said(*turns), todo=None, decided=())
    assert again.goal == "The first one."


@pytest.mark.parametrize(
    ("turns", "questions"),
    [
        pytest.param([("user", "Go on. Which port is it?")], ("Which port is it?",), id="open"),
        pytest.param([("user", "Which port is it?"), ("assistant", "8080.")], (), id="answered"),
        pytest.param(
            [("user", "A?"), ("assistant", "Yes."), ("user", "And B? And C?")],
            ("And B?", "And C?"),
            id="the last ones",
        ),
        pytest.param([("user", "See http://x/?q=1 for it")], (), id="an address"),
    ],
)
def test_a_question_is_open_until_the_agent_writes(
    turns: list[tuple[Role, str]], questions: tuple[str, ...]
) -> None:
    assert carried_on(Checkpoint(), said(*turns), todo=None, decided=()).questions == questions


def test_a_question_of_before_is_answered_by_what_comes_now() -> None:
    before = Checkpoint(questions=("Which port?",))
    assert carried_on(before, said(("assistant", "8080.")), todo=None, decided=()).questions == ()
    assert carried_on(before, [], todo=None, decided=()).questions == ("Which port?",)


def test_a_question_is_open_while_the_agent_only_goes_to_look() -> None:
    looking = Turn("assistant", "Let me look.", None, is_underway=True)
    made = carried_on(
        Checkpoint(), [*said(("user", "Which port?")), looking], todo=None, decided=()
    )
    assert made.questions == ("Which port?",)


def test_the_agents_list_stands_until_it_writes_another() -> None:
    before = Checkpoint(todo=("Write tests",))
    assert carried_on(before, [], todo=None, decided=()).todo == ("Write tests",)
    assert carried_on(before, [], todo=(), decided=()).todo == ()


def test_items_are_few_short_and_each_there_once() -> None:
    decided = [*(f"We use tool {n}." for n in range(30)), "We use tool 29.", "word " * 400]
    made = carried_on(Checkpoint(decisions=("Old.",)), [], todo=None, decided=decided).decisions
    assert len(made) == MOST_ITEMS
    assert made.count("We use tool 29.") == 1
    assert "Old." not in made, "the last ones stay"
    assert max(map(len, made)) <= MOST_CHARS


@pytest.mark.parametrize(
    ("point", "is_worth"),
    [
        (Checkpoint(), False),
        (Checkpoint(goal="Fix the parser."), False),
        (Checkpoint(decisions=("Tabs.",)), True),
        (Checkpoint(todo=("Tests",)), True),
        (Checkpoint(questions=("Why?",)), True),
    ],
)
def test_a_goal_alone_is_not_worth_a_hand_over(
    point: Checkpoint,
    is_worth: bool,  # noqa: FBT001 -- a parameter of the test
) -> None:
    assert point.is_worth_telling == is_worth


def test_of_a_long_list_the_next_things_stay_and_the_rest_is_counted() -> None:
    todo = [f"Tune string {number}" for number in range(40)]
    made = carried_on(Checkpoint(), [], todo=todo, decided=())
    assert made.todo == (*todo[:MOST_ITEMS], "And 28 more of its list.")
    assert made.whole_lists == {"open_questions"}, "what was cut is not done"


def test_what_is_at_work_stands_first() -> None:
    todos = [{"content": "Tune"}, {"content": "Sing", "status": "in_progress"}]
    used = {"type": "tool_use", "name": "TodoWrite", "input": {"todos": todos}}
    row = {"type": "assistant", "message": {"role": "assistant", "content": [used]}}
    assert said_in([row]).todo == ("Sing", "Tune")
