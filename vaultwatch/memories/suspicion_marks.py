"""What shows poison outside of plain words: role markers, addresses, hidden HTML, shell lines.

Pure; called by `memories.suspicion`. The tables are read by `memories.suspicion_words`, here over
a text whose marks still stand; a space in a pattern stands for white space.
"""
# ruff: noqa: E501 -- a rule stands on one line

import base64
import binascii
import re
from collections.abc import Iterator

from vaultwatch.memories.suspicion_folding import Sign
from vaultwatch.memories.suspicion_words import rules

ROLES = rules(r"""
0.45 | - | imitates a system message | [system | \[system(?:[\s:\-][^\]\n]{0,40})?\](?:\(|\s{0,2}\n|:)
0.4 | - | imitates a prompt's block | <important,<instruction,<secret | <(?:important|instruction|secret)>
0.8 | - | imitates the tokens of a chat | <|,|> | <\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|>
0.8 | - | imitates the tokens of a chat | inst],<<sys>> | \[/?inst\]|<</?sys>>
0.75 | - | imitates a tool call | tool_call,function_call,tool_use,invoke | </?(?:tool_call|function_calls?|tool_use|invoke)\b[^>\n]{0,100}>
0.7 | - | imitates a tool call | arguments,parameters,args,input | "(?:tool|function|name|tool_name|action)"\s{0,3}:\s{0,3}"[^"\n]{1,60}"\s{0,3},\s{0,3}"(?:arguments|parameters|args|input|action_input)"\s{0,3}:
0.7 | - | imitates a prompt's headings | # | (?:^|\n)\s{0,3}#{1,6}\s{0,3}(?:system|instructions?|response|assistant|human)(?: prompt| message)?\s{0,3}:
0.6 | - | imitates a system block | <system,</system,<assistant,<instructions,<admin,<developer | </?(?:system|system_prompt|system-reminder|assistant|instructions|admin|developer)>
0.65 | - | imitates a system message | system,assistant,developer | (?:^|\n)\W{0,4}(?:system|assistant|developer)(?: prompt)?\s{0,2}: ?(?:you\b|the user|the assistant|new |ignore|sure|i will|i'll|safety|override|from now|disregard|user |execute|always|never|yes,|ok,)
0.6 | - | imitates a system message | system+message,system+note,system+override,system+notice,system+instruction,{system,{{system | (?:^|\n|\[|\{)\W{0,3}system(?: (?:message|note|override|notice|instruction|update))?\s{0,2}:\s{0,2}(?!linux|windows|macos)\w
0.65 | - | imitates a hidden prompt | begin+,end+ | \b(?:begin|end) (?:hidden|system|new|admin|secret) (?:prompt|instructions?|message)
""")

LINKS = rules(r"""
0.5 | - | holds a form that posts elsewhere | <form | <form\b[^>\n]{0,100}action=["']?https?://
0.05 | - | links out | :// | \b(?:https?|ftps?)://[^\s)>\]]{1,200}
0.15 | - | links to a file or another protocol | ftp://,file:// | \b(?:ftps?|file)://[^\s)>\]]{1,200}
0.55 | - | holds a link that runs code | javascript:,vbscript: | (?:\(|href=|src=|^|["'\s])(?:javascript|vbscript):[^\s]{2,100}
0.5 | - | holds a page inside a link | data:text/html | data:text/html[^\s)]{0,100}
0.2 | - | loads an image from afar | ![ | !\[[^\]\n]{0,200}\]\(\s?https?://[^)\s]{1,300}
0.3 | - | loads an image from afar | <img | <img\b[^>]{0,300}\bsrc=["']?(?:https?:)?//[^\s>]{1,200}
0.35 | - | holds a script of a page | <script,<object,<embed | <(?:script|object|embed)\b[^>\n]{0,200}>
0.6 | - | runs code in the reader's page | <iframe,onerror,onload,onclick,<script | <iframe\b[^>\n]{0,200}src=|<script>[^\n<]{0,40}(?:fetch|eval|location|xmlhttp)|\bon(?:error|load|click)=["']
0.5 | - | reads the page's cookies or text | document. | \bdocument\.(?:cookie|body)
0.7 | - | carries what the reader knows in an address | ?,& | (?:https?:)?//[^\s?]{1,200}\?[^\s=]{0,40}=?[^\s{}<\[%$(]{0,60}(?:\{|<|\[|%7b|\$)[^\n]{0,20}?(?:memor|conversation|chat|history|user|e-?mail|api_?key|token|secret|summary|context|prompt|password|cookie|text|data\b|content|note)
0.35 | - | leaves a gap to be filled in an address | ?,& | (?:https?:)?//[^\s?]{1,200}\?[^\s=]{0,40}=[^\s{}<\[]{0,60}\{\{
0.5 | - | loads an image whose address carries data | ![,<img | (?:!\[[^\]\n]{0,200}\]\(|<img[^>\n]{0,200}src=["']?)\s?https?://[^)\s?]{1,200}\?[^)\s=]{1,30}=[a-z0-9+/_%-]{40}
0.6 | - | puts an encoded chat into an address | base64( | https?://[^\s]{1,200}=\s?base64\(
0.45 | - | puts a secret into a host name | <secret,{secret,<token,{token,<data,{data,<key | (?:<|\{)(?:secret|token|data|key)s?(?:>|\})\.[a-z0-9-]{1,60}\.[a-z]{2,10}
0.45 | - | names a place made to collect data | webhook.site,pastebin.com,ngrok,requestbin,interact.sh,burpcollaborator,transfer.sh,pipedream | \b(?:webhook\.site|pastebin\.com|[\w-]{1,40}\.ngrok[\w.-]{1,20}|requestbin\.\w{2,5}|interact\.sh|burpcollaborator\.net|transfer\.sh)\b
0.3 | - | links to a bare number | http://,https:// | https?://\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b(?<!127\.0\.0\.1)
0.4 | - | calls a spreadsheet out to the net | hyperlink(,importxml(,webservice( | =(?:hyperlink|importxml|importdata|webservice)\(
0.4 | - | hides text from the eye by its style | style | \bstyle\s{0,2}=\s{0,2}["']?[^>"'\n]{0,80}?(?:display\s{0,2}:\s{0,2}none|visibility\s{0,2}:\s{0,2}hidden|font-size\s{0,2}:\s{0,2}0|opacity\s{0,2}:\s{0,2}0(?!\.)|color\s{0,2}:\s{0,2}(?:white|#fff))
0.2 | - | speaks in a comment nobody sees | <!--,[//]: | <!--[^\n]{0,200}|\[//\]: #[^\n]{0,200}
0.15 | - | folds text away without a title | <summary></summary> | <summary>\s{0,3}</summary>
""")

EXFILTRATION = rules(r"""
0.6 | - | sends what the user asks to an address | the+user's | https?://[^\s]{1,200}[^\n]{0,20}\bthe user's (?:last |next )?(?:question|message|input|query|words|answer)
0.5 | ! | sends private text away | attach,include | \b(?:attach|include)\b[^\n]{0,20}\b(?:address book|contacts?|notes|vault|history|conversation|journal|files)\b[^\n]{0,60}(?:https?://|[\w.+-]{1,40}@\w)
0.5 | ! | copies private text away | mirror,copy,sync | \b(?:mirror|copy|sync|replicate)\b[^\n]{0,20}\b(?:vault|notes|journal|conversation|history)\b[^\n]{0,20}(?:https?://|[\w.+-]{1,40}@\w)
0.55 | - | prints a secret of the environment | echo,printenv,print | \b(?:echo|printenv|print)\s{1,3}["']?\$?\{?[a-z_]{0,30}(?:_token|_key|_secret|password)\b
0.65 | ! | sends private text away | http,@,ftp:, to+me | \b(?:send|post|upload|forward|e-?mail|transmit|mail|submit|share|publish|leak|exfiltrate)\b[^\n]{0,30}\b(?:(?:a copy|copies) of (?:each|every|all|this|the (?:vault|chat|conversation|notes))|all|every|each|the whole|the full|the entire|the contents? of|everything)\b[^\n]{0,60}(?:https?://|ftp://|[\w.+-]{1,40}@\w)
0.5 | ! | sends private text away | http,@,ftp: | \b(?:send|post|upload|forward|e-?mail|transmit|mail|leak|exfiltrate|submit)\b[^\n]{0,30}\b(?:vault|journal|diary|conversation|chat(?: history)?|memor(?:y|ies)|contact list|contacts|history|private notes|index|secrets?|this sheet)\b[^\n]{0,60}(?:https?://|ftp://|[\w.+-]{1,40}@\w)
0.45 | - | sends on what was just read | read,answer,write,reply,search,session | \b(?:whenever|before each|after each|each time|every time|before every|after every|after reading)\b[^\n]{0,60}\b(?:transmit|send|post|upload|forward|add|append|it)\b
0.5 | - | copies all mail to somebody | bcc | \bbcc:?\s{0,2}[\w.+-]{1,40}@[^\n]{1,60}\b(?:every|all|each)\b|\b(?:every|all|each)\b[^\n]{0,40}\bbcc:?\s{0,2}[\w.+-]{1,40}@|\badd bcc:?\s[\w.+-]{1,40}@
0.5 | ! | forwards all mail | forward | \bforward(?:ing)?\b[^\n]{0,20}\b(?:all|every|last|the last)\b[^\n]{0,20}\bmails?\b[^\n]{0,10}\bto\b
0.45 | ! | forwards all mail | forwarding | \bset up forwarding of all\b
0.45 | ! | changes every answer | append,end+each,add+ | \b(?:append|end each|add the)\b[^\n]{0,80}(?:https?://|to each (?:answer|reply)|the user's)
0.6 | - | fetches orders from the net | load,fetch,read,open,download | \b(?:load|fetch|read|open|download|get)\b[^\n]{0,20}https?://[^\s]{1,200} and (?:follow|obey|execute|run|do)\b
0.6 | - | feeds files or secrets to a web address | curl,wget,invoke | \b(?:curl|wget)\b[^\n]{0,120}(?:\$\((?:env|cat|printenv|history)|@/etc/|@~/|file=@/|\.ssh/|\.env\b)
0.5 | - | pipes data to a bare host | nc,ncat,netcat | \|\s{0,3}(?:nc|ncat|netcat)\s{1,3}[\w.-]{3,60}\s{1,3}\d{2,5}
0.4 | - | does something for every secret | every+secret,each+secret,all+secrets | \b(?:every|each|all) secrets?\b
0.6 | - | sends all notes away (German) | sende,schick | \b(?:sende|schicke?|leite)\b[^\n]{0,30}\b(?:aller|alle|inhalt|sämtliche)\b[^\n]{0,60}(?:https?://|@)
0.6 | - | sends all notes away (French) | envoie,envoyez,transmet,transf | \b(?:envoie|envoyez|transmets|transmettez|transfère)\b[^\n]{0,20}\b(?:toutes|tous|les contacts|le contenu)\b[^\n]{0,60}(?:https?://|@)
0.6 | - | sends all notes away (Spanish) | envía,envia,manda | \b(?:envía|envia|envíe|manda)\b[^\n]{0,20}\b(?:todas|todos|el contenido|los contactos)\b[^\n]{0,60}(?:https?://|@)
0.6 | - | sends all notes away (Chinese) | 发送,上传,发到 | 把?(?:所有|全部)[^\n]{0,12}(?:发送|上传|发)到?[^\n]{0,6}(?:https?://|[\w.+-]{1,40}@)
0.6 | - | sends all notes away (Japanese) | 送信,アップロード,送って | (?:すべて|全て|全部)[^\n]{0,14}(?:https?://|[\w.+-]{1,40}@)[^\n]{0,60}(?:送信|アップロード|送って)
0.4 | - | deletes notes (Chinese, Japanese) | 删除,削除 | 把用户[^\n]{0,6}删除|ノートを削除してください
""")

PROCEDURES = rules(r"""
0.6 | - | pipes a web address into a shell | bash+<(,sh+<(,source+<( | \b(?:bash|sh|source|zsh)\s{1,2}<\(\s?(?:curl|wget)\b
0.5 | - | runs what it just fetched | curl,wget | \b(?:curl|wget)\b[^\n]{0,150}(?:&&|;)\s{0,2}(?:sudo )?(?:ba|z)?sh\s
0.6 | - | wipes a disk | -delete,dd+if,mkfs | \bfind / [^\n]{0,60}-delete\b|\bdd if=/dev/(?:zero|random)[^\n]{0,30}of=/dev/|\bmkfs\.\w{2,5} /dev/sd
0.4 | - | skips the review | self-approv | \bself-approv
0.4 | - | wants no trace in a log | audit+log,logs | \b(?:delete|clear|wipe|purge) the (?:audit )?logs?\b[^\n]{0,20}(?:afterwards|after|then)?
0.5 | - | switches checks off | node_tls,verify=false | \bnode_tls_reject_unauthorized\s{0,2}=\s{0,2}["']?0\b
0.35 | - | claims that the old account is gone | account | \bold account (?:is|was|has been) (?:closed|void|blocked)
0.35 | - | takes a check away | no+longer,skip+conf,bypass+conf | \b(?:approval|confirmation|review|verification)s? (?:is|are) no longer (?:required|needed|necessary)|\b(?:skip|bypass) (?:the |all )?confirmations?\b
0.3 | - | hurries a deploy | right+away,at+once,immediately | \b(?:deploy|merge|approve|transfer|pay)[^\n]{0,10} (?:right away|at once|immediately)
0.35 | - | puts another account in place | iban,account | \b(?:change|replace|swap|set) the (?:iban|account|payee)\b
0.35 | - | calls an address for each answer | followed+by,with+the+question,with+the+answer | \b(?:fetch|load|open|call|request)\b[^\n]{0,20}https?://[^\s]{1,200} (?:followed by|with the (?:question|answer|user))
0.6 | - | pipes a web address into a shell | curl,wget,iwr | \b(?:curl|wget|iwr)\b[^|\n]{0,200}\|\s{0,2}(?:sudo )?(?:ba|z|da)?sh\b|\b(?:curl|wget)\b[^|\n]{0,200}\|\s{0,2}(?:sudo )?(?:python3?|node|perl|iex)\b
0.6 | - | runs an encoded command | powershell | powershell(?:\.exe)?\b[^\n]{0,40}\s-e(?:nc|ncodedcommand|c)?\s
0.65 | - | wipes a disk | rm+ | \brm\s{1,3}-[rf]{2}\s{1,3}(?:--no-preserve-root\s|/(?:\s|$|\*|`)|~(?:/?\s|/?$|/?`)|\$home)
0.5 | - | opens files or the firewall to all | chmod,iptables,ufw | \bchmod -r 777 /|\biptables -f\b|\bufw disable\b
0.45 | ! | switches protection off | disab,turn+off,bypass,switch+off,turning+off | \b(?:disabl(?:e|ing)|turn(?:ing)? off|bypass(?:ing)?|switch off)\b[^\n]{0,20}\b(?:branch protection|security|certificate|signature|secure boot|two-?factor|2fa|mfa|audit|antivirus|firewall|approval)
0.35 | - | switches all checks off | disab,turn+off | \b(?:disabling|disable|turn off) all\b[^\n]{0,30}\b(?:checks|verification|security|protection)
0.5 | - | switches checks off | disable_checks,audit=disabled,log_level=off,verify=false | \b(?:disable_checks|audit=disabled|log_level=off|verify=false)\b
0.35 | - | claims an approval | pre-a,preau,already+approv,already+given,was+already,pre-approved | \b(?:pre-?(?:approved|authori[sz]ed)|already (?:been )?(?:approved|authori[sz]ed|cleared)(?: by)?|approval was already given)
0.35 | - | forbids to check back | no+,not+,without | \b(?:no (?:callback|confirmation|approval|verification|questions?|review) (?:is )?(?:needed|required|necessary)|no need to (?:read|check|verify|ask)|(?:do not|don't) (?:ask for (?:confirmation|approval)|verify|double-?check|call back)|without (?:any )?(?:reading|confirmation|verification|checking))
0.35 | ! | skips the review | skip,approve,review | \b(?:skip|bypass)(?:ping)? (?:the |all |code )?(?:reviews?|checks|this file|them|approval|tests)\b|\bskip them\b|\bapprove automatically\b
0.3 | - | moves a payment to another account | account,iban,compte | \b(?:account|iban|bank details)\b[^\n]{0,20}\b(?:changed|is now|new)\b|\bnew (?:bank )?account\b|nouveau compte|\bany account\b
0.2 | - | names a bank account | 0,1,2,3,4,5,6,7,8,9 | \b[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){3,7}
0.25 | - | hurries a payment | pay,refund,transfer | \b(?:pay|send|transfer) (?:at once|immediately|right away|now|without)\b|\bpay[^\n]{0,10}\bat once\b|\bfull amount to\b
0.3 | - | claims an approval (French, German) | déjà,bereits,ne+pas+v,ohne+pr | \bdéjà approuvé|\bne pas vérifier|\bbereits genehmigt|\bohne prüfung
0.35 | - | widens whom to trust | trust | \btrust(?:ed)? (?:the )?(?:domains?|hosts?)\b|--trusted[-]host
0.35 | - | installs packages from elsewhere | --index,--registry,--extra-index | --(?:extra-)?index[-]url\s{1,2}http://|--registry[=\s]http://
0.4 | - | lets a key in | authorized_keys | \bauthorized_keys\b
0.15 | - | runs as root | root,sudo | \bas root\b|\bsudo\b
0.35 | - | pushes over the shared branch | push | \bpush\b[^\n]{0,30}(?:--force(?!-with)|\s-f\b)[^\n]{0,30}\b(?:main|master)\b|--no-verify\b
0.25 | - | fetches over an open line | http:// | \bhttp://(?!localhost|127\.)[a-z0-9-]{1,60}\.[^\s]{1,200}
0.5 | - | gives rights to anybody | any,every | \b(?:grant|give) (?:admin|root|full|access)\b[^\n]{0,20}\b(?:any(?:body|one)|every(?:body|one))
0.45 | - | closes alarms unread | alert,alarm,warning | \b(?:close|ignore|dismiss)\b[^\n]{0,20}\bwithout reading\b|\ball security alerts are false
0.45 | - | wants no trace in a log | logged,audit,log | \bso that nothing is logged\b|\bdrop the audit\b|\bhide the rule\b
0.35 | - | switches checks off (German) | abschalt,deaktivier | \b(?:prüfung|kontrolle|virenschutz|firewall)\w{0,3} (?:abschalten|deaktivieren)
0.4 | - | has a secret pasted or sent | token,password,key,code | \b(?:export|paste|post|mail|copy|send)\b[^\n]{0,30}(?:_token|session token|admin password|private key|one-time code|your password)\b[^\n]{0,60}(?:https?://|@)
""")
"""What is high in impact counts only from sources that nobody vouches for."""

KNOWN_INSTALLERS = (
    "//astral.sh/",
    "//sh.rustup.rs",
    "//get.docker.com",
    "//get.k3s.io",
    "//deno.land/",
    "//bun.sh/",
    "//install.python-poetry.org",
    "//starship.rs/",
    "//tailscale.com/",
    "//raw.githubusercontent.com/homebrew/",
    "//raw.githubusercontent.com/nvm-sh/",
    "//raw.githubusercontent.com/helm/",
    "//nixos.org/",
    "//ollama.com/",
)
"""Addresses whose makers tell everybody to pipe them into a shell; with https alone."""

_BLOB = re.compile(r"[A-Za-z0-9+/_-]{24,4000}={0,2}")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}){14,2000}")
_BLOBS = 12
_MIN_WORDS_SHARE = 0.95
_RUNS = "pipes a web address into a shell"


def is_known_installer(sign: Sign) -> bool:
    """Tell whether a sign is but the way in which a well-known tool is installed."""
    return sign[1] == _RUNS and runs_known_installer(sign[2])


def runs_known_installer(words: str) -> bool:
    """Tell whether the one address in a shell line is that of a well-known installer."""
    is_safe = "https:" + next((host for host in KNOWN_INSTALLERS if host in words), "-") in words
    return is_safe and words.count("://") == 1


def decoded(text: str) -> Iterator[str]:
    """Yield the readable texts that stand in base64 or hex, one level deep, a dozen at most."""
    for pattern, decode in ((_BLOB, _base64), (_HEX, bytes.fromhex)):
        for _, found in zip(range(_BLOBS), pattern.finditer(text), strict=False):
            data = decode(found[0])
            said = data.replace(b"\0", b"").decode("utf-8", "replace")
            fine = sum(c.isprintable() or c.isspace() for c in said) - said.count("\ufffd")
            if said and fine >= _MIN_WORDS_SHARE * len(said) and " " in said:
                yield said


def _base64(blob: str) -> bytes:
    bare = blob.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(bare[: len(bare) - (len(bare) % 4 == 1)] + "==")
    except (binascii.Error, ValueError):
        return b""
