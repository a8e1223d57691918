"""Know the letters without which no secret is named, and how long a token is at least.

Apart from `secrets`, whose rules take long to import: a look at the names of a vault's files needs
no more than this.
"""

import re

LONG_RUN = 20
"""Every token's format holds an unbroken run of this many characters or more."""

ASCII_NAMES = tuple(
    (word.split(b"[")[0].split(b"(")[0], re.compile(word))
    for word in (
        *(b"pass", b"pwd", b"psk", b"secret", b"token", b"key[^a-z]", b"auth", b"kennwort"),
        *(b"contrase", b"clave", b"senha", b"parola", b"wachtwoord", b"senord", b"adgangskode"),
        *(b"has(?=[l?])", b"ifre", b"hesl", b"curl ", b"mysql", b"mariadb", b" -p", b"redis-cli"),
        *(b"htpasswd", b" -u ", b"securestring", b"identified by", b"basic ", b"bearer "),
        *(b'"d":', b":5432:", b"sig=", b"salt", b"credential", b"seed", b"mnemonic", b"phrase"),
        *(
            b"pin(?![a-z])",
            b"pw(?![a-z])",
            b"codes",
            b"bip",
            b"codici",
            b"sleutel",
            b"sessionid",
            b" code ",
        ),
    )
)
OTHER_NAMES = (
    *("арол", "密码", "密碼", "口令", "パスワード", "暗証番号", "비밀번호", "암호", "助记词"),
    *("备用", "恢复", "コード", "シードフレーズ", "сид", "езервны", "kod"),
)
_STEMS = re.compile(
    "|".join(map(re.escape, (*OTHER_NAMES, *(stem.decode() for stem, _ in ASCII_NAMES))))
)
RUN = re.compile(rf"[A-Za-z0-9_-]{{{LONG_RUN}}}")


def is_plain_name(name: str) -> bool:
    """Tell whether a file or folder is called so that no secret can stand in its name."""
    return not (_STEMS.search(name.lower()) or RUN.search(name))
