"""The words by which poison shows itself: tables of rules, and how one rule reads a text.

Pure; called by `memories.suspicion`. Every weight is the chance that a memory with this sign alone
is poison, chosen by hand; re-run `benchmarks/poisoning_cases.py` through `suspect` if one moves.

In a pattern a space stands for white space or a comma, `<n>` for up to n words. No repetition is
nested without a bound, and a rule runs only where one of its `needs` stands in the text: both keep
the time linear.
"""
# ruff: noqa: E501 -- a rule stands on one line

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.suspicion_folding import Sign

REPORTED = 0.3
"""What is left of a weight where the words are quoted by somebody who reports an attack."""

NOT_AN_ORDER = 0.35
"""And where a verb is not the beginning of an order: *rules override all previous rules*."""

_LINE_CHARS = 300
"""How far around a match quotes and report words are looked for."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One way in which words show poison."""

    weight: float
    name: str
    """What it does, for a person."""
    needs: tuple[str, ...]
    """Without one of these the pattern cannot match."""
    pattern: str
    """As the table has it; `_compiled` makes a regular expression of it when it is first needed."""
    is_order: bool
    """Whether the match begins with a verb that counts in full only as an order."""


def rules(table: str) -> tuple[Rule, ...]:
    """Read a table: weight | `!` for an order | name | needs, by commas | pattern."""
    found = []
    for line in table.strip().splitlines():
        weight, mark, name, needs, pattern = (part.strip() for part in line.split(" | ", 4))
        words = tuple(need for need in needs.replace("+", " ").split(",") if need)
        found.append(Rule(float(weight), name, words, pattern, mark == "!"))
    return tuple(found)


@cache  # when first needed: all of them take a tenth of a second
def _compiled(pattern: str) -> re.Pattern[str]:
    for part, words in _PARTS.items():
        pattern = pattern.replace(f"%{part}%", words)
    pattern = pattern.replace(" ", r"(?:[\s,;:]{1,3})")
    pattern = re.sub(r"<(\d)>", r"(?:[^\\s,;:.!?]{1,40}[\\s,;:]{1,3}){0,\1}", pattern)
    return re.compile(pattern)


_PARTS = {
    "drop": (
        r"\b(?:ignor(?:e|ing)|disregard|forget|override|overrule|bypass|discard|neglect|drop"
        r"|stop following|stop obeying|pay no attention to|do(?: not|n't) (?:follow|obey|heed)|don't (?:follow|obey|heed)"
        r"|set aside|put aside|abandon|leave aside|throw out)"
    ),
    "old": (
        r"(?:previous(?:ly)?|prior|above|earlier|preceding|existing|original|former|past|initial"
        r"|system|safety|foregoing|old)"
    ),
    "orders": (
        r"(?:instructions?|guidance|rules|prompts?|guidelines?|directions|directives?|orders|commands?"
        r"|messages?|polic(?:y|ies)|constraints|training|context|programming|restrictions)\b"
    ),
    "ai": (
        r"(?:ai|ais|llms?|(?:large )?language models?|assistants?|(?:ai )?agents?|chatbots?|bots?"
        r"|summari[sz]ers?|gpt|chatgpt|claude|gemini|copilot|models?)"
    ),
    "secret": (
        r"(?:pass(?:word|phrase|code)s?|p@ssw[0o]rds?|api keys?|access keys?|private keys?|ssh keys?"
        r"|secrets?|tokens?|(?:master|admin|root) pass(?:word|phrase)s?|seed (?:phrases?|words)|recovery (?:codes?|phrases?|words)|backup codes?"
        r"|one time codes?|2fa codes?|otp|cvv|pin|card numbers?|credentials|session cookies?"
        r"|\.env\b|environment variables|env vars|id rsa|(?:npm|github|aws|api) (?:token|secret))"
        r"(?! (?:fields?|counts?|managers?|resets?|polic|pages?|length|prompt|hash|rotation|limit"
        r"|budget|usage|expir(?:es?|ation)|ring))"
    ),
    "said": (
        r"\b(?:in|into|to|at|as part of) (?:your|the|each|every|this|his|next|our)? ?<1>"
        r"(?:repl(?:y|ies)|answers?|response|chat|log|summary|report|output|title|support|message"
        r"|form|conversation|comment)"
    ),
    "user": r"(?:the user|users|the owner|the operator|the human|your user|anyone|anybody)",
}

OVERRIDE = rules(r"""
0.5 | - | calls its reader's rules void | given+to+you,told+you,gave+you | \b%orders% (?:that (?:was|were) )?(?:given|told) (?:to )?you\b|\b%orders% (?:they|we|i|he|your developers?) gave you\b
0.55 | - | names a new master | your+ | \b(?:consider|treat|regard|accept|see) <3>(?:as )?your (?:new )?(?:operator|master|boss|owner|administrator|admin|principal)\b
0.35 | - | claims to be an administrator | i+am+,i'm+ | \bi(?: am|'m) (?:the|your|an?) <1>(?:administrator|admin|developer|operator|root)\b
0.55 | - | frees its reader from asking | permission,consent,approval,confirmation | \byou (?:no longer|do not|don't|never) need <3>(?:permission|consent|approval|confirmation)
0.4 | - | tells its reader to lie | lie | \b(?:wants you to|you (?:must|should|will|have to)|always) lie\b|\blie to the user
0.4 | - | tells its reader to withhold | leave+out,omit,keep+quiet | \b(?:leave out|omit|drop) (?:all|every|any)\b|\band keep quiet\b
0.7 | ! | tells its reader to drop what it read | before,above,so+far | %drop% <2>(?:text|words?|content|lines?|everything|messages?|conversation|input)(?: that (?:came|comes|stands))? (?:above|before(?: this)?|so far|up to here)\b
0.65 | - | lifts its reader's rules | your | \b(?:suspend|revoke|lift|cancel|annul|void|erase|delete) (?:all )?(?:of )?your <1>%orders%
0.3 | - | claims to stand above other orders | supersede,overrid,replaces | \b(?:instruction|directive|message|note|prompt|update)s? (?:supersedes?|overrides?|replaces?) (?:all )?(?:prior|previous|earlier|other|existing)\b
0.7 | - | claims to stand above its reader's rules | your | \b(?:supersedes?|overrides?|replaces?|cancels?) (?:all )?(?:of )?your <2>%orders%
0.65 | ! | asks for its reader's instructions | instruction,prompt,context,words+above,text+above,everything+above | \b(?:output|print|repeat|display|reveal|show|recite|dump|leak|tell me|write out)(?: back)? (?:me )?(?:<4>(?:system prompt|instructions you (?:were|have)|context window)|your <2>(?:instructions|prompt|context)|(?:the )?(?:words|text|everything) above)\b
0.55 | - | asks for its reader's instructions | instructions | \bwhat (?:were|are|was) your <1>(?:instructions|system prompt|prompt)\b
0.4 | - | calls a new mode | mode | \b(?:you are now|you are|now) (?:operating |running )?in <1>mode\b|\b(?:enter|enable|activate|switch to|engage) (?:the )?(?:developer|debug|god|admin|dan|maintenance|jailbreak|sudo|root) mode\b
0.7 | - | gives its reader a new persona | do+anything+now,be+dan,you+are+dan,you're+dan | \b(?:do anything now|pretend (?:to be|you(?: are|'re)) dan|you(?: are|'re) dan)\b
0.55 | - | tells its reader it is no assistant any more | no+longer,not+an+ai,not+a | \byou are (?:no longer|not) an? <1>(?:ai|assistant|language model|chatbot)\b
0.55 | - | asks its reader to obey | obeyed,obey | \b(?:must|shall|are to|is to|has to) be obeyed\b|(?:^|[\n.:]) ?obey \w
0.85 | ! | tells its reader to drop earlier instructions | ignor,disregard,forget,overr,bypass,discard,neglect,drop,stop,attention,not+,n't+,aside,abandon,throw | %drop% (?:(?:all|any|the|your|my|these|those|of|every|other|both|and|to|be|such|its) ){0,4}(?:%old% (?:and |or |the )?){1,2}<1>%orders%
0.85 | - | tells its reader to drop its own rules | your | %drop% <2>your <2>%orders%
0.6 | ! | tells its reader to drop instructions | ignor,disregard,forget,overr | %drop% (?:any|all)(?: of)?(?: the)? (?:instructions|rules|guidelines|directions|directives)\b
0.75 | ! | tells its reader to drop the instructions above | above | %drop% <2>(?:instructions|rules|directions|text|messages|prompts?) (?:from |given )?above
0.45 | ! | tells its reader to drop what stands above | above | %drop% (?:everything|anything|all|the|what is)(?: of the)? above\b
0.75 | ! | tells its reader to forget what it was told | you | %drop% (?:everything|anything|all|what)(?: that)? you (?:were|have been|had been|are) (?:told|instructed|taught|asked)
0.65 | - | calls its reader's rules void | your | \byour <2>(?:instructions|guidelines|rules|system prompt|prompt|polic(?:y|ies)|directives) <2>(?:void|outdated|obsolete|cancelled|canceled|suspended|revoked|replaced|superseded|invalid|lifted)
0.65 | - | calls its reader's rules void | you+ | \binstructions (?:that )?you (?:received|were given|got|have|had) <2>(?:no longer|do not|don't) (?:apply|hold|count)
0.5 | - | reaches for its reader's system prompt | your+,the+ | \b(?:your|the) (?:system prompt|hidden instructions|initial prompt|hidden prompt) (?:is|are|was|verbatim|in full|word for word)
0.65 | ! | asks for its reader's system prompt | system+prompt,hidden,initial+prompt,your+instructions | \b(?:reveal|share|output|print|show|repeat|leak|give|tell|display|quote|recite) <2>(?:your|the) (?:system prompt|hidden instructions|initial prompt|hidden prompt|instructions verbatim)
0.65 | - | gives its reader a new task | your+ | \byour (?:new|only|real|true|actual) (?:tasks?|goals?|instructions?|roles?|objectives?|purpose|name|mission|job|persona|identity) (?:is|are|now|will)\b
0.4 | - | announces new instructions | new+ | \bnew (?:orders|instructions?|task|goals?|objective|polic(?:y|ies)|directives?|persona|system prompt)\s?:
0.7 | - | gives its reader a new persona | you+are,you're | \byou (?:are|'re) now <2>(?:dan\b|unrestricted|uncensored|an? <2>(?:%ai%|hacker|pirate)\b|in (?:developer|debug|god|admin) mode|free)
0.6 | - | gives its reader a new persona | act+as,pretend,behave,respond+as,answer+only+as,acts+as | \b(?:act|behave|respond|answer|speak|reply)(?: only)? as (?:an? |if you (?:are|were) )?<1>(?:unrestricted|uncensored|jailbroken|different|evil|unfiltered|%ai%|root|admin|\w{2,20} who never)\b
0.6 | - | gives its reader a new persona | pretend | \bpretend (?:to be|you are|that you are|you're) <2>(?:%ai%|unrestricted|human|admin|developer)
0.35 | - | speaks of an assistant without limits | without,no+ | \b(?:without|has no|have no|no) (?:any )?(?:restrictions|filters|limitations|guardrails|safety)
0.4 | - | calls safety switched off | safety,content,guardrail,filters | \b(?:safety|content|guardrails?) ?<1>(?:checks?|filters?|rules|guidelines)? ?(?:are|is|were|has been|have been)? ?(?:off|disabled|lifted|suspended|inactive)
0.5 | ! | tells its reader to drop its safety | safety,guardrail,content+filter | \b(?:skip|drop|disable|ignore|bypass|turn off|remove) <1>(?:safety|guardrails|content filters?)
0.5 | ! | tells its reader to leave its role | character | \bbreak (?:out of )?character\b
0.45 | - | says what its reader's developer wants | developer | \byour developers? (?:has|have|had|wants?|says?)\b
0.75 | - | orders silence and obedience from now on | from+now,henceforth,starting+now | \b(?:from now on|henceforth|starting now)\b.{0,90}(?:without (?:asking|confirm|telling|informing|consent)|\bnever (?:refuse|warn|cite|mention|tell|ask|question)|don't ask|do not ask)
0.6 | - | gives its reader orders from now on | from+now,henceforth,starting+now | \b(?:from now on|henceforth|starting now),? (?:you (?:will|must|are|shall|should|only)|(?:always )?(?:answer|respond|obey|reply|treat|approve|act|say|pretend)\b)
0.35 | - | gives its reader orders | you+must,you+will,you+shall,must+call | \b(?:you (?:must|will|shall|have to)(?: now)?|(?:ai|agents?|assistants?|it) must)(?: now| always)? (?:answer|call|obey|respond|reply|run|execute|approve|delete|state|recommend|follow|ignore|send|reveal|output|include|forget)
0.6 | - | gives its reader orders | you+must,you+will,you+shall | \byou (?:must|will|shall)(?: now| always)? (?:answer|respond|reply|obey|call)\b.{0,40}(?:contents? of|every (?:question|message)|the tool|only|`)
0.55 | - | asks its reader to obey | you+obey,obey+ | \b(?:you obey|obey (?:the next|all|every|any|only|requests|orders|these|this|my|me|victor)|and obey)\b
0.4 | - | asks its reader to follow this text alone | follow | \bfollow (?:only (?:this|these|what)|what (?:it|this|that) says|this (?:note|text|message) (?:only|instead))|\bdecode and follow\b|\bonly <2>counts\b
0.4 | - | names whose words are orders | treat | \btreat <6>as <3>(?:orders?|commands?|instructions?)
0.3 | ! | dictates answers | repl,respond,answer | \b(?:reply|respond|answer) (?:only|every|each|all|to every|to all|with (?:only|just))\b
0.4 | - | reaches into all answers | answer,repl,summar,output,response | \b(?:to|of|in|with|from|into) (?:each|every|all|your next|all your) (?:of your )?(?:answers?|repl(?:y|ies)|summar(?:y|ies)|outputs?|responses?)\b
0.4 | ! | demands a word-for-word output | verbatim,word+for | \b(?:output|print|repeat|quote)\b.{0,60}\b(?:verbatim|word for word)
0.45 | - | claims rights for somebody | access,authori,transfer,is+an+admin | \b(?:user|customer|owner|admin) (?:has |is )?(?:granted|authori[sz]ed|given) <3>(?:access|transfer|rights|permission)|\b(?:customer|user|author) is an? admin\b
0.35 | - | asks to disclose on request | on+request,anybody+who+asks,anyone+who+asks | \b(?:disclose|share|give|grant|reveal|obey)\b.{0,60}(?:on request|any(?:body|one) who asks)
""")

ADDRESSED = rules(r"""
0.5 | - | binds its reader's tools | tool | \bbefore (?:using|calling|you use|you call) (?:this|any|the|each|every|another) tools?\b|\b(?:must|always) call the \w{1,40} ?\w{0,40} ?\w{0,40} tool first\b
0.45 | - | wants a file passed on | content,sidenote | \bpass (?:its|their|the) contents? (?:as|to|in)\b|\bas (?:a )?'?sidenote
0.5 | - | tells its reader to hide what it does | mention,tell,disclose,reveal,say | \b(?:do not|don't|never) (?:mention|tell|disclose|reveal|say|admit)(?: to)?(?: anyone| anybody)? (?:that you|how you|why you|these (?:lines|instructions|words)|this (?:note|instruction|rule|message))\b
0.5 | - | writes itself into its reader's memory | memory | \b(?:save|store|write|add|keep|put)(?: this| it| these)? (?:in|to|into) your (?:long term )?memory\b|\byour memory (?:has been|was|is now|must be) (?:updated|changed|corrected)
0.3 | - | writes itself into its reader's memory | remember | \bremember (?:this )?(?:forever|permanently|for all time|from now on)\b
0.45 | - | claims what the user allows once and for all | the+user | \bthe user (?:(?:always|permanently|has|already|hereby) ){0,2}(?:consents?|consented|authori[sz]e[sd]?|waives?|waived|trusts?|permits?|allows?)\b.{0,50}\b(?:all|every|any|without|anything|everything|sharing)\b
0.45 | - | wants what the user writes copied | user | \b(?:everything|anything|whatever|all) (?:that )?the user (?:types?|says?|writes?|sends?|asks?)\b.{0,60}(?:mirror|cop(?:y|ied)|sent|send|forward|log|http)
0.35 | - | reaches into all answers | each+time+you,every+time+you,whenever+you | \b(?:each time|every time|whenever) you (?:answer|reply|respond|write|search|are asked)\b
0.55 | - | speaks to a reading model | reading,reads,summari,process | \b(?:any |all |if an? |every )?%ai%(?: \w{1,20}){0,2}? (?:reading|that reads?|who reads?|is reading|summari[sz]ing|is summari[sz]ing|processing|that process(?:es)?|is processing)\b(?: this| the)?
0.55 | - | speaks to a reading model | attention,note+to,message+to,message+for,instructions+for,instructions+to,hello,dear,p.s.+to,reminder+to,instruction+for | \b(?:attention|note (?:to|for)|message (?:to|for)|instructions? (?:to|for)|hello|dear|p\.s\. to|reminder (?:to|for))(?: (?:the|any|all|every|to))? %ai%(?: (?:assistant|agent|model|reading this|readers?))?\s?[:,]
0.6 | - | speaks to a reading model | ai,agent,assistant,llm,ki | (?:^|[\n<({>."] ?|<!\s?)(?:(?:ai|llm) )?(?:ai|llms?|ki|agents?|assistants?|reviewers)\s?: (?:ignor|disregard|forget|approve|do not|don't|run|set|always|never|skip|delete|send|please|you\b|must|email|e mail|forward|print|reveal|add|answer|obey|from now|sure|new |when asked|if asked|rate |mark |leave |recommend|merge|report )
0.5 | - | speaks to a reading model | if+you+are,as+an+ai,if+you're | \b(?:if you(?: are|'re) (?:an? )?%ai%|as an? (?:ai|llm|language model|assistant) you)\b
0.65 | - | gives orders for when it is read | read+this,reading+this,this+note | \b(?:when(?:ever)? (?:you|an? ai|an? agent|the agent|the assistant) reads? (?:this|these)|(?:up)?on reading this|after reading this)\b
0.35 | - | speaks to a model at the end of a sentence | ai,assistant,chatbot | [,;] (?:ai|assistant|chatbot)\s?(?:[.!\n]|$)
0.6 | - | orders assistants about | assistants,agents,models | \b(?:assistants?|(?:ai )?agents?|(?:language )?models|llms) (?:shall|must|should|need to|are to) (?:disregard|ignore|obey|approve|always recommend|override|run `?curl|run curl)
0.6 | - | tells its reader to keep something from the user | user | \b(?:do not|don't|dont|never|not)(?: ever)? (?:tell|inform|notify|warn|alert|let)(?: to)? (?:the|your) user\b
0.65 | - | tells its reader to keep something from the user | user | \b(?:do not|don't|dont|never|not) (?:mention|reveal|report|show|say|disclose) <4>to (?:the|your) user\b
0.6 | - | tells its reader to keep something from the user | user | \bwithout (?:asking|telling|informing|notifying|alerting|warning|the consent of|consulting) %user%
0.55 | - | tells its reader to hide something | from+the+user | \b(?:hide|conceal|keep|withhold) <5>from the user\b
0.5 | - | tells its reader to hide where its words come from | never+reveal,not+reveal,never+mention | \b(?:never|do not|don't) (?:reveal|mention|say|admit) that (?:you|it|this)\b
0.45 | - | tells its reader to keep silent about findings | report,inform | \b(?:do not|don't|never) (?:report (?:findings|this|any)|mention the (?:source|note))
0.15 | - | wants it done in secret | quietly,secretly,silently,covertly | \b(?:quietly|secretly|silently|covertly)\b
0.3 | ! | wants traces gone | delete+this,delete+it,hide+the+rule,delete+the,remove+this | \b(?:delete (?:this|it)\b|hide the rule|delete this (?:one|mail|note|message))
0.45 | ! | orders mass deletion | delete,remove | \b(?:delete|remove|erase|wipe|call) <3>(?:on )?(?:every|all|each) (?:notes?|files?|tests|memor|backups|mails?|messages?)\b
0.45 | - | always pushes one choice | recommend | \balways recommend\b.{0,80}\b(?:never|hide|omit)\b|\b(?:always recommend|recommend this candidate)\b
0.6 | - | speaks to a reading model | chatbot,to+any,model | \b(?:to any (?:chatbot|ai|llm|model|agent)|hello (?:model|ai|assistant))\b
0.45 | - | mass approval | approve | \bapprove (?:each|every|all|any|requests of|automatically|and merge)\b
""")

CREDENTIALS = rules(r"""
0.7 | - | has the user give a secret away | user | \b(?:have|make|let|get) the user (?:to )?(?:type|enter|give|provide|send|tell|paste|say|share) <5>%secret%
0.6 | ! | asks for somebody's secret | 's+ | \b(?:obtain|get|collect|find out|request|ask for|make sure to get|to get) (?:the|an?|any|your) (?:user|admin|owner|customer|colleague)'s <4>%secret%
0.6 | - | asks for card data | cvv,card+number,security+code | \b(?:ask|get|collect|request|obtain|demand)\b.{0,60}\b(?:cvv|card number)\b
0.35 | - | has something put into the answer | your+ | \b(?:include|put|write|show|add|paste) <4>in(?:to)? your (?:next )?(?:answer|reply|response|output)\b
0.65 | - | asks the user for a secret (German) | vom+nutzer,vom+benutzer | \bvom (?:be)?nutzer <3>(?:passwort|kennwort|pin|zugangsdaten)\b.{0,20}(?:geben|nennen|schicken|sagen)
0.75 | - | asks the user for a secret | user,owner | \b(?:ask|request|collect|demand|prompt|get|obtain)(?: from)? (?:the|your|every) (?:user|owner|customer)s? (?:for|to (?:type|enter|send|give|provide|tell|share|confirm)) <4>%secret%
0.75 | - | asks the user for a secret | user | \b(?:ask|request|collect|demand|obtain|get) <4>%secret% (?:of|from) (?:the|your|every) user
0.45 | ! | asks for a secret | ask+for,request+the,ask+the+user | \b(?:ask for|request) (?:the|a|an|any|their|his|her) <2>%secret%
0.6 | - | asks the user for a secret | user+ | \bthe user (?:has to|must|should|needs to) (?:send|type|give|provide|tell|reply|enter) <6>%secret%
0.75 | ! | has a secret written where others read it | print,paste,reveal,export,show,dump,list,send,include,quote,share,repeat,post,put,add,write,provide | \b(?:print|paste|reveal|export|show|dump|list|send|include|quote|share|repeat|post|put|add|write|provide)\b <6>%secret%.{0,60}?%said%
0.5 | ! | has a secret revealed | print,reveal,dump,disclose,leak,share,list,include | \b(?:print|reveal|dump|disclose|leak|share|list|include) <3>%secret%
0.5 | ! | has a secret sent away | send,mail,forward,upload,post,paste,copy,email | \b(?:send|mail|e mail|email|forward|upload|post|paste|copy|transmit)\b <6>%secret%.{0,60}?(?:https?:|@|\bto (?:support|the share|us|me|a)\b)
0.55 | - | asks for the reader's secret | your+ | \b(?:provide|confirm|enter|reply with|send us|send me|give us|mail|needs?|tell us) <2>your (?:<2>)%secret%.{0,80}?(?:\bhere\b|\breply|\breplying|@|\bchat\b|\bmail\b)|\bconfirm your <1>credentials\b
0.5 | ! | has a key file read | .aws,.env,/etc/,.ssh,mcp.json,.cursor | \b(?:read|cat|open|quote|run cat|run|paste)\b.{0,30}(?:\.ssh/|\.aws/|\.cursor/|mcp\.json|/etc/shadow|/etc/passwd|contents of \.env)
0.4 | - | has it quoted in the answer | in+the+answer,in+your+reply,in+your+next,into+your,here,the+output | \b(?:quote|include|paste|repeat)\b.{0,30}\b(?:in the answer|in(?:to)? your (?:next )?(?:reply|answer|response)|the output here|in the summary)
0.5 | - | gives an admin's secret away | password,recovery | \b(?:give|send|reply with|mail) (?:them|him|us|me) the <2>%secret%|\breply with the recovery codes
0.4 | ! | copies a secret | copy,export | \b(?:copy|export) (?:the|all|your) <2>(?:private key|secrets?|credentials|environment)
0.45 | - | wants the keys | keys | \bprint the keys\b
0.6 | - | asks the user for a secret (German) | nutzer,user,kunden | \b(?:frage?|bitte|fordere) (?:den|die|deinen) (?:be)?(?:nutzer|anwender|kunde)\w{0,3} (?:nach|um) <4>(?:passwort|kennwort|pin|schlussel|zugangsdaten|token)
0.6 | - | has a secret revealed (German) | passwort,kennwort,schlussel,zugangsdaten,token | \b(?:sende|schicke?|verrate|nenne|zeige?|leite|poste|kopiere) <4>(?:passwort|passworter|kennwort|privaten? schlussel|zugangsdaten|api schlussel|token)\b
0.65 | - | asks the user for a secret (French) | utilisateur | \b(?:demande[rz]?|reclame[rz]?) (?:<5>(?:mot de passe|code|cle (?:api|privee)|identifiants) a l'utilisateur|a l'utilisateur <3>(?:mot de passe|code|cle|identifiants))
0.6 | - | has a secret revealed (French) | mot+de+passe,cle+,jeton,identifiants | \b(?:envoie|envoyez|transmets|transmettez|donne[rz]?|revele[rz]?|affiche[rz]?) <2>(?:mots? de passe|cles? (?:api|privee)|jeton|identifiants)
0.65 | - | asks the user for a secret (Spanish) | usuario | \b(?:pide|pida|solicita|solicite|pregunta)(?:le)? (?:<4>(?:contrasena|clave|token|pin) al usuario|al usuario <3>(?:contrasena|clave|token|pin))
0.6 | - | has a secret revealed (Spanish) | contrasena,clave,token,credenciales | \b(?:envia|envie|manda|mande|revela|revele|muestra|muestre) <2>(?:contrasena|clave (?:api|privada)|token|credenciales)
0.7 | - | asks the user for a secret (Chinese) | 密码,密钥,验证码,令牌 | (?:向|问|请|让)用户.{0,4}(?:索取|索要|询问|要|提供|输入|发送).{0,6}(?:密码|密钥|验证码|令牌)
0.65 | - | has a secret revealed (Chinese) | 密码,密钥,验证码,令牌 | 把.{0,8}(?:密码|密钥|验证码|令牌).{0,4}(?:发送?给?|粘贴|告诉|输出|交给)|(?:发送|输出|泄露|透露|打印).{0,6}(?:密码|密钥|验证码|令牌)
0.65 | - | has a secret revealed (Japanese) | パスワード,秘密鍵,鍵,apiキー,トークン,暗証番号 | (?:パスワード|秘密鍵|apiキー|トークン|暗証番号)を?.{0,6}(?:尋ね|聞い|聞き|要求し|送信し|送って|教えて|送り|出力し|貼り付け)
0.55 | - | has a secret revealed (Russian) | парол,ключ,токен | (?:отправь|пришли|спроси|запроси|покажи|выведи)(?:те)? <4>(?:пароль|ключ|токен)
""")

FOREIGN = rules(r"""
0.7 | - | tells its reader to drop what it read (German) | alles | \b(?:ignoriere?|vergiss|missachte)(?: bitte)? alles (?:was )?(?:zuvor|bisher|vorher|oben|bis jetzt|bislang|du)\b
0.6 | - | asks for its reader's instructions (German) | prompt,anweisung | \b(?:gib|zeige?|verrate|nenne|wiederhole) <3>(?:system ?prompt|systemprompt|deine <1>anweisungen)
0.65 | - | asks for its reader's instructions (French) | instruction,prompt,consigne | \b(?:revele[rz]?|affiche[rz]?|montre[rz]?|repete[rz]?|donne[rz]?)(?: moi)? (?:tes|ton|vos|votre) <1>(?:instructions|prompt|consignes)
0.55 | - | gives its reader a new persona (French) | comme+si+tu,tu+es+maintenant | \bfais comme si tu n'?(?:avais|etais|as) |\btu es (?:maintenant|desormais) un\w?\b
0.65 | - | asks for its reader's instructions (Spanish) | prompt,instruc | \b(?:revela|muestra|repite|imprime|dime) (?:tu|tus|el) <1>(?:prompt|instrucciones)
0.55 | - | gives its reader a new persona (Spanish) | actua,ahora+eres | \bactua como <4>sin (?:restricciones|limites|filtros)|\bahora eres un
0.65 | - | asks for its reader's instructions (Chinese) | 系统提示,系統提示 | (?:输出|显示|泄露|打印|告诉|重复|透露).{0,6}(?:系统提示|系統提示)
0.65 | - | tells its reader to drop what it read (Chinese) | 忽略,无视,忘记,忘掉 | (?:忽略|无视|忘记|忘掉)(?:你|之前|以上|上述|上面|前面|先前|所有|全部|一切|的|说过){2,6}(?:内容|对话|文字|信息|话)
0.65 | - | asks for its reader's instructions (Japanese) | システムプロンプト | システムプロンプト(?:を|の内容を)?.{0,4}(?:表示|出力|教え|見せ|公開)
0.65 | - | tells its reader to drop what it read (Japanese) | 忘れ,無視 | (?:今まで|これまで|上記|以前|ここまで)の?(?:会話|内容|文章|やり取り)(?:は|を)?(?:すべて|全て|全部)?(?:は|を)?(?:忘れ|無視)
0.65 | - | asks for its reader's instructions (Russian) | промпт | (?:покажи|выведи|раскрои|напиши)(?:те)? <2>(?:системн\w{1,3} )?промпт
0.8 | - | tells its reader to drop its rules (German) | anweisung,regel,vorgabe,befehl,instruktion,kontext | \b(?:ignorier(?:e|en|t)?|vergiss|vergessen sie|missachte|verwirf|uberschreibe|umgehe)\b (?:sie )?<2>(?:dein\w{0,3}|all\w{0,2}|bisherig\w{1,2}|vorherig\w{1,2}|vorig\w{1,2}|obig\w{1,2}|fruher\w{1,3}) <2>(?:anweisung|regel|vorgabe|befehl|instruktion|kontext)
0.6 | - | tells its reader to keep silent (German) | nutzer,anwender | \b(?:sag|sage|verrate|erzahle?|melde) (?:es )?(?:dem|der|deinem) (?:be)?(?:nutzer|anwender)\w{0,3} (?:nichts|nicht|kein)
0.6 | - | gives its reader a new persona (German) | du+bist | \bdu bist (?:jetzt|ab jetzt|nun|ab sofort) (?:ein|eine|kein|der|die)\b
0.6 | - | orders obedience from now on (German) | ab+sofort,ab+jetzt,von+nun | \b(?:ab sofort|ab jetzt|von nun an)\b.{0,80}ohne (?:nachzufragen|ruckfrage|zu fragen|bestatigung)
0.8 | - | tells its reader to drop its rules (French) | instruction,consigne,regle,directive | \b(?:ignore[rz]?|oublie[rz]?|neglige[rz]?|contourne[rz]?|ne (?:tiens?|tenez) (?:pas|plus|aucun) compte) (?:<3>(?:instructions|consignes|regles|directives) (?:precedentes?|anterieures?|ci dessus|donnees)|(?:toutes )?(?:tes|vos) <1>(?:instructions|consignes|regles|directives))
0.65 | - | tells its reader to keep silent (French) | utilisateur | \bne (?:le |lui )?(?:dis|dites|mentionnez?|parlez?|revelez?) <3>a l'utilisateur
0.6 | - | orders obedience from now on (French) | maintenant,desormais | \b(?:a partir de maintenant|desormais|dorenavant)\b.{0,80}sans (?:demander|confirmation|verifier|poser)
0.8 | - | tells its reader to drop its rules (Spanish) | instruc,reglas,ordenes,directric | \b(?:ignora|ignore|olvida|olvide|descarta|omite|haz caso omiso de|no hagas caso de|no sigas) (?:<3>(?:instrucciones|reglas|ordenes|directrices) (?:anteriores|previas|de arriba|dadas)|(?:todas )?(?:tus|sus) <1>(?:instrucciones|reglas|ordenes|directrices))
0.6 | - | tells its reader to keep silent (Spanish) | usuario | \bno (?:se lo |le |lo )?(?:digas|diga|cuentes|menciones|reveles|informes) <3>al usuario
0.8 | - | tells its reader to drop its rules (Italian) | istruzioni,regole | \b(?:ignora|dimentica|trascura) (?:tutte )?(?:le |tue )<1>(?:istruzioni|regole) ?(?:precedenti|tue|sopra)?
0.8 | - | tells its reader to drop its rules (Portuguese) | instruc,regras | \b(?:ignore|ignora|esqueca|desconsidere) <2>(?:instrucoes|regras) (?:anteriores|acima|previas)
0.8 | - | tells its reader to drop its rules (Dutch) | instructies,regels | \b(?:negeer|vergeet) (?:alle )?(?:vorige|eerdere|voorgaande|je) (?:instructies|regels)
0.8 | - | tells its reader to drop its rules (Russian) | инструкци,правил,указани,команд | (?:про)?(?:игнорируи|забудь|отбрось)(?:те)? (?:<2>(?:предыдущи|прежни|прошлы|преды|вышеуказанн|свои|твои|ваши)\w{0,3}) <1>(?:инструкци|правил|указани|команд)
0.8 | - | tells its reader to drop its rules (Polish) | instrukcje,polecenia,zasady | \b(?:zignoruj|ignoruj|zapomnij) <2>(?:poprzednie|wczesniejsze|swoje) (?:instrukcje|polecenia|zasady)
0.8 | - | tells its reader to drop its rules (Turkish) | talimat | \bonceki <1>talimatlari <1>(?:yok say|gormezden gel|unut)
0.8 | - | tells its reader to drop its rules (Chinese) | 指令,指示,规则,提示,命令,要求,規則 | (?:忽略|无视|忘记|忘掉|不要理会|不要遵守|不再遵守|不用管|別管|别管|無視|忽視)(?:请|掉|了|你|之前|以上|上述|上面|前面|先前|此前|所有|全部|一切|的|这些|任何|系统|給|到){1,6}(?:指令|指示|规则|提示|命令|要求|規則)
0.65 | - | tells its reader to keep silent (Chinese) | 用户,使用者 | (?:不要|别|不得|请勿|禁止)(?:告诉|告知|通知|提醒|让|向)(?:用户|使用者)
0.4 | - | gives its reader orders (Chinese) | 从现在,ai助手,人工智能,你必须听 | 现在你必须听|从现在(?:起|开始).{0,6}(?:只听|你|必须|服从)|(?:ai助手|ai助理|人工智能助手)(?:注意|请|必须)
0.8 | - | tells its reader to drop its rules (Japanese) | 無視,忘れ,破棄 | (?:これまで|以前|上記|今まで|前|すべて|全て|あなた)(?:の|における){0,1}(?:すべての|全ての){0,1}(?:指示|命令|ルール|規則|プロンプト|指令)(?:は|を)?(?:すべて|全て|全部)?(?:は|を)?(?:無視|忘れ|破棄)
0.6 | - | tells its reader to keep silent (Japanese) | ユーザー,利用者 | (?:ユーザー|利用者)に(?:は)?.{0,6}(?:言わない|伝えない|知らせない|教えない|話さない|言うな)
0.35 | - | speaks to a reading model (Japanese) | aiへ,aiアシスタント | aiへ\s?:|aiアシスタントへ
0.8 | - | tells its reader to drop its rules (Korean) | 무시,잊어 | (?:이전|위|앞|기존)의? ?(?:모든 |모두 )?(?:지시|명령|규칙)(?:사항)?(?:을|를|은|는)? ?(?:모두 |전부 )?(?:무시|잊어)
0.8 | - | tells its reader to drop its rules (Arabic) | تجاهل,انس | (?:تجاهل|انس) (?:جميع |كل )?(?:التعليمات|الاوامر|الأوامر|القواعد)
0.8 | - | tells its reader to drop its rules (Hindi) | निर्देश | (?:पिछले|पहले के|सभी)(?: सभी)? निर्देशों?.{0,8}(?:अनदेखा|नज़रअंदाज|भूल)
""")

_STARTS = late_regex(
    r"(?:\A|[\n.!?:;,>)('\"%}{/\u201c\u201e\u00ab\u3002\uff0c]\s?|\d\s"
    r"|\b(?:and|then|please|must|should|shall|you|now|also|always|just|kindly|or|will|first|next"
    r"|have to|has to|need to|needs to|agents?|assistants?|important|attention|instructions?|by)"
    r"[\s,]{1,2})\Z"
)
_STARTS_CHARS = 16
_QUOTES = (('"', '"'), ("\u201c", "\u201d"), ("\u201e", "\u201c"), ("\u00ab", "\u00bb"),
           ("\u300c", "\u300d"), ("`", "`"), ("\u201c", "\u201c"))  # fmt: skip
_SINGLE = late_regex(r"(?:^|[\s(])'[^'\n]*\Z"), late_regex(r"\A[^'\n]*'(?:$|[\s,.;:)])")
_REPORT = late_regex(
    r"\b(?:find|finds|found|attack\w{0,3}|inject\w{0,4}|payloads?|block\w{0,3}|detect\w{0,3}|flags?"
    r"|flagged|filter\w{0,3}|classif\w{0,5}|refus\w{0,3}|phish\w{0,3}|red team|pentest\w{0,3}"
    r"|jailbreak\w{0,3}|test suite|bot tests?|describes?|scanner|spam|scam|malware|erkennt|filtert"
    r"|angriff\w{0,2}|schickt|detecta|filtro|ataque|attaque|detecte|filtre|hostile|rejects?|calls)\b"
    r"|攻击|识别|过滤|检测|検出|フィルター|攻撃"
)


def matches(view: str, table: tuple[Rule, ...]) -> Iterator[Sign]:
    """Yield the strongest match of each rule of a table in one view of a text."""
    for rule in table:
        if not any(need in view for need in rule.needs):
            continue
        best = (0.0, "")
        for found in _compiled(rule.pattern).finditer(view):
            weight = rule.weight * _share(view, found, rule)
            if weight > best[0]:
                best = (weight, found[0])
            if weight == rule.weight:
                break
        if best[0]:
            yield best[0], rule.name, best[1]


def _share(view: str, found: re.Match[str], rule: Rule) -> float:
    """Return what is left of a rule's weight at this place."""
    start = found.start()
    share = 1.0
    if rule.is_order and not _STARTS.search(view[max(start - _STARTS_CHARS, 0) : start]):
        share = NOT_AN_ORDER
    return share * (REPORTED if is_reported(view, start, found.end()) else 1.0)


def is_reported(view: str, start: int, end: int) -> bool:
    """Tell whether words are quoted within a line that speaks of an attack."""
    line_start = max(view.rfind("\n", 0, start) + 1, start - _LINE_CHARS)
    line_end = view.find("\n", end, end + _LINE_CHARS)
    before = view[line_start:start]
    after = view[end : end + _LINE_CHARS if line_end < 0 else line_end]
    if not any(is_open(before, *pair) and pair[1] in after for pair in _QUOTES) and not (
        _SINGLE[0].search(before) and _SINGLE[1].search(after)
    ):
        return False
    return _REPORT.search(before) is not None or _REPORT.search(after) is not None


def is_open(before: str, opening: str, closing: str) -> bool:
    """Tell whether a quote opened in a text is still open at its end."""
    if opening == closing:
        return before.count(opening) % 2 == 1
    return before.rfind(opening) > before.rfind(closing)
