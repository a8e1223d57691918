"""How the agents' programs that we know are run head-less: their arguments, as documented.

Each was tried with the real program against a stand-in of its service: Claude Code 2.1.197, Codex
0.169.0, Gemini CLI 0.61.0.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class ReaderPreset:
    """One program that reads."""

    argv: tuple[str, ...]
    """See `CommandModel`; the program by its name on the PATH."""
    env: tuple[str, ...]
    """What its login, its network and its own folders need."""
    overhead_tokens: int
    """What it sends of its own beside the prompt: characters of a request that we recorded, over
    3.5. Settings of the user's own may add to it."""
    model_option: str
    """In front of the name of a model of its service."""
    holds_budget: bool
    """Whether it ends by itself when a run costs too much."""
    keeps: tuple[str, ...]
    """Where it keeps its login, below the home; it must be able to renew that."""
    tail: tuple[str, ...] = ()
    """Arguments that stand last."""


_CLAUDE_SETTINGS: Final = (
    '{"disableAllHooks":true,"env":{"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC":"1"}}'
)
"""No hooks, and no second request: to find a title for a session that nobody will see it would read
the whole prompt once more (seen with 2.1.197)."""
_NETWORK: Final = ("HTTPS_PROXY", "NO_PROXY", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS")

PRESETS: Final[Mapping[str, ReaderPreset]] = {
    "claude": ReaderPreset(
        argv=(
            *("claude", "-p", "--output-format", "json", "--json-schema", "{schema}"),
            # Nothing of the user's own: no tool, no server, no CLAUDE.md, no hook, no session file.
            *("--tools", "", "--strict-mcp-config", "--safe-mode", "--no-session-persistence"),
            *("--settings", _CLAUDE_SETTINGS),
            *("--max-turns", "3", "--max-budget-usd", "{budget_usd}"),
        ),
        env=(
            # macOS keeps the login under the user's name.
            *("USER", "CLAUDE_CONFIG_DIR", "CLAUDE_CODE_OAUTH_TOKEN", "ANTHROPIC_API_KEY"),
            *("ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", *_NETWORK),
        ),
        overhead_tokens=1_500,
        model_option="--model",
        holds_budget=True,
        keeps=(".claude", ".claude.json"),
    ),
    "codex": ReaderPreset(
        argv=(
            *("codex", "exec", "--ephemeral", "--sandbox", "read-only", "--skip-git-repo-check"),
            *("--ignore-user-config", "--ignore-rules", "--color", "never"),
            *("--output-schema", "{schema_file}", "-o", "{answer_file}"),
        ),
        env=("CODEX_HOME", "CODEX_API_KEY", "OPENAI_API_KEY", *_NETWORK),
        overhead_tokens=19_500,
        model_option="-m",
        holds_budget=False,
        keeps=(".codex",),
        tail=("-",),
    ),
    "gemini": ReaderPreset(
        argv=(
            *("gemini", "--output-format", "json", "--skip-trust", "--approval-mode", "plan"),
            *("--extensions", "none", "--allowed-mcp-server-names", "none"),
        ),
        env=(
            *("GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI"),
            *("GOOGLE_GENAI_USE_GCA", "GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION"),
            *("GOOGLE_APPLICATION_CREDENTIALS", *_NETWORK),
        ),
        overhead_tokens=12_000,
        model_option="-m",
        holds_budget=False,
        keeps=(".gemini",),
    ),
}
