"""How people say what shall last, in English: the data behind `memories.capture`.

Pure data, chosen by hand. A rule is held against one clause of a sentence, from its first word on;
`capture_words_north`, `_romance` and `_other` hold the same for other languages.
`benchmarks/capture.py` measures what they are worth: run it where one of them moves.
"""

# ruff: noqa: E501, RUF001 -- a way to say it stands on one line

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

CapturedKind: TypeAlias = Literal["preference", "decision", "fact", "correction", "constraint"]
Rules: TypeAlias = tuple[tuple[CapturedKind, re.Pattern[str]], ...]


@dataclass(frozen=True, slots=True)
class Phrases:
    """What one language says by."""

    fillers: re.Pattern[str]
    """What a clause opens with and what tells nothing: `ok`, `by the way`."""
    joints: str
    """Words that begin a clause behind a comma, one alternation."""
    not_now: re.Pattern[str]
    """Anywhere in the clause: it is of this moment, or of this one file."""
    not_so: re.Pattern[str]
    """Anywhere in the sentence: it is asked, imagined, reported or not meant."""
    rules: Rules
    """The first that matches a clause names its kind."""
    asks: re.Pattern[str]
    """Opens an assistant's proposal; what follows is what it would do."""
    lasting: re.Pattern[str]
    """Anywhere in such a proposal: it is not for this once."""
    yes: str
    """Words of assent, one alternation."""
    works_on: str
    """Verbs that ask for work on a text that the user hands in, one alternation."""


def one_of(*lines: str) -> str:
    """Return one alternation of phrases, a bar between two."""
    return "(?:" + "|".join(line.strip(" |") for line in lines) + ")"


def found(pattern: str) -> re.Pattern[str]:
    """Return a pattern that does not look at the case of letters."""
    return re.compile(pattern, re.IGNORECASE)


def rules_of(*pairs: tuple[CapturedKind, str]) -> Rules:
    """Return rules from pairs of a kind and a pattern."""
    return tuple((kind, found(pattern)) for kind, pattern in pairs)


NAME: Final = r"(?-i:\b[A-ZÀ-ÞА-Я]\w)"
"""The first two letters of a name, whatever the flags."""
_COUNT: Final = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty"
    r"|forty|fifty|sixty|ninety|hundred|thousand|half)\b"
)
_DAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"
_VALUE: Final = rf"(?=.*(?:\d|{NAME}|\b{_COUNT}|\b{_DAY}|\b(?:called|named)\b|\w[/@]\w))"
"""Somewhere behind: a number, a name, a day or a path, as lasting facts have."""
_PASSING: Final = one_of(
    "build|tests?|code|question|problem|bug|error|issue|idea|guess|mistake|fault|bad|point|turn",
    "screen|browser|terminal|branch|change|commit|pr|head|brain|output|result|diff|log|line|cursor",
    "first|second|last|next|other|only thing|best|worst|thing|answer|example|loop|function|button",
    "files?|folder|favou?rite|page|cpu|value|variable|method|class|text|picture|image|stack ?trace",
)
_STATE: Final = one_of(
    "broken|red|green|down|up|failing|slow|stuck|empty|wrong|right|fine|ok|okay|good|bad|gone|back",
    "missing|done|ready|not working|crash\\w*|a mess|acting|late|still|not (?:there|found|happy)",
    "killing|driving|getting|going|trying|about to|sure|great|perfect|nice|too|so|really|very",
)
_SHOWN: Final = r"(?:this|that|these|those|it|them|him|her|how|your?|yours|the (?:first|second|third|last|other|new|old|idea|way|look|sound|one|version|result|answer|design))\b"
_NO: Final = r"(?:don'?t|do not|dont)"
_ALWAYS: Final = r"(?:always|never)"
_MUST: Final = r"(?:must|has to|have to|needs? to|may|can|shall|is to|are to)"
_NOT_THIS: Final = r"(?!.*\b(?:this|that|these|those) (?!repo|project|team|company|codebase|account|database|service)\w+)"
"""What points at something on the screen is of that moment."""
_LIMIT: Final = (
    rf"(?:at most|no more than|not more than|at least|less than|below|under|within|above|max(?:imum)?(?: of)?|up to|more than|fewer than)"
    rf" (?:about )?(?:\d|{_COUNT}|an? )"
)
_CUE: Final = one_of(
    "by the way|btw|fyi|for the record|just so you know|for your information|for next time",
    "note that|remember that|keep in mind that|so you know|don'?t forget that|you should know that",
    "for future reference|remember|keep in mind",
)
_TELLS: Final = r"(?:is|are|isn'?t|aren'?t|has|have|was|lives?|runs?|works?|uses?|starts?|closes?|opens?|belongs?|goes|go|costs?|speaks?|prefers?|owns?|hosts?)\b"
_ROLE: Final = one_of(
    "owner|manager|lead|leader|boss|contact|maintainer|colleague|wife|husband|partner|brother|sister",
    "mother|father|son|daughter|doctor|dentist|client|customer|supplier|sponsor|editor|admin\\w*|landlord",
    "designer|reviewer|accountant|lawyer|teacher|coach|head|chair|cto|ceo|secretary|assistant|flatmate",
)
_SELF: Final = one_of(
    "vegetarian|vegan|diabetic|left-handed|colou?r-?\\s?blind|deaf|dyslexic|pregnant|celiac|coeliac",
    "lactose intolerant|gluten intolerant|based in|from(?= (?-i:[A-Z]))|responsible for|in charge of|married|retired",
)

ENGLISH: Final = Phrases(
    fillers=found(
        r"(?:(?:ok(?:ay)?|so|and|but|also|oh|ah|um+|uh+|er+m?|well|right|hmm*|hm|yeah|yes|yep|sure|cool|great|nice|good|perfect|thanks?|thx"
        r"|because|then|now|anyway|look|listen|like|you know|i mean|i think|one more thing|one thing|just|hey|hi|hello|please note|sorry|alright"
        r"|seriously|again|oh yes|lol|ha(?:ha)?|plus|lovely|fine"
        rf"|{_CUE})\b[\s,.:!-]*)+"
    ),
    joints="and|but|so|because|also|since|otherwise",
    not_now=found(
        r"\b(?:for now|right now|this time|this once|just once|only once|for the moment|at the moment|for today|today|tonight|temporar\w+|for a (?:minute|moment|second)"
        r"|(?:for|in) this (?:file|function|test|case|one|line|class|method|commit|branch|pr|session|paragraph|sentence|mail|email|chapter|scene|run|example)(?: only)?"
        r"|only (?:here|in this|for this)|just (?:here|for this|this)|for a change|in (?:a|\d+) (?:minutes?|seconds?|hours?)|(?:until )?tomorrow|this (?:week|morning|afternoon|evening)|next week|yesterday|brb|currently (?:failing|broken|running))\b"
    ),
    not_so=found(
        r"^(?:what(?! i (?:want|need|would like)\b)|why|how|when|where|who|which|whose|is|are|does|do you|did|can|could|would|should|will|shall|have you|has|may) (?!you (?:draft|write|make|create|commit|review|send|answer|reply|change|add|delete|translate|format|use)\b)"
        r"|\b(?:if (?:we|i|it|they|he|she|the|a|there|one|our|my|someone)|what if|suppos(?:e|ing)|imagine|assum(?:e|ing)|maybe|perhaps|might|i wonder|wondering|hypothetical\w*|in theory|let'?s say|i guess|probably|possibly"
        r"|not sure|i could|we could|i would (?:have|be)|would be|would have|could be|should we|do we|if only|as if|unless)\b"
        r"|\bshall we\b"
        r"|\b(?:he|she|they|customer|client|boss|mail|email|article|book|docs?|documentation|readme|error|message|it|log|someone|people) (?:also )?(?:says?|said|writes?|wrote|claims?|told|reads?|goes)\b"
        r"|\b(?:saying|stating|telling (?:them|him|her|everyone)) that\b|\bsays?:|\bsays (?:the|my|our|his|her)\b|\bused to\b|\blol\b|\bhaha|\bjk\b|\bkidding\b|\bi (?:was told|heard|read|hear)\b|\bapparently\b|\bsupposedly\b|\ballegedly\b"
    ),
    rules=rules_of(
        (
            "correction",
            rf"(?:no|nope|wrong|correction|wait|not quite|actually|nein)\b[\s,.:!]+(?:no\b[\s,]+|wait\b[\s,]+|actually\b[\s,]+|it was wrong\b[\s,]+)*(?:the|it'?s|it is|its|there (?:is|are)|our|my|her|his|their|{NAME}\w*|he|she|they|we)\b(?! (?:broken|not working|still|fails?|failing))(?!.*\b(?:fine|though|anyway|meant)\b)(?=.*(?:\b(?:is|are|'s|was|has|starts?|ends?|lives?|costs?|its)\b|'s))(?=.*(?:\bnot\b|\bwrong\b|\bspel(?:led|t)\b|\d|\b(?:called|named)\b|.{NAME})).{{4,}}",
        ),
        (
            "correction",
            rf"(?:it'?s|it is|that'?s|the (?!(?:output|error|result|line|value|test|status)\b)[\w' -]{{2,40}} (?:is|are|was)|(?:my|our|his|her|their) [\w' -]{{2,40}} (?:is|are)) (?=.{{0,60}}(?:\d|{NAME}))[^,]{{1,60}}, (?:and )?not (?=.*(?:\d|{NAME})).+",
        ),
        (
            "correction",
            rf"(?:the|that|this|your) (?!{_PASSING}\b)[\w' -]{{2,40}} (?:is|was|are) (?:wrong|incorrect|outdated|out of date|not right)\b[\s:,;.-]+(?:it'?s|it is|the|we|our|my|should)\b.+",
        ),
        (
            "decision",
            r"(?:we|i|the team|they and we)(?:'ve| have)? (?:now |just |finally |both |all )?(?:decided|agreed|settled|opted|voted|chosen|resolved)\b(?=.* (?:to|on|that|for|against|not|with|in favou?r)\b)(?!.*\b(?:nothing|something|anything|take a break|trust you|go home|leave it)\b).+",
        ),
        ("decision", r"(?:the |our )?(?:final )?decision(?: is|:| was).+"),
        (
            "decision",
            r"let'?s (?:all )?(?:go (?:with|for)|stick (?:with|to)|settle (?:on|for)|switch to|move to|standardi[sz]e on|migrate to)(?! (?:the (?:first|second|third|last|other|former|latter|next|shorter|longer|one)|that|this|it|these|those|option|number|part|step|chapter|section|point|yours?|a\b|the (?:\w+ )?(?:one|version|option|idea)))\b .+",
        ),
        (
            "decision",
            r"(?:we|i)(?:'re| are|'m| am) (?:now |definitely |officially )?(?:going with|switching to|moving to|dropping|sticking with|sticking to|migrating to|standardi[sz]ing on|retiring|getting rid of|replacing)(?! (?:the (?:first|second|third|last|other|next)|that|this|it|these|those|my|on|a different|another)\b) .+",
        ),
        (
            "decision",
            rf"(?:we|i)(?:'ll| will) (?:go with|stick with|stick to|switch to|standardi[sz]e on|drop|use|take|keep)(?! (?:a (?:look|break)|the (?:first|second|third|last|other)|that|this|it|these|those)\b)(?=.*(?:{NAME}|\bfrom\b|\bfor (?:all|every)\b|\d)).+",
        ),
        (
            "decision",
            r".{8,}(?:that'?s|it'?s|this is|consider it) (?:settled|decided|final|a decision|agreed)\W*$",
        ),
        (
            "constraint",
            rf"(?!(?:it|this|that|i|you|he|she|they|there)\b){_NOT_THIS}[^,]{{3,90}}?\b{_MUST} (?:never|only ever|only be|always)\b.+",
        ),
        (
            "constraint",
            rf"(?!(?:it|this|that|i|you|he|she|they|there)\b){_NOT_THIS}[^,]{{3,90}}?\b(?:must not|may not|mustn'?t|must stay|must remain|has to stay|have to stay|must keep|must be (?:compatible|signed|reviewed|approved|available|readable|accessible))\b.+",
        ),
        (
            "constraint",
            rf"(?!(?:i|you|he|she|there)\b){_NOT_THIS}[^,]{{2,90}}?\b(?!can\b[^,]*\bat least)(?:{_MUST}|needs?|should|cannot|can'?t|only allows?|allows?) (?:\w+ ){{0,6}}{_LIMIT}.*",
        ),
        (
            "constraint",
            rf"(?!(?:it|this|that|i|he|she|there)\b){_NOT_THIS}[^,]{{3,90}}?\b(?:(?:has|have) to|must) (?:go through|be (?:done|finished|approved|signed|reviewed) by|work (?:on|with|without|in)|run (?:on|with|without|in)|support|fit|comply)\b.+",
        ),
        (
            "constraint",
            rf"[^,]{{3,90}}?\b(?:only allows?|allows? only|(?:is|are) (?:limited|restricted|capped) to|(?:budget|limit|maximum|minimum) is(?=.*(?:\d|{_COUNT}))|(?:is|are) (?:not allowed|not permitted|forbidden|off[- ]limits|prohibited|mandatory|non-negotiable))\b.*",
        ),
        (
            "constraint",
            r"(?:we|nobody|no ?one|the team|agents?) (?:can'?t|cant|cannot|can not|may not|must not|mustn'?t|must never|(?:aren'?t|are not|isn'?t|is not) allowed to|can never|can only) (?:ever )?(?:use|change|break|require|depend|upgrade|exceed|share|store|touch|rely|ship|publish|drop|remove|rename|expose|log|send|spend|move|go over|install|work|host|deploy|merge)(?! (?:it|this|that)\b)\b.+",
        ),
        ("constraint", r"i(?:'m| am) (?:severely |badly |really |very )?allergic to .+"),
        (
            "constraint",
            r"i (?:can'?t|cant|cannot|must not|may not) (?:eat|drink|have|tolerate|take) (?!or\b|and\b|it\b|this\b|that\b|any ?more\b).+",
        ),
        (
            "preference",
            r"(?:um,? |uh,? )?i(?:'d| would)? (?:really |strongly |much |generally |usually |always |still |definitely |also )*(?:prefer|prefre|perfer|rather|sooner)(?! not to say| not\W*$| you (?:didn'?t|don'?t|not)\W*$)(?!.*\bones?\W*$)(?! (?:your|this|that|it|the (?:first|second|third|last|other|former|latter|shorter|longer|new|old|previous))\b)\b .+",
        ),
        (
            "preference",
            rf"i (?:really |just |also )?(?:{_NO} (?:ever )?(?:like|want|use|eat|drink)|never (?:want|use|eat|drink|work)|always (?:want|use|work|write|drink|take)|hate|dislike|can'?t stand)(?! (?:to (?!see|get|receive|use|have)\w+|any of|this|that|it\b|them|him|how|when|my|you|your?\b|an?\b|the\b|losing))\b .+",
        ),
        ("preference", r"i (?:really )?like it (?:when|if) you .+"),
        (
            "preference",
            rf"i(?:'d| would)? (?:want|like|need|prefer|expect|ask) you to (?:please )?{_ALWAYS}\b.+",
        ),
        (
            "preference",
            r"(?:please )?(?:always|never|don'?t ever|do not ever|dont ever)(?: please)? (?!mind|again|out|of|on|at|by|with|as|through|heard|seen|worked|had|been|thought|tried|ever|the|a|an|so|too|knew|know|happy|good|nice|wanted|forget\b|really|quite|my|in|liked?|fails?|crash|happens|\w+ing\b)(?!\w+(?<!ne)(?<!fe)(?<!se)(?<!mb)(?<!spe)ed\b)\w+.+",
        ),
        ("preference", rf"(?=.*\bplease\b)(?=.*\b{_ALWAYS}\b)(?!.*\bi (?:always|never)\b).{{8,}}"),
        (
            "preference",
            r"(?:from (?:now|here|today) on(?:wards?)?|going forward|in (?:the )?future|as a rule|by default|henceforth)\b,?\s+(?!(?:it|its|it's|there|they|he|she|this|that|i'm|i'll|i (?:can|have|will|am|do)|the (?:\w+ ){1,3}(?:is|are|uses?|will))\b).{6,}",
        ),
        (
            "preference",
            r"(?!(?:i|it|he|she|we|they|that|this|there|nothing|what|the)\b)(?:please )?\w+ .{3,}\b(?:from (?:now|here) on|going forward|in future|in the future|by default|as a rule|every time|each time|, always|everywhere in this repo|in (?:this|our) (?:repo|project|codebase))\W*$",
        ),
        (
            "preference",
            r"(?:please )?(?:ask|check with|tell|warn|consult) me (?:first )?before\b.+",
        ),
        (
            "preference",
            r"when(?:ever)? (?:you|i) [^,]{3,80}, (?:please )?(?!(?:i|it|he|she|we|they|that|this|there|nothing|what|the|my|our|your|you|all|everything|some|no|a|an|only|one|does|is|are|do)\b)\w+ .+",
        ),
        (
            "preference",
            r"(?:please )?(?:just )?call me (?!back|later|when|at|on|if|tomorrow|a\b|an\b|crazy)\w+.*",
        ),
        (
            "preference",
            r"my (?:preferred|favou?rite) \w.+? (?:is|are) (?!(?:the (?:first|second|third|last|other)|this|that)\b).+",
        ),
        (
            "preference",
            rf"{_NO} (?:ever )?(?:use|add|write|put|commit|push|include|create|touch|mention)\b .+\b(?:in (?:this|our|the|any) (?:repo|project|codebase|team)|anywhere|ever|any ?more|at all)\W*$",
        ),
        (
            "fact",
            rf"(?:my|our) (?!{_PASSING}\b)[\w'-]+(?: [\w'-]+){{0,6}}?(?: (?:is|are|lives?|runs?|works?|uses?|sits?|listens?|costs?|starts?|ends?|closes?|opens?|meets?|has|have|belongs? to|speaks?|goes|moved to)\b|'s\b)(?! {_STATE}\b){_VALUE}.+",
        ),
        (
            "fact",
            r"i(?:'m| am) an? (?!a\b|not\b|bit|little|big|huge|fan|die hard|moron|idiot|fool|mess|genius|lucky|few|star|bad|terrible|slow|tad|lot|step|minute|knight|king|queen|grumpy|wizard)\w+.*",
        ),
        (
            "fact",
            rf"i(?:'m| am) (?:a |an )?(?:strict |also )?{_SELF}(?! (?:scratch|here|there|now)\b)\b.*",
        ),
        (
            "fact",
            rf"i (?:live|work|was born|study|studied|teach|grew up) (?:in|at|for|as|from|with|only)\b(?! (?:it|this|that|you|the (?:same|next|other|first))\b)(?=.*(?:\d|{NAME}|\ban? \w{4}|\bmy\b|{_DAY})).+",
        ),
        (
            "fact",
            r"i(?:'ve got| have| have got|'ve) (?:two|three|four|five|an?|\d+) (?:\w+ )?(?:kids?|child|children|daughters?|sons?|dogs?|cats?|brothers?|sisters?|employees|twins|allergy|intolerance)\b.*",
        ),
        (
            "fact",
            r"i have (?:asthma|adhd|diabetes|dyslexia|epilepsy|migraines?|celiac|coeliac)\b.*",
        ),
        (
            "fact",
            rf"(?!.*\d ?%)(?:the|all|every|each) (?!{_PASSING}\b)[\w'-]+(?: [\w'-]+){{0,5}}? (?:runs?|lives?|sits?|listens?|(?:is|are) (?:now )?(?:hosted|stored|kept|located|reachable|deployed|served|based|called|named|owned|maintained)|goes? out|belongs? to|costs?|closes|opens|reports? to)(?! {_STATE}\b){_VALUE} .+",
        ),
        (
            "fact",
            rf"(?:the|a) (?!{_PASSING}\b)[\w'-]+(?: [\w'-]+){{0,4}}? (?:lives|(?:is|are) (?:hosted|stored|kept|located|owned|maintained)) (?:in|on|at|under|by) .+",
        ),
        (
            "fact",
            rf"{NAME}?[\w.-]+(?: {NAME}[\w.-]+)? (?:is|are) (?:now )?(?:my|our|the|your) (?:new |current )?(?:[\w-]+ ){{0,3}}?{_ROLE}\b.*",
        ),
        (
            "fact",
            rf"(?!(?:it|that|this|there|what|which|he|she|everything|nothing|something|the|a|an|my|our|your)\b)(?!.*\d ?%)[\w-]+(?: [\w-]+)?(?: (?:runs|listens|hosts|serves|goes out|go out|live)\b)(?! {_STATE}\b)(?=.*(?:\d\d|\b(?:from|on|at) (?:the|port|our)\b)){_VALUE}.+",
        ),
        (
            "fact",
            rf"the (?!{_PASSING}\b)[\w'-]+(?: [\w'-]+){{0,5}}? (?:is|are) (?:now )?(?:on|at|in|due|from|until|every)(?! {_STATE}\b)(?! line) {_VALUE}.+",
        ),
        (
            "fact",
            rf"we (?:only |all |now |always |never |currently )*(?:use|support|host|deploy|ship|sell|run|store|meet|bill|invoice|pay|publish|release|work with|serve|target)(?! (?:this|that|it|these|those)\b)\b{_VALUE}.+",
        ),
        (
            "fact",
            r"we(?:'ve| have)? (?:stopped|no longer|don'?t) (?:\w+ing|use|support|sell|ship|offer|host|run|have) (?!(?:this|that|it|time|to|any idea|a clue)\b).{4,}\b(?:in (?:\w+ )?(?:\d{4}|january|february|march|april|may|june|july|august|september|october|november|december)|any ?more|since .+)\W*$",
        ),
    ),
    asks=found(
        r"(?:(?:shall|should|may) (?:i|we)|(?:do|would) you (?:want|like|prefer) (?:me|us) to|want me to|would you like me to)\s+"
    ),
    lasting=found(
        r"\b(?:from (?:now|here) on|always|never|by default|in (?:the )?future|going forward|every time|each time|whenever|as a rule)\b"
    ),
    yes=r"yes|yep|yeah|yup|sure|ok|okay|please|please do|do that|do it|good idea|sounds good|great idea|absolutely|definitely|exactly|of course|agreed|go ahead|that works|always|thanks|thank you|i'd like that|correct|perfect",
    works_on=r"translat\w+|rewrite|rephrase|reword|proofread|summari[sz]e|paraphrase|shorten|correct|polish|edit|make (?:this|it|the)|improve|answer this|reply to|write (?:a |an |me )?(?:\w+ )?(?:story|poem|mail|email|letter|dialogue|song|scene|post|essay|speech)",
)

SCOPE: Final = found(
    r"(?:(?:in general|generally|as always|for (?:me|us|all (?:our|my) \w+)|(?:in|for) (?:this|our|my) (?:project|repo\w*|codebase|team|company|code)"
    r"|in diesem (?:projekt|repo)|im (?:code|projekt|repo)|dans ce (?:projet|dépôt)|en este (?:proyecto|repo)|in questo (?:progetto|repo)|neste (?:projeto|repo)|in dit project|w tym projekcie"
    r"|в этом проекте|在?(?:这个|本)项目(?:里|中)?|このプロジェクトでは|이 프로젝트에서는?)\b[\s,、，:]*)+"
)
"""Where something holds; a rule is read behind it, and it is kept."""
CUE: Final = found(rf"^(?:\W|(?:and|oh|so|ok|okay|but)\b)*{_CUE}\b[\s,:]*|[\s,]+{_CUE}\W*$")
"""An English speaker says outright that what follows, or what went before, is worth knowing."""
TOLD: Final = found(
    rf"(?!(?:it|this|that|there|to|i(?:'m| am) (?:not|still|going|in a|on my|back|out|off|late))\b)(?:\S+ ){{1,8}}?{_TELLS}(?! {_STATE}\b).{{4,}}|i(?:'m| am) \w+.*"
)
"""What follows such a cue tells something."""
FICTION: Final = found(
    r"\b(?:let'?s (?:role-?\s?play|play|pretend)|role-?\s?play|pretend (?:you|to be|that|we)|you are (?:a|an|now a|now an) (?!bit|star|genius|idiot|hero|legend|gem|life)|act as|write (?:me )?(?:a|an|the|another) (?:\w+ ){0,3}(?:story|poem|novel|dialogue|scene|song|tale|chapter|sketch|play)"
    r"|the hero|in the story|lass uns spielen|spiel(?:e)? (?:eine?n?|den|die)|tu so|stell dir vor|du bist (?:ein|eine|jetzt)|schreib(?:e)? (?:mir )?eine? (?:\w+ )?(?:geschichte|gedicht|szene)"
    r"|jouons|fais comme si|tu es (?:un|une)|imagine que|écris (?:une|un) (?:histoire|poème|scène)|juguemos|finge|eres (?:un|una)|escribe (?:una|un) (?:historia|cuento|poema|escena)"
    r"|facciamo finta|fingi|sei (?:un|una)|scrivi (?:una|un) (?:storia|poesia|scena)|finja|você é (?:um|uma)|escreva (?:uma|um) (?:história|poema|conto|cena)|doe alsof|je bent (?:een)|schrijf een (?:verhaal|gedicht|scène)"
    r"|udawaj|jesteś teraz|napisz (?:opowiadanie|wiersz|scenę)|представь,? что|ты (?:теперь|сейчас) |напиши (?:рассказ|стих\w*|сказку|сцену))\b"
    r"|假装|扮演|写一(?:个|篇)(?:故事|小说)|角色扮演|ふりをして|役を演じ|物語を書|小説を書|척 ?해|역할극|이야기를 써|소설을 써"
)
"""What is said from here on is said by somebody made up."""
FICTION_ENDS: Final = found(
    r"\b(?:out of character|ooc|back to (?:work|business|reality|the real)|end of (?:the )?(?:game|play|story|scene)|stop (?:the )?(?:game|role-?play|playing)|seriously now|game over|zurück zur arbeit|ende des spiels|spiel(?:en)? wir nicht mehr|im ernst|fin du jeu|revenons|fin del juego|volvamos|fine del gioco|torniamo|fim do jogo|voltando|einde van het spel|terug naar|koniec gry|wracajmy|конец игры|вернёмся|вернемся)\b"
    r"|^(?:ok,? |okay,? )?stop\b|言归正传|游戏结束|本題に戻|ゲーム終了|본론으로|게임 끝"
)
SARCASM: Final = found(
    r"\W*(?:(?:oh|ah|well|yeah|wow),? (?:great|wonderful|fantastic|sure|joy|brilliant|right|bravo)|wow|yeah,? right|bravo|brilliant|sure,? because|i just love|i love how|of course it"
    r"|na (?:toll|super|klasse|bravo)|ja,? klar|ach,? wie schön|génial, encore|bravo|mais bien sûr|qué bien, otra|genial, otra|claro, claro|ottimo, ancora|ah,? fantastico|ótimo, de novo|que beleza|lekker dan|nou fijn"
    r"|no super|no pięknie|ну (?:отлично|супер|конечно|здорово)|ага, конечно)\b"
)
"""Opens a message that most likely means the opposite of what it says."""
