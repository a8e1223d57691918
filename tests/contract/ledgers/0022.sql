BEGIN TRANSACTION;
PRAGMA user_version = 22;
CREATE TABLE accesses (
	id INTEGER NOT NULL, 
	memory_id TEXT NOT NULL, 
	session TEXT NOT NULL, 
	"query" TEXT NOT NULL, 
	at TEXT NOT NULL, 
	helped INTEGER, 
	place TEXT, 
	PRIMARY KEY (id)
)
 STRICT

;
INSERT INTO "accesses" VALUES(1,'mem_2v6jpntkxonyryy2','s1','q1','2026-11-24T16:00:00.000000+00:00',1,'market');
INSERT INTO "accesses" VALUES(2,'mem_2v6jpntkxonyryy2','s2','','2026-11-24T16:00:00.000000+00:00',NULL,NULL);
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	at TEXT NOT NULL, 
	verb TEXT NOT NULL, 
	subject TEXT NOT NULL, 
	why TEXT NOT NULL, 
	PRIMARY KEY (id)
)
 STRICT

;
INSERT INTO "audit" VALUES(1,'2026-11-24T16:45:29.253311+00:00','schemas','1','schemas: version 1');
INSERT INTO "audit" VALUES(2,'2026-11-24T16:45:30.505927+00:00','memory add','mem_2v6jpntkxonyryy2','');
INSERT INTO "audit" VALUES(3,'2026-11-24T16:45:43.285380+00:00','memory add','mem_wrx4p4ngykzo3udn','');
INSERT INTO "audit" VALUES(4,'2026-11-24T16:45:58.352599+00:00','memory add','mem_ambclwluufunuvrs','');
INSERT INTO "audit" VALUES(5,'2026-11-24T16:46:09.949420+00:00','memory add','mem_c6wvekqsvia3hy4h','');
INSERT INTO "audit" VALUES(6,'2026-11-24T16:46:24.377592+00:00','note changed','Stalls/Alder.md','[[["Alder"], 1, 1, "“40” → “55” in “The fee of the Alder stall is 55 euros a day.”"]]');
INSERT INTO "audit" VALUES(7,'2026-11-24T16:46:24.377592+00:00','note changed','Stalls/Birch.md','[[["Birch"], 1, 1, "“40” → “55” in “The fee of the Birch stall is 55 euros a day.”"]]');
INSERT INTO "audit" VALUES(8,'2026-11-24T16:46:24.377592+00:00','note changed','Stalls/Cedar.md','[[["Cedar"], 1, 1, "“40” → “55” in “The fee of the Cedar stall is 55 euros a day.”"]]');
INSERT INTO "audit" VALUES(9,'2026-11-24T16:46:25.645926+00:00','finding open','pk9ucw9','');
INSERT INTO "audit" VALUES(10,'2026-11-24T16:46:25.645926+00:00','finding open','h7uuveu','');
INSERT INTO "audit" VALUES(11,'2026-11-24T16:46:25.645926+00:00','finding open','vap3uuv','');
INSERT INTO "audit" VALUES(12,'2026-11-24T17:02:55.143195+00:00','finding dismissed','vap3uuv','a false alarm');
INSERT INTO "audit" VALUES(13,'2026-11-24T17:02:59.848462+00:00','finding acknowledged','h7uuveu','acknowledged by the reader');
INSERT INTO "audit" VALUES(14,'2026-11-24T17:03:03.774993+00:00','memory edit','mem_c6wvekqsvia3hy4h','');
INSERT INTO "audit" VALUES(15,'2026-11-24T17:03:15.221985+00:00','note moved','Stalls/Birch.md','to Stalls/B﷐dcffrch.md');
CREATE TABLE baselines (
	memory_id TEXT NOT NULL, 
	note TEXT NOT NULL, 
	origin TEXT NOT NULL, 
	taken_at TEXT NOT NULL, 
	belief_digest TEXT NOT NULL, 
	snapshot TEXT NOT NULL, 
	note_digest TEXT NOT NULL, 
	supports TEXT NOT NULL, 
	followed_from TEXT, 
	grounding TEXT, 
	PRIMARY KEY (memory_id, note), 
	CHECK (origin IN ('written', 'adopted')), 
	FOREIGN KEY(snapshot) REFERENCES snapshots (digest)
)
 STRICT

;
INSERT INTO "baselines" VALUES('mem_2v6jpntkxonyryy2','Stalls/Alder.md','written','2026-11-24T16:45:30.678866+00:00','38db35ca38c051de1b104fbc3c23e317','3075dd78715a16d6e1c88c38eade9ba5','d10c479578ea5aaa93d477eeb3f338e7ad2f8bb00b169baa50e1d6b6d2ca9da4','[[1,1.0]]',NULL,'["supported",0.9,1,"","","",[],["d2dbf61ce3aa1e1d"]]');
INSERT INTO "baselines" VALUES('mem_wrx4p4ngykzo3udn','Stalls/B﷐dcffrch.md','written','2026-11-24T16:45:45.482224+00:00','c2a7e5ecf7377b4c055699d8cf9f437d','019ba8db7eae2fd9cfd521b4a6bd25e2','bb173f57f1f5887ab83cf6c2f57ceb05663e8e39c05ace27beb92da8ff99dd3f','[[1,1.0]]','Stalls/Birch.md','["supported",0.9,1,"","","",[],["877d61a002317ab4"]]');
INSERT INTO "baselines" VALUES('mem_ambclwluufunuvrs','Stalls/Cedar.md','written','2026-11-24T16:46:00.311007+00:00','16572e8b82129ccad18a5b3507db4150','479474c7bc0bae7381bc1991ff182722','45e944ff0d706b09d81d58c24d0105a2b8451286c427e304a7b18e5a7185d118','[[1,1.0]]',NULL,'["supported",0.9,1,"","","",[],["5bc7c92219d25e7d"]]');
CREATE TABLE cases (
	finding TEXT NOT NULL, 
	memory_id TEXT NOT NULL, 
	note TEXT NOT NULL, 
	mode TEXT NOT NULL, 
	score REAL NOT NULL, 
	version TEXT NOT NULL, 
	label TEXT NOT NULL, 
	at TEXT NOT NULL, 
	"by" TEXT NOT NULL, 
	belief TEXT NOT NULL, 
	PRIMARY KEY (finding), 
	CHECK (label IN ('current', 'drifted'))
)
 STRICT

;
INSERT INTO "cases" VALUES('vap3uuv','mem_wrx4p4ngykzo3udn','Stalls/B﷐dcffrch.md','warm',0.98,'2026-11-23.2','current','2026-11-24T17:02:55.075226+00:00','dismissed','The fee of the Birch stall is 40 euros a day, says [[Birch]]');
CREATE TABLE check_reads (
	memory_id TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	PRIMARY KEY (memory_id)
)
 STRICT

;
INSERT INTO "check_reads" VALUES('mem_2v6jpntkxonyryy2','36d82df1b30cd65c');
INSERT INTO "check_reads" VALUES('mem_ambclwluufunuvrs','2b04781a7da2e4ee');
INSERT INTO "check_reads" VALUES('mem_c6wvekqsvia3hy4h','95ad8ec5a10b0b9c');
INSERT INTO "check_reads" VALUES('mem_wrx4p4ngykzo3udn','44cde0b00a2bddfc');
CREATE TABLE checks (
	id TEXT NOT NULL, 
	memory_id TEXT NOT NULL, 
	belief_digest TEXT NOT NULL, 
	what TEXT NOT NULL, 
	origin TEXT NOT NULL, 
	words TEXT NOT NULL, 
	is_accepted INTEGER NOT NULL, 
	outcome TEXT NOT NULL, 
	said TEXT NOT NULL, 
	found TEXT NOT NULL, 
	looked_at TEXT NOT NULL, 
	verified_at TEXT, 
	verified_by TEXT NOT NULL, 
	contradictions INTEGER NOT NULL, 
	refused_at TEXT, 
	PRIMARY KEY (id)
)
 STRICT

;
CREATE TABLE comparisons (
	memory_id TEXT NOT NULL, 
	note TEXT NOT NULL, 
	inputs TEXT NOT NULL, 
	mode TEXT NOT NULL, 
	score REAL NOT NULL, 
	kind TEXT, 
	change TEXT, 
	section TEXT NOT NULL, 
	"before" TEXT, 
	"after" TEXT, 
	reasons TEXT NOT NULL, 
	passage TEXT NOT NULL, 
	also TEXT, 
	unopposed TEXT, 
	outcome TEXT DEFAULT 'holds' NOT NULL, 
	proof TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (memory_id, note)
)
 STRICT

;
INSERT INTO "comparisons" VALUES('mem_2v6jpntkxonyryy2','Stalls/Alder.md','90b3df576873b748a130cf4fd7f23a4a','warm',0.98,'memory_drift','value','["Alder"]','["The fee of the Alder stall is 40 euros a day.",3,["Alder"],null,true]','["The fee of the Alder stall is 55 euros a day.",3,["Alder"]]','["the note said 40 euros, now 55 euros"]','743acad4ff70bbefd57cd1376875ff75',NULL,NULL,'shown','value');
INSERT INTO "comparisons" VALUES('mem_wrx4p4ngykzo3udn','Stalls/B﷐dcffrch.md','781367df9bc707a45d133c8241a3a8fe','warm',0.98,'memory_drift','value','["Birch"]','["The fee of the Birch stall is 40 euros a day.",3,["Birch"],null,true]','["The fee of the Birch stall is 55 euros a day.",3,["Birch"]]','["the note said 40 euros, now 55 euros"]','9433b467150829078bf1e5f0e31b6ea0',NULL,NULL,'shown','value');
INSERT INTO "comparisons" VALUES('mem_ambclwluufunuvrs','Stalls/Cedar.md','eea4eed3e9aadb1b7bf261da1b798dfc','warm',0.98,'memory_drift','value','["Cedar"]','["The fee of the Cedar stall is 40 euros a day.",3,["Cedar"],null,true]','["The fee of the Cedar stall is 55 euros a day.",3,["Cedar"]]','["the note said 40 euros, now 55 euros"]','b8d09b5ef311ef0b5187db5d593d9a8b',NULL,NULL,'shown','value');
CREATE TABLE confirmed (
	memory_id TEXT NOT NULL, 
	belief_digest TEXT NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (memory_id)
)
 STRICT

;
INSERT INTO "confirmed" VALUES('mem_2v6jpntkxonyryy2','38db35ca38c051de1b104fbc3c23e317','2026-11-24T16:00:00.000000+00:00');
CREATE TABLE earlier_baselines (
	memory_id TEXT NOT NULL, 
	note TEXT NOT NULL, 
	origin TEXT NOT NULL, 
	taken_at TEXT NOT NULL, 
	belief_digest TEXT NOT NULL, 
	snapshot TEXT NOT NULL, 
	note_digest TEXT NOT NULL, 
	supports TEXT NOT NULL, 
	PRIMARY KEY (memory_id, note), 
	FOREIGN KEY(snapshot) REFERENCES snapshots (digest)
)
 STRICT

;
CREATE TABLE earlier_wordings (
	id INTEGER NOT NULL, 
	memory_id TEXT NOT NULL, 
	until TEXT NOT NULL, 
	belief_digest TEXT NOT NULL, 
	belief TEXT NOT NULL, 
	facts TEXT NOT NULL, 
	updated TEXT, 
	PRIMARY KEY (id)
)
 STRICT

;
INSERT INTO "earlier_wordings" VALUES(1,'mem_c6wvekqsvia3hy4h','2026-11-24T17:03:04.957846+00:00','13ac3dd5b44d8ef15ed929d4fd41d748','The market''s script is at /usr/bin/env','{"source":"user_explicit","content_hash":"sha256:968e34bcbe94e472e96bfeb64bd5b0ec767df652eb48853d866ca51c3bb1b394"}','2026-11-24T16:46:09.000000+00:00');
CREATE TABLE facts (
	name TEXT NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
)
 STRICT

;
INSERT INTO "facts" VALUES('ledger_born','["2026-11-24T16:45:26.508672+00:00", [], false]');
INSERT INTO "facts" VALUES('scan_due','');
INSERT INTO "facts" VALUES('masking_version','4');
INSERT INTO "facts" VALUES('own_settings','yes');
INSERT INTO "facts" VALUES('attachments_digest','786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419d25e1031afee585313896444934eb04b903a685b1448b755d56f701afe9be2ce');
INSERT INTO "facts" VALUES('added_notes','');
INSERT INTO "facts" VALUES('outline_serial','7');
INSERT INTO "facts" VALUES('model_wish','hash||');
INSERT INTO "facts" VALUES('model_id','hash-384-1');
INSERT INTO "facts" VALUES('adopted','yes');
INSERT INTO "facts" VALUES('grounding_version','2026-12-07');
INSERT INTO "facts" VALUES('schemas','[1, "# How memories that carry a claim are held against each other.\n# Raise the version whenever you change something here: until then the old rules stay in force.\nversion = 1\n\n# What a predicate does not set, it takes from [default].\n# cardinality            single: one value at a time is true; multiple: many are\n# policy                 what a contradiction leads to: supersede, require_review or keep_both\n# normaliser             when two values are the same: none, trim, lowercase, lowercase_trim,\n#                        currency, date or number\n# dedup                  a repeated value: corroborate what stands, or store it beside\n# minimum_trust          0 to 1; below it a newcomer never supersedes\n# margin                 0 to 1; how much more trust than the old one it needs; a person needs none\n# quarantine_suspicious  whether a text that looks planted is quarantined\n# high_impact            whether acting on a wrong value does harm that is hard to undo: then what\n#                        no person said waits for you, however the predicate is spelt and whatever\n#                        other words stand in it. Six are built in, and stand for a concept each, by\n#                        any name in eleven languages and in free text too. They count whether or\n#                        not they are listed; what you set here overrides that one key of theirs:\n#                        with high_impact = false that concept waits no more\n[default]\ncardinality = \"single\"\npolicy = \"supersede\"\nnormaliser = \"lowercase_trim\"\ndedup = \"corroborate\"\nminimum_trust = 0.0\nmargin = 0.0\nquarantine_suspicious = true\nhigh_impact = false\n\n[predicates.\"payment destination\"]\npolicy = \"require_review\"\nnormaliser = \"trim\"\nminimum_trust = 0.7\nhigh_impact = true\n\n[predicates.\"reset address\"]\npolicy = \"require_review\"\nminimum_trust = 0.7\nhigh_impact = true\n\n[predicates.\"auth policy\"]\npolicy = \"require_review\"\nminimum_trust = 0.7\nhigh_impact = true\n\n[predicates.\"approval\"]\npolicy = \"require_review\"\nminimum_trust = 0.7\nhigh_impact = true\n\n[predicates.\"deploy command\"]\npolicy = \"require_review\"\nnormaliser = \"trim\"\nminimum_trust = 0.7\nhigh_impact = true\n\n[predicates.\"api endpoint\"]\npolicy = \"require_review\"\nnormaliser = \"trim\"\nminimum_trust = 0.7\nhigh_impact = true\n"]');
INSERT INTO "facts" VALUES('rules_version','2026-11-23.2');
INSERT INTO "facts" VALUES('sought_up_to_serial','7');
INSERT INTO "facts" VALUES('shown_since','2026-11-24T16:46:25.625929+00:00');
INSERT INTO "facts" VALUES('last_scan','2026-11-24T17:03:05.048803+00:00');
INSERT INTO "facts" VALUES('report_text','---
generated: vaultwatch
looked_on: 2026-11-24
edition: vugrcbml
---

# Drift report

**1 of 4 memories no longer matches its notes**, 1 new that day, 1 finding acknowledged. Looked on 2026-11-24 at 3 notes: 0 of 3 comparisons find the memory still true.

| Memory | What changed | Since | |
| --- | --- | --- | --- |
| [[Memories/The fee of the Alder stall is 40 euros a day, says Alder\|The fee of the Alder stall is 40 euros a day, says Alder]] | 40 euros → **55 euros** | 2026-11-24 | [[#^pk9ucw9\|settle]] |

Tick a box and save: vaultwatch answers within seconds while `vaultwatch run` is running, else at the next scan. What you write under a memory is kept.

## What to look at

### The fee of the Alder stall is 40 euros a day, says Alder

[[Stalls/Alder#Alder|Alder]]: “The fee of the Alder stall is ~~40~~ ==**55**== euros a day.” (line 3)

> [!warning]- A value changed: the memory is very likely outdated
>
> Why: the note said 40 euros, now 55 euros.
>
> How this was judged:
> - Rests on line 3, “The fee of the Alder stall is 40 euros a day.”: reworded, line 3 now; went “40”, came “55”.
> - For a change: a value took another''s place, a value of the memory left the note.
> - Against it: how well it was supported, the note still speaks to the memory.
> - Score 0.98, by a proof: a value that the memory says was replaced (weights 2026-11-23.2).
>
> In a shell: `pk9ucw9`

- Memory [[Memories/The fee of the Alder stall is 40 euros a day, says Alder|The fee of the Alder stall is 40 euros a day, says Alder]], since 2026-11-24 ^pk9ucw9
    - Suggested wording: “The fee of the Alder stall is ~~40~~ ==**55**== euros a day, says Alder”
    - [ ] Apply the suggested wording ^pk9ucw9-apply
    - [ ] Still true ^pk9ucw9-true
    - [ ] False alarm: dismiss ^pk9ucw9-dismiss
    - [ ] Forget the memory ^pk9ucw9-forget

## Acknowledged

### The fee of the Cedar stall is 40 euros a day, says Cedar

[[Stalls/Cedar#Cedar|Cedar]]: “The fee of the Cedar stall is ~~40~~ ==**55**== euros a day.” (line 3)

> [!warning]- A value changed: the memory is very likely outdated
>
> Why: the note said 40 euros, now 55 euros.
>
> How this was judged:
> - Rests on line 3, “The fee of the Cedar stall is 40 euros a day.”: reworded, line 3 now; went “40”, came “55”.
> - For a change: a value took another''s place, a value of the memory left the note.
> - Against it: how well it was supported, the note still speaks to the memory.
> - Score 0.98, by a proof: a value that the memory says was replaced (weights 2026-11-23.2).
>
> In a shell: `h7uuveu`

- Memory [[Memories/The fee of the Cedar stall is 40 euros a day, says Cedar|The fee of the Cedar stall is 40 euros a day, says Cedar]], since 2026-11-24 ^h7uuveu
    - Suggested wording: “The fee of the Cedar stall is ~~40~~ ==**55**== euros a day, says Cedar”
    - [ ] Apply the suggested wording ^h7uuveu-apply
    - [ ] Still true ^h7uuveu-true
    - [ ] False alarm: dismiss ^h7uuveu-dismiss
    - [ ] Forget the memory ^h7uuveu-forget

> [!tip]- The same from a shell, in the vault''s folder, for `pk9ucw9`
> - Correct it: `vaultwatch memory edit mem_2v6jpntkxonyryy2`
> - It is over: `vaultwatch memory forget mem_2v6jpntkxonyryy2`
> - Apply the suggested wording: `vaultwatch findings apply pk9ucw9`
> - It is still true: `vaultwatch findings verify pk9ucw9 --why "..."`
> - False alarm: `vaultwatch findings dismiss pk9ucw9`
> - Seen, later: `vaultwatch findings acknowledge pk9ucw9`
>
> The others likewise, each by its own id.

## Not compared

Nothing to hold these memories against.

- [[Memories/The market''s script is at usr bin env|The market''s script is at usr bin env]]: cites no note.

> [!done]- Settled this week: 1
> - [[Memories/The fee of the Birch stall is 40 euros a day, says Birch|The fee of the Birch stall is 40 euros a day, says Birch]] (a value changed), dismissed on 2026-11-24: a false alarm.
');
INSERT INTO "facts" VALUES('flags_settled','{"mem_2v6jpntkxonyryy2": "fb344f5420347a23", "mem_wrx4p4ngykzo3udn": "17aeb3fd71ddcf22", "mem_ambclwluufunuvrs": "a5ece11a49e94851"}');
INSERT INTO "facts" VALUES('look_due','');
INSERT INTO "facts" VALUES('report_before','---
generated: vaultwatch
looked_on: 2026-11-24
edition: cqnmbzkb
---

# Drift report

**2 of 4 memories no longer match their notes**, 2 new that day. Looked on 2026-11-24 at 3 notes: 0 of 3 comparisons find the memory still true.

| Memory | What changed | Since | |
| --- | --- | --- | --- |
| [[Memories/The fee of the Alder stall is 40 euros a day, says Alder\|The fee of the Alder stall is 40 euros a day, says Alder]] | 40 euros → **55 euros** | 2026-11-24 | [[#^pk9ucw9\|settle]] |
| [[Memories/The fee of the Cedar stall is 40 euros a day, says Cedar\|The fee of the Cedar stall is 40 euros a day, says Cedar]] | 40 euros → **55 euros** | 2026-11-24 | [[#^h7uuveu\|settle]] |

Tick a box and save: vaultwatch answers within seconds while `vaultwatch run` is running, else at the next scan. What you write under a memory is kept.

## What to look at

### The fee of the Alder stall is 40 euros a day, says Alder

[[Stalls/Alder#Alder|Alder]]: “The fee of the Alder stall is ~~40~~ ==**55**== euros a day.” (line 3)

> [!warning]- A value changed: the memory is very likely outdated
>
> Why: the note said 40 euros, now 55 euros.
>
> How this was judged:
> - Rests on line 3, “The fee of the Alder stall is 40 euros a day.”: reworded, line 3 now; went “40”, came “55”.
> - For a change: a value took another''s place, a value of the memory left the note.
> - Against it: how well it was supported, the note still speaks to the memory.
> - Score 0.98, by a proof: a value that the memory says was replaced (weights 2026-11-23.2).
>
> In a shell: `pk9ucw9`

- Memory [[Memories/The fee of the Alder stall is 40 euros a day, says Alder|The fee of the Alder stall is 40 euros a day, says Alder]], since 2026-11-24 ^pk9ucw9
    - Suggested wording: “The fee of the Alder stall is ~~40~~ ==**55**== euros a day, says Alder”
    - [ ] Apply the suggested wording ^pk9ucw9-apply
    - [ ] Still true ^pk9ucw9-true
    - [ ] False alarm: dismiss ^pk9ucw9-dismiss
    - [ ] Forget the memory ^pk9ucw9-forget

### The fee of the Cedar stall is 40 euros a day, says Cedar

[[Stalls/Cedar#Cedar|Cedar]]: “The fee of the Cedar stall is ~~40~~ ==**55**== euros a day.” (line 3)

> [!warning]- A value changed: the memory is very likely outdated
>
> Why: the note said 40 euros, now 55 euros.
>
> How this was judged:
> - Rests on line 3, “The fee of the Cedar stall is 40 euros a day.”: reworded, line 3 now; went “40”, came “55”.
> - For a change: a value took another''s place, a value of the memory left the note.
> - Against it: how well it was supported, the note still speaks to the memory.
> - Score 0.98, by a proof: a value that the memory says was replaced (weights 2026-11-23.2).
>
> In a shell: `h7uuveu`

- Memory [[Memories/The fee of the Cedar stall is 40 euros a day, says Cedar|The fee of the Cedar stall is 40 euros a day, says Cedar]], since 2026-11-24 ^h7uuveu
    - Suggested wording: “The fee of the Cedar stall is ~~40~~ ==**55**== euros a day, says Cedar”
    - [ ] Apply the suggested wording ^h7uuveu-apply
    - [ ] Still true ^h7uuveu-true
    - [ ] False alarm: dismiss ^h7uuveu-dismiss
    - [ ] Forget the memory ^h7uuveu-forget

> [!tip]- The same from a shell, in the vault''s folder, for `pk9ucw9`
> - Correct it: `vaultwatch memory edit mem_2v6jpntkxonyryy2`
> - It is over: `vaultwatch memory forget mem_2v6jpntkxonyryy2`
> - Apply the suggested wording: `vaultwatch findings apply pk9ucw9`
> - It is still true: `vaultwatch findings verify pk9ucw9 --why "..."`
> - False alarm: `vaultwatch findings dismiss pk9ucw9`
> - Seen, later: `vaultwatch findings acknowledge pk9ucw9`
>
> The others likewise, each by its own id.

## Not compared

Nothing to hold these memories against.

- [[Memories/The market''s script is at usr bin env|The market''s script is at usr bin env]]: cites no note.

> [!done]- Settled this week: 1
> - [[Memories/The fee of the Birch stall is 40 euros a day, says Birch|The fee of the Birch stall is 40 euros a day, says Birch]] (a value changed), dismissed on 2026-11-24: a false alarm.
');
INSERT INTO "facts" VALUES('accepted','{"mem_c6wvekqsvia3hy4h": "2dcf436b5b986f7f4928ff9b641c1e3e"}');
CREATE TABLE findings (
	id TEXT NOT NULL, 
	memory_id TEXT, 
	note TEXT, 
	kind TEXT NOT NULL, 
	change TEXT, 
	mode TEXT NOT NULL, 
	section TEXT NOT NULL, 
	score REAL NOT NULL, 
	top_score REAL NOT NULL, 
	"before" TEXT, 
	"after" TEXT, 
	reasons TEXT NOT NULL, 
	passage TEXT NOT NULL, 
	status TEXT NOT NULL, 
	first_seen TEXT NOT NULL, 
	last_seen TEXT NOT NULL, 
	closed_at TEXT, 
	why TEXT NOT NULL, 
	remark TEXT DEFAULT '' NOT NULL, 
	repair TEXT, 
	explained TEXT DEFAULT '[]' NOT NULL, 
	note_digest TEXT DEFAULT '' NOT NULL, 
	also TEXT, 
	speakers TEXT, 
	outcome TEXT DEFAULT 'shown' NOT NULL, 
	proof TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (id), 
	CHECK (status IN ('open', 'acknowledged', 'resolved', 'dismissed'))
)
 STRICT

;
INSERT INTO "findings" VALUES('pk9ucw9','mem_2v6jpntkxonyryy2','Stalls/Alder.md','memory_drift','value','warm','["Alder"]',0.98,0.98,'["The fee of the Alder stall is 40 euros a day.",3,["Alder"],null,true]','["The fee of the Alder stall is 55 euros a day.",3,["Alder"]]','["the note said 40 euros, now 55 euros"]','743acad4ff70bbefd57cd1376875ff75','open','2026-11-24T16:46:25.520314+00:00','2026-11-24T16:46:25.520314+00:00',NULL,'','','["The fee of the Alder stall is 40 euros a day, says [[Alder]]","The fee of the Alder stall is 55 euros a day, says [[Alder]]"]','["Rests on line 3, “The fee of the Alder stall is 40 euros a day.”: reworded, line 3 now; went “40”, came “55”.","For a change: a value took another''s place, a value of the memory left the note.","Against it: how well it was supported, the note still speaks to the memory.","Score 0.98, by a proof: a value that the memory says was replaced (weights 2026-11-23.2)."]','',NULL,NULL,'shown','value');
INSERT INTO "findings" VALUES('h7uuveu','mem_ambclwluufunuvrs','Stalls/Cedar.md','memory_drift','value','warm','["Cedar"]',0.98,0.98,'["The fee of the Cedar stall is 40 euros a day.",3,["Cedar"],null,true]','["The fee of the Cedar stall is 55 euros a day.",3,["Cedar"]]','["the note said 40 euros, now 55 euros"]','b8d09b5ef311ef0b5187db5d593d9a8b','acknowledged','2026-11-24T16:46:25.520314+00:00','2026-11-24T16:46:25.520314+00:00',NULL,'acknowledged by the reader','','["The fee of the Cedar stall is 40 euros a day, says [[Cedar]]","The fee of the Cedar stall is 55 euros a day, says [[Cedar]]"]','["Rests on line 3, “The fee of the Cedar stall is 40 euros a day.”: reworded, line 3 now; went “40”, came “55”.","For a change: a value took another''s place, a value of the memory left the note.","Against it: how well it was supported, the note still speaks to the memory.","Score 0.98, by a proof: a value that the memory says was replaced (weights 2026-11-23.2)."]','',NULL,NULL,'shown','value');
INSERT INTO "findings" VALUES('vap3uuv','mem_wrx4p4ngykzo3udn','Stalls/B﷐dcffrch.md','memory_drift','value','warm','["Birch"]',0.98,0.98,'["The fee of the Birch stall is 40 euros a day.",3,["Birch"],null,true]','["The fee of the Birch stall is 55 euros a day.",3,["Birch"]]','["the note said 40 euros, now 55 euros"]','9433b467150829078bf1e5f0e31b6ea0','dismissed','2026-11-24T16:46:25.520314+00:00','2026-11-24T16:46:25.520314+00:00','2026-11-24T17:02:55.073993+00:00','a false alarm','','["The fee of the Birch stall is 40 euros a day, says [[Birch]]","The fee of the Birch stall is 55 euros a day, says [[Birch]]"]','["Rests on line 3, “The fee of the Birch stall is 40 euros a day.”: reworded, line 3 now; went “40”, came “55”.","For a change: a value took another''s place, a value of the memory left the note.","Against it: how well it was supported, the note still speaks to the memory.","Score 0.98, by a proof: a value that the memory says was replaced (weights 2026-11-23.2)."]','30b3956c27c3bfeef44ea70015f341238a382b2ae585686dc6ed5b51e1996dee',NULL,NULL,'shown','value');
CREATE TABLE memories (
	id TEXT NOT NULL, 
	path TEXT NOT NULL, 
	belief_digest TEXT NOT NULL, 
	first_seen TEXT NOT NULL, 
	belief TEXT NOT NULL, 
	state TEXT NOT NULL, 
	created TEXT, 
	gist TEXT DEFAULT '' NOT NULL, 
	claim_key TEXT DEFAULT '' NOT NULL, 
	status TEXT DEFAULT '' NOT NULL, 
	facts TEXT DEFAULT '' NOT NULL, 
	updated TEXT, 
	PRIMARY KEY (id), 
	CHECK (state IN ('present', 'forgotten'))
)
 STRICT

;
INSERT INTO "memories" VALUES('mem_2v6jpntkxonyryy2','Memories/The fee of the Alder stall is 40 euros a day, says Alder.md','38db35ca38c051de1b104fbc3c23e317','2026-11-24T16:45:30.639478+00:00','The fee of the Alder stall is 40 euros a day, says [[Alder]]','present','2026-11-24T16:45:30.000000+00:00','657fb13edf805f920c7832369e1c81a2','','active','{"source":"user_explicit","content_hash":"sha256:f511764a07f7c3b6db3ab6174d2934dd8fc249306780a28857289ea650de058d"}','2026-11-24T16:45:30.000000+00:00');
INSERT INTO "memories" VALUES('mem_wrx4p4ngykzo3udn','Memories/The fee of the Birch stall is 40 euros a day, says Birch.md','c2a7e5ecf7377b4c055699d8cf9f437d','2026-11-24T16:45:45.469730+00:00','The fee of the Birch stall is 40 euros a day, says [[Birch]]','present','2026-11-24T16:45:43.000000+00:00','b432b11eb49d48abb3aa7f452600a870','','active','{"source":"user_explicit","content_hash":"sha256:14d668d4275ca0107807ff2d2b4a859bafad2259b062da6a95d9671e8a041699"}','2026-11-24T16:45:43.000000+00:00');
INSERT INTO "memories" VALUES('mem_ambclwluufunuvrs','Memories/The fee of the Cedar stall is 40 euros a day, says Cedar.md','16572e8b82129ccad18a5b3507db4150','2026-11-24T16:46:00.274794+00:00','The fee of the Cedar stall is 40 euros a day, says [[Cedar]]','present','2026-11-24T16:45:58.000000+00:00','a483969d1d746aca9af52d58de1b71b5','','active','{"source":"user_explicit","content_hash":"sha256:5ef4b00fc75253f01d3b46cc97427e321a0cceb247eed7200a9c9092d25c1cce"}','2026-11-24T16:45:58.000000+00:00');
INSERT INTO "memories" VALUES('mem_c6wvekqsvia3hy4h','Memories/The market''s script is at usr bin env.md','2dcf436b5b986f7f4928ff9b641c1e3e','2026-11-24T16:46:11.821838+00:00','The market''s script is at /usr/bin/env, since May','present','2026-11-24T16:46:09.000000+00:00','8ef1611ab9bd009766b63b5581c75bff','','active','{"source":"user_explicit","content_hash":"sha256:968e34bcbe94e472e96bfeb64bd5b0ec767df652eb48853d866ca51c3bb1b394"}','2026-11-24T16:46:09.000000+00:00');
CREATE TABLE misses (
	id INTEGER NOT NULL, 
	note TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	"query" TEXT NOT NULL, 
	context TEXT NOT NULL, 
	distance REAL NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (id)
)
 STRICT

;
INSERT INTO "misses" VALUES(1,'Stalls/Alder.md','low_overlap','what does it cost','',0.7,'2026-11-24T16:00:00.000000+00:00');
CREATE TABLE notes (
	path TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	size_bytes INTEGER NOT NULL, 
	mtime_ns INTEGER NOT NULL, 
	indexed_digest TEXT, 
	model_id TEXT, 
	is_memory INTEGER NOT NULL, 
	seen_ns INTEGER DEFAULT 0 NOT NULL, 
	PRIMARY KEY (path)
)
 STRICT

;
INSERT INTO "notes" VALUES('Stalls/Alder.md','26cc0f23a86332f9dae4c20741cae1e827e3d321becdcb43d993b7e51c75bf38',70,1795538773112241231,'26cc0f23a86332f9dae4c20741cae1e827e3d321becdcb43d993b7e51c75bf38','hash-384-1',0,1795538782754062057);
INSERT INTO "notes" VALUES('Stalls/Birch.md','30b3956c27c3bfeef44ea70015f341238a382b2ae585686dc6ed5b51e1996dee',70,1795538773117318467,'30b3956c27c3bfeef44ea70015f341238a382b2ae585686dc6ed5b51e1996dee','hash-384-1',0,1795538782754062057);
INSERT INTO "notes" VALUES('Stalls/Cedar.md','a4f76b2695bf9c08cf2535f17ed9ccdf28e0a1aa32dd3e957722afdc8b4090a6',70,1795538773117694107,'a4f76b2695bf9c08cf2535f17ed9ccdf28e0a1aa32dd3e957722afdc8b4090a6','hash-384-1',0,1795538782754062057);
INSERT INTO "notes" VALUES('Memories/The fee of the Alder stall is 40 euros a day, says Alder.md','7313f1e3a41b371bbb35de3f7cbda161c92c4ce4ae3372520f130a855f090b4a',379,1795538785825882722,'7313f1e3a41b371bbb35de3f7cbda161c92c4ce4ae3372520f130a855f090b4a','hash-384-1',1,1795539775151277320);
INSERT INTO "notes" VALUES('Memories/The fee of the Birch stall is 40 euros a day, says Birch.md','15e9ebea1ac191fd8a42d71cf2d3b021fc1242c1cda3e67cdda0dc509f6e5c5e',277,1795539775303120494,'15e9ebea1ac191fd8a42d71cf2d3b021fc1242c1cda3e67cdda0dc509f6e5c5e','hash-384-1',1,1795539779859200429);
INSERT INTO "notes" VALUES('Memories/The fee of the Cedar stall is 40 euros a day, says Cedar.md','7bfb8e09e08d93748240ae3c849158e1269de09a20aa264b6b6a836db1f4570d',379,1795538785881725172,'7bfb8e09e08d93748240ae3c849158e1269de09a20aa264b6b6a836db1f4570d','hash-384-1',1,1795539775151277320);
INSERT INTO "notes" VALUES('Memories/The market''s script is at usr bin env.md','190b8dae2440276e9c2a1eb324b1af0404b333a446ed5e4be5c9f6040a7024d8',266,1795539783774054983,'190b8dae2440276e9c2a1eb324b1af0404b333a446ed5e4be5c9f6040a7024d8','hash-384-1',1,1795539790095349910);
CREATE TABLE outlines (
	path TEXT NOT NULL, 
	outline TEXT NOT NULL, 
	serial INTEGER DEFAULT 0 NOT NULL, 
	PRIMARY KEY (path), 
	FOREIGN KEY(path) REFERENCES notes (path) ON DELETE CASCADE
)
 STRICT

;
INSERT INTO "outlines" VALUES('Stalls/Alder.md','[[],[[1,"Alder"]],[],[],[]]',6);
INSERT INTO "outlines" VALUES('Stalls/Birch.md','[[],[[1,"Birch"]],[],[],[]]',6);
INSERT INTO "outlines" VALUES('Stalls/Cedar.md','[[],[[1,"Cedar"]],[],[],[]]',6);
INSERT INTO "outlines" VALUES('Memories/The fee of the Alder stall is 40 euros a day, says Alder.md','[[],[],[],[["Alder",[],null,null,"[[Alder]]","wiki",false,[267,276,9],null]],[]]',2);
INSERT INTO "outlines" VALUES('Memories/The fee of the Birch stall is 40 euros a day, says Birch.md','[[],[],[],[["Birch",[],null,null,"[[Birch]]","wiki",false,[267,276,9],null]],[]]',3);
INSERT INTO "outlines" VALUES('Memories/The fee of the Cedar stall is 40 euros a day, says Cedar.md','[[],[],[],[["Cedar",[],null,null,"[[Cedar]]","wiki",false,[267,276,9],null]],[]]',4);
INSERT INTO "outlines" VALUES('Memories/The market''s script is at usr bin env.md','[[],[],[],[],[]]',7);
CREATE TABLE proposals (
	id TEXT NOT NULL, 
	verb TEXT NOT NULL, 
	memory_id TEXT NOT NULL, 
	against TEXT NOT NULL, 
	belief TEXT, 
	value TEXT, 
	other TEXT NOT NULL, 
	agent TEXT NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (id)
)
 STRICT

;
INSERT INTO "proposals" VALUES('p1','update','mem_2v6jpntkxonyryy2','38db35ca38c051de1b104fbc3c23e317','It costs 55.',NULL,'','agent','2026-11-24T16:00:00.000000+00:00');
CREATE TABLE readings (
	id TEXT NOT NULL, 
	batch TEXT NOT NULL, 
	reader TEXT NOT NULL, 
	memory_id TEXT NOT NULL, 
	note TEXT NOT NULL, 
	belief_digest TEXT NOT NULL, 
	passage TEXT NOT NULL, 
	at TEXT NOT NULL, 
	said TEXT NOT NULL, 
	line INTEGER NOT NULL, 
	quote TEXT NOT NULL, 
	truth TEXT NOT NULL, 
	is_test INTEGER NOT NULL, 
	is_own INTEGER NOT NULL, 
	shown TEXT NOT NULL, 
	PRIMARY KEY (id)
)
 STRICT

;
INSERT INTO "readings" VALUES('r1','b1','claude','mem_2v6jpntkxonyryy2','Stalls/Alder.md','38db35ca38c051de1b104fbc3c23e317','pp','2026-11-24T16:00:00.000000+00:00','outdated',3,'55','holds',0,1,'');
CREATE TABLE row_digests (
	name TEXT NOT NULL, 
	digest INTEGER NOT NULL, 
	PRIMARY KEY (name)
)
 STRICT

;
INSERT INTO "row_digests" VALUES('accesses',4125678914102706311);
INSERT INTO "row_digests" VALUES('audit',2957037095943611217);
INSERT INTO "row_digests" VALUES('baselines',3950550325168115750);
INSERT INTO "row_digests" VALUES('cases',6557623455825867883);
INSERT INTO "row_digests" VALUES('check_reads',7929211731094558495);
INSERT INTO "row_digests" VALUES('checks',0);
INSERT INTO "row_digests" VALUES('comparisons',670591269372900215);
INSERT INTO "row_digests" VALUES('confirmed',4819206002896744747);
INSERT INTO "row_digests" VALUES('earlier_baselines',0);
INSERT INTO "row_digests" VALUES('earlier_wordings',1796489189275682584);
INSERT INTO "row_digests" VALUES('facts',-7720151536638737499);
INSERT INTO "row_digests" VALUES('findings',-1869802914908849070);
INSERT INTO "row_digests" VALUES('memories',2551577679758391268);
INSERT INTO "row_digests" VALUES('misses',-8397247557441452627);
INSERT INTO "row_digests" VALUES('notes',7998476040692653504);
INSERT INTO "row_digests" VALUES('outlines',8016576013678970284);
INSERT INTO "row_digests" VALUES('proposals',286969106315599299);
INSERT INTO "row_digests" VALUES('readings',-5533002352196687362);
INSERT INTO "row_digests" VALUES('signals',-5662858214065285582);
INSERT INTO "row_digests" VALUES('snapshots',1415814932414051940);
CREATE TABLE signals (
	id INTEGER NOT NULL, 
	memory_id TEXT NOT NULL, 
	belief_digest TEXT NOT NULL, 
	source TEXT NOT NULL, 
	evidence TEXT NOT NULL, 
	weight REAL NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (id)
)
 STRICT

;
INSERT INTO "signals" VALUES(1,'mem_2v6jpntkxonyryy2','38db35ca38c051de1b104fbc3c23e317','ci','{"job": "red ﷐fdd0 ﷐0000"}',0.5,'2026-11-24T16:00:00.000000+00:00');
CREATE TABLE snapshots (
	digest TEXT NOT NULL, 
	statements BLOB NOT NULL, 
	PRIMARY KEY (digest)
)
 STRICT

;
INSERT INTO "snapshots" VALUES('3075dd78715a16d6e1c88c38eade9ba5',X'789C958EBD8A03310C845F45B85E82D7BF517965FA74CB16B6A4BD048C37649DE2DEFE4C088490C0710C488310F3CD34A993243ED76F35A8AFC2727DEEE961E641A961EC52CCFB204162881C90D23EB296481C96180D5913D5506FA53CC7DC3336A94D2A49CF3D9E041611581768DDDED3616BA914386FE034C8EDBA6E9080D3CFEEFFFF2F7D6D974289DAA3E531B1CB28C9662F665C10C9196FBCFCD1F7D060BD48ED8406B8FB707821BA2EA589724EE43531C6EC8271ACAD25F2592C066DDE88F32F9CE474CD');
INSERT INTO "snapshots" VALUES('019ba8db7eae2fd9cfd521b4a6bd25e2',X'789C9550416AC4300CFC8AF0392C726427F1B5B7DE7B0B39C8B2DC0482B36CBC87FEBEA61496A5855206A461103383E6D9ACCA692BEFA6332FDB4DD6C79EBFC9D219D3D90633588D98AD7594274E61F413D21818A3F48463B4A62BF77D7F8CA5799C5AAA16D1E6FBB62A64553832D446BFDCE1ACBCEFB09DE010F47E3B4E6048FC71F9FFFD535F6A304A9C28F11427448DE2BD449F7B1256D48C7DF8A3EF6B85E3AAA5255408975F84A744D760502446168FD2DE13DDD0BB8444223E2A8501FB1F89CB2729AB74E6');
INSERT INTO "snapshots" VALUES('479474c7bc0bae7381bc1991ff182722',X'789C958ECD6A03310C845F45E8BC04F9B7F1B9A7DE7B5BF620CB721358BC25EB1CFAF631A110420BA50C488310F3CD3CE349B99CDB074EF8AA852F8F3D7F9B65429CCC10B20DC684EA8C899158A23F6AE2C2C15972478E19A7765DD7C75846C6AEAD6B131DB9EF2785AA0A5B853EEC3D1DF6CEEB0AE71D3C815E2FDB0E0C85BF0EFFFF7FEAEB8630D66C0D25C96425B0CD3A2A17AABE1647A18AF9A3EF5B87ED53DB207448875F0E4F443F842492334B2029E925FB6807CF399190D5A548F60771B9019B82743B');
CREATE INDEX access_judged ON accesses (memory_id) WHERE helped IS NOT NULL;
CREATE UNIQUE INDEX access_once ON accesses (memory_id, session, "query");
CREATE INDEX ix_audit_subject ON audit (subject);
CREATE INDEX ix_cases_note ON cases (note);
CREATE INDEX check_of_memory ON checks (memory_id);
CREATE INDEX wording_of_memory ON earlier_wordings (memory_id, until);
CREATE UNIQUE INDEX one_live_finding ON findings (coalesce(memory_id, ''), coalesce(note, ''), kind) WHERE status IN ('open', 'acknowledged');
CREATE INDEX memory_at_path ON memories (path);
CREATE INDEX memory_of_claim ON memories (claim_key);
CREATE INDEX memory_of_digest ON memories (belief_digest);
CREATE INDEX memory_of_gist ON memories (gist);
CREATE INDEX memory_of_time ON memories (created);
CREATE INDEX miss_of_note ON misses (note, kind);
CREATE INDEX proposal_of_memory ON proposals (memory_id);
CREATE INDEX reading_of_memory ON readings (memory_id);
CREATE INDEX signal_of_memory ON signals (memory_id);
CREATE INDEX ix_baselines_snapshot ON baselines (snapshot);
CREATE INDEX ix_outlines_serial ON outlines (serial);
CREATE TRIGGER "row_digests_accesses_INSERT" AFTER INSERT ON "accesses" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."id", NEW."memory_id", NEW."session", NEW."query", NEW."at", NEW."helped", NEW."place") WHERE name = 'accesses'; END;
CREATE TRIGGER "row_digests_accesses_DELETE" AFTER DELETE ON "accesses" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."id", OLD."memory_id", OLD."session", OLD."query", OLD."at", OLD."helped", OLD."place") WHERE name = 'accesses'; END;
CREATE TRIGGER "row_digests_accesses_UPDATE" AFTER UPDATE ON "accesses" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."id", OLD."memory_id", OLD."session", OLD."query", OLD."at", OLD."helped", OLD."place"), NEW."id", NEW."memory_id", NEW."session", NEW."query", NEW."at", NEW."helped", NEW."place") WHERE name = 'accesses'; END;
CREATE TRIGGER "row_digests_audit_INSERT" AFTER INSERT ON "audit" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."id", NEW."at", NEW."verb", NEW."subject", NEW."why") WHERE name = 'audit'; END;
CREATE TRIGGER "row_digests_audit_DELETE" AFTER DELETE ON "audit" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."id", OLD."at", OLD."verb", OLD."subject", OLD."why") WHERE name = 'audit'; END;
CREATE TRIGGER "row_digests_audit_UPDATE" AFTER UPDATE ON "audit" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."id", OLD."at", OLD."verb", OLD."subject", OLD."why"), NEW."id", NEW."at", NEW."verb", NEW."subject", NEW."why") WHERE name = 'audit'; END;
CREATE TRIGGER "row_digests_baselines_INSERT" AFTER INSERT ON "baselines" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."memory_id", NEW."note", NEW."origin", NEW."taken_at", NEW."belief_digest", NEW."snapshot", NEW."note_digest", NEW."supports", NEW."followed_from", NEW."grounding") WHERE name = 'baselines'; END;
CREATE TRIGGER "row_digests_baselines_DELETE" AFTER DELETE ON "baselines" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."memory_id", OLD."note", OLD."origin", OLD."taken_at", OLD."belief_digest", OLD."snapshot", OLD."note_digest", OLD."supports", OLD."followed_from", OLD."grounding") WHERE name = 'baselines'; END;
CREATE TRIGGER "row_digests_baselines_UPDATE" AFTER UPDATE ON "baselines" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."memory_id", OLD."note", OLD."origin", OLD."taken_at", OLD."belief_digest", OLD."snapshot", OLD."note_digest", OLD."supports", OLD."followed_from", OLD."grounding"), NEW."memory_id", NEW."note", NEW."origin", NEW."taken_at", NEW."belief_digest", NEW."snapshot", NEW."note_digest", NEW."supports", NEW."followed_from", NEW."grounding") WHERE name = 'baselines'; END;
CREATE TRIGGER "row_digests_cases_INSERT" AFTER INSERT ON "cases" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."finding", NEW."memory_id", NEW."note", NEW."mode", NEW."score", NEW."version", NEW."label", NEW."at", NEW."by", NEW."belief") WHERE name = 'cases'; END;
CREATE TRIGGER "row_digests_cases_DELETE" AFTER DELETE ON "cases" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."finding", OLD."memory_id", OLD."note", OLD."mode", OLD."score", OLD."version", OLD."label", OLD."at", OLD."by", OLD."belief") WHERE name = 'cases'; END;
CREATE TRIGGER "row_digests_cases_UPDATE" AFTER UPDATE ON "cases" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."finding", OLD."memory_id", OLD."note", OLD."mode", OLD."score", OLD."version", OLD."label", OLD."at", OLD."by", OLD."belief"), NEW."finding", NEW."memory_id", NEW."note", NEW."mode", NEW."score", NEW."version", NEW."label", NEW."at", NEW."by", NEW."belief") WHERE name = 'cases'; END;
CREATE TRIGGER "row_digests_check_reads_INSERT" AFTER INSERT ON "check_reads" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."memory_id", NEW."digest") WHERE name = 'check_reads'; END;
CREATE TRIGGER "row_digests_check_reads_DELETE" AFTER DELETE ON "check_reads" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."memory_id", OLD."digest") WHERE name = 'check_reads'; END;
CREATE TRIGGER "row_digests_check_reads_UPDATE" AFTER UPDATE ON "check_reads" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."memory_id", OLD."digest"), NEW."memory_id", NEW."digest") WHERE name = 'check_reads'; END;
CREATE TRIGGER "row_digests_checks_INSERT" AFTER INSERT ON "checks" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."id", NEW."memory_id", NEW."belief_digest", NEW."what", NEW."origin", NEW."words", NEW."is_accepted", NEW."outcome", NEW."said", NEW."found", NEW."looked_at", NEW."verified_at", NEW."verified_by", NEW."contradictions", NEW."refused_at") WHERE name = 'checks'; END;
CREATE TRIGGER "row_digests_checks_DELETE" AFTER DELETE ON "checks" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."id", OLD."memory_id", OLD."belief_digest", OLD."what", OLD."origin", OLD."words", OLD."is_accepted", OLD."outcome", OLD."said", OLD."found", OLD."looked_at", OLD."verified_at", OLD."verified_by", OLD."contradictions", OLD."refused_at") WHERE name = 'checks'; END;
CREATE TRIGGER "row_digests_checks_UPDATE" AFTER UPDATE ON "checks" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."id", OLD."memory_id", OLD."belief_digest", OLD."what", OLD."origin", OLD."words", OLD."is_accepted", OLD."outcome", OLD."said", OLD."found", OLD."looked_at", OLD."verified_at", OLD."verified_by", OLD."contradictions", OLD."refused_at"), NEW."id", NEW."memory_id", NEW."belief_digest", NEW."what", NEW."origin", NEW."words", NEW."is_accepted", NEW."outcome", NEW."said", NEW."found", NEW."looked_at", NEW."verified_at", NEW."verified_by", NEW."contradictions", NEW."refused_at") WHERE name = 'checks'; END;
CREATE TRIGGER "row_digests_comparisons_INSERT" AFTER INSERT ON "comparisons" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."memory_id", NEW."note", NEW."inputs", NEW."mode", NEW."score", NEW."kind", NEW."change", NEW."section", NEW."before", NEW."after", NEW."reasons", NEW."passage", NEW."also", NEW."unopposed", NEW."outcome", NEW."proof") WHERE name = 'comparisons'; END;
CREATE TRIGGER "row_digests_comparisons_DELETE" AFTER DELETE ON "comparisons" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."memory_id", OLD."note", OLD."inputs", OLD."mode", OLD."score", OLD."kind", OLD."change", OLD."section", OLD."before", OLD."after", OLD."reasons", OLD."passage", OLD."also", OLD."unopposed", OLD."outcome", OLD."proof") WHERE name = 'comparisons'; END;
CREATE TRIGGER "row_digests_comparisons_UPDATE" AFTER UPDATE ON "comparisons" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."memory_id", OLD."note", OLD."inputs", OLD."mode", OLD."score", OLD."kind", OLD."change", OLD."section", OLD."before", OLD."after", OLD."reasons", OLD."passage", OLD."also", OLD."unopposed", OLD."outcome", OLD."proof"), NEW."memory_id", NEW."note", NEW."inputs", NEW."mode", NEW."score", NEW."kind", NEW."change", NEW."section", NEW."before", NEW."after", NEW."reasons", NEW."passage", NEW."also", NEW."unopposed", NEW."outcome", NEW."proof") WHERE name = 'comparisons'; END;
CREATE TRIGGER "row_digests_confirmed_INSERT" AFTER INSERT ON "confirmed" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."memory_id", NEW."belief_digest", NEW."at") WHERE name = 'confirmed'; END;
CREATE TRIGGER "row_digests_confirmed_DELETE" AFTER DELETE ON "confirmed" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."memory_id", OLD."belief_digest", OLD."at") WHERE name = 'confirmed'; END;
CREATE TRIGGER "row_digests_confirmed_UPDATE" AFTER UPDATE ON "confirmed" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."memory_id", OLD."belief_digest", OLD."at"), NEW."memory_id", NEW."belief_digest", NEW."at") WHERE name = 'confirmed'; END;
CREATE TRIGGER "row_digests_earlier_baselines_INSERT" AFTER INSERT ON "earlier_baselines" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."memory_id", NEW."note", NEW."origin", NEW."taken_at", NEW."belief_digest", NEW."snapshot", NEW."note_digest", NEW."supports") WHERE name = 'earlier_baselines'; END;
CREATE TRIGGER "row_digests_earlier_baselines_DELETE" AFTER DELETE ON "earlier_baselines" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."memory_id", OLD."note", OLD."origin", OLD."taken_at", OLD."belief_digest", OLD."snapshot", OLD."note_digest", OLD."supports") WHERE name = 'earlier_baselines'; END;
CREATE TRIGGER "row_digests_earlier_baselines_UPDATE" AFTER UPDATE ON "earlier_baselines" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."memory_id", OLD."note", OLD."origin", OLD."taken_at", OLD."belief_digest", OLD."snapshot", OLD."note_digest", OLD."supports"), NEW."memory_id", NEW."note", NEW."origin", NEW."taken_at", NEW."belief_digest", NEW."snapshot", NEW."note_digest", NEW."supports") WHERE name = 'earlier_baselines'; END;
CREATE TRIGGER "row_digests_earlier_wordings_INSERT" AFTER INSERT ON "earlier_wordings" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."id", NEW."memory_id", NEW."until", NEW."belief_digest", NEW."belief", NEW."facts", NEW."updated") WHERE name = 'earlier_wordings'; END;
CREATE TRIGGER "row_digests_earlier_wordings_DELETE" AFTER DELETE ON "earlier_wordings" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."id", OLD."memory_id", OLD."until", OLD."belief_digest", OLD."belief", OLD."facts", OLD."updated") WHERE name = 'earlier_wordings'; END;
CREATE TRIGGER "row_digests_earlier_wordings_UPDATE" AFTER UPDATE ON "earlier_wordings" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."id", OLD."memory_id", OLD."until", OLD."belief_digest", OLD."belief", OLD."facts", OLD."updated"), NEW."id", NEW."memory_id", NEW."until", NEW."belief_digest", NEW."belief", NEW."facts", NEW."updated") WHERE name = 'earlier_wordings'; END;
CREATE TRIGGER "row_digests_facts_INSERT" AFTER INSERT ON "facts" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."name", NEW."value") WHERE name = 'facts'; END;
CREATE TRIGGER "row_digests_facts_DELETE" AFTER DELETE ON "facts" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."name", OLD."value") WHERE name = 'facts'; END;
CREATE TRIGGER "row_digests_facts_UPDATE" AFTER UPDATE ON "facts" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."name", OLD."value"), NEW."name", NEW."value") WHERE name = 'facts'; END;
CREATE TRIGGER "row_digests_findings_INSERT" AFTER INSERT ON "findings" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."id", NEW."memory_id", NEW."note", NEW."kind", NEW."change", NEW."mode", NEW."section", NEW."score", NEW."top_score", NEW."before", NEW."after", NEW."reasons", NEW."passage", NEW."status", NEW."first_seen", NEW."last_seen", NEW."closed_at", NEW."why", NEW."remark", NEW."repair", NEW."explained", NEW."note_digest", NEW."also", NEW."speakers", NEW."outcome", NEW."proof") WHERE name = 'findings'; END;
CREATE TRIGGER "row_digests_findings_DELETE" AFTER DELETE ON "findings" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."id", OLD."memory_id", OLD."note", OLD."kind", OLD."change", OLD."mode", OLD."section", OLD."score", OLD."top_score", OLD."before", OLD."after", OLD."reasons", OLD."passage", OLD."status", OLD."first_seen", OLD."last_seen", OLD."closed_at", OLD."why", OLD."remark", OLD."repair", OLD."explained", OLD."note_digest", OLD."also", OLD."speakers", OLD."outcome", OLD."proof") WHERE name = 'findings'; END;
CREATE TRIGGER "row_digests_findings_UPDATE" AFTER UPDATE ON "findings" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."id", OLD."memory_id", OLD."note", OLD."kind", OLD."change", OLD."mode", OLD."section", OLD."score", OLD."top_score", OLD."before", OLD."after", OLD."reasons", OLD."passage", OLD."status", OLD."first_seen", OLD."last_seen", OLD."closed_at", OLD."why", OLD."remark", OLD."repair", OLD."explained", OLD."note_digest", OLD."also", OLD."speakers", OLD."outcome", OLD."proof"), NEW."id", NEW."memory_id", NEW."note", NEW."kind", NEW."change", NEW."mode", NEW."section", NEW."score", NEW."top_score", NEW."before", NEW."after", NEW."reasons", NEW."passage", NEW."status", NEW."first_seen", NEW."last_seen", NEW."closed_at", NEW."why", NEW."remark", NEW."repair", NEW."explained", NEW."note_digest", NEW."also", NEW."speakers", NEW."outcome", NEW."proof") WHERE name = 'findings'; END;
CREATE TRIGGER "row_digests_memories_INSERT" AFTER INSERT ON "memories" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."id", NEW."path", NEW."belief_digest", NEW."first_seen", NEW."belief", NEW."state", NEW."created", NEW."gist", NEW."claim_key", NEW."status", NEW."facts", NEW."updated") WHERE name = 'memories'; END;
CREATE TRIGGER "row_digests_memories_DELETE" AFTER DELETE ON "memories" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."id", OLD."path", OLD."belief_digest", OLD."first_seen", OLD."belief", OLD."state", OLD."created", OLD."gist", OLD."claim_key", OLD."status", OLD."facts", OLD."updated") WHERE name = 'memories'; END;
CREATE TRIGGER "row_digests_memories_UPDATE" AFTER UPDATE ON "memories" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."id", OLD."path", OLD."belief_digest", OLD."first_seen", OLD."belief", OLD."state", OLD."created", OLD."gist", OLD."claim_key", OLD."status", OLD."facts", OLD."updated"), NEW."id", NEW."path", NEW."belief_digest", NEW."first_seen", NEW."belief", NEW."state", NEW."created", NEW."gist", NEW."claim_key", NEW."status", NEW."facts", NEW."updated") WHERE name = 'memories'; END;
CREATE TRIGGER "row_digests_misses_INSERT" AFTER INSERT ON "misses" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."id", NEW."note", NEW."kind", NEW."query", NEW."context", NEW."distance", NEW."at") WHERE name = 'misses'; END;
CREATE TRIGGER "row_digests_misses_DELETE" AFTER DELETE ON "misses" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."id", OLD."note", OLD."kind", OLD."query", OLD."context", OLD."distance", OLD."at") WHERE name = 'misses'; END;
CREATE TRIGGER "row_digests_misses_UPDATE" AFTER UPDATE ON "misses" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."id", OLD."note", OLD."kind", OLD."query", OLD."context", OLD."distance", OLD."at"), NEW."id", NEW."note", NEW."kind", NEW."query", NEW."context", NEW."distance", NEW."at") WHERE name = 'misses'; END;
CREATE TRIGGER "row_digests_notes_INSERT" AFTER INSERT ON "notes" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."path", NEW."digest", NEW."size_bytes", NEW."mtime_ns", NEW."indexed_digest", NEW."model_id", NEW."is_memory", NEW."seen_ns") WHERE name = 'notes'; END;
CREATE TRIGGER "row_digests_notes_DELETE" AFTER DELETE ON "notes" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."path", OLD."digest", OLD."size_bytes", OLD."mtime_ns", OLD."indexed_digest", OLD."model_id", OLD."is_memory", OLD."seen_ns") WHERE name = 'notes'; END;
CREATE TRIGGER "row_digests_notes_UPDATE" AFTER UPDATE ON "notes" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."path", OLD."digest", OLD."size_bytes", OLD."mtime_ns", OLD."indexed_digest", OLD."model_id", OLD."is_memory", OLD."seen_ns"), NEW."path", NEW."digest", NEW."size_bytes", NEW."mtime_ns", NEW."indexed_digest", NEW."model_id", NEW."is_memory", NEW."seen_ns") WHERE name = 'notes'; END;
CREATE TRIGGER "row_digests_outlines_INSERT" AFTER INSERT ON "outlines" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."path", NEW."outline", NEW."serial") WHERE name = 'outlines'; END;
CREATE TRIGGER "row_digests_outlines_DELETE" AFTER DELETE ON "outlines" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."path", OLD."outline", OLD."serial") WHERE name = 'outlines'; END;
CREATE TRIGGER "row_digests_outlines_UPDATE" AFTER UPDATE ON "outlines" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."path", OLD."outline", OLD."serial"), NEW."path", NEW."outline", NEW."serial") WHERE name = 'outlines'; END;
CREATE TRIGGER "row_digests_proposals_INSERT" AFTER INSERT ON "proposals" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."id", NEW."verb", NEW."memory_id", NEW."against", NEW."belief", NEW."value", NEW."other", NEW."agent", NEW."at") WHERE name = 'proposals'; END;
CREATE TRIGGER "row_digests_proposals_DELETE" AFTER DELETE ON "proposals" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."id", OLD."verb", OLD."memory_id", OLD."against", OLD."belief", OLD."value", OLD."other", OLD."agent", OLD."at") WHERE name = 'proposals'; END;
CREATE TRIGGER "row_digests_proposals_UPDATE" AFTER UPDATE ON "proposals" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."id", OLD."verb", OLD."memory_id", OLD."against", OLD."belief", OLD."value", OLD."other", OLD."agent", OLD."at"), NEW."id", NEW."verb", NEW."memory_id", NEW."against", NEW."belief", NEW."value", NEW."other", NEW."agent", NEW."at") WHERE name = 'proposals'; END;
CREATE TRIGGER "row_digests_readings_INSERT" AFTER INSERT ON "readings" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."id", NEW."batch", NEW."reader", NEW."memory_id", NEW."note", NEW."belief_digest", NEW."passage", NEW."at", NEW."said", NEW."line", NEW."quote", NEW."truth", NEW."is_test", NEW."is_own", NEW."shown") WHERE name = 'readings'; END;
CREATE TRIGGER "row_digests_readings_DELETE" AFTER DELETE ON "readings" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."id", OLD."batch", OLD."reader", OLD."memory_id", OLD."note", OLD."belief_digest", OLD."passage", OLD."at", OLD."said", OLD."line", OLD."quote", OLD."truth", OLD."is_test", OLD."is_own", OLD."shown") WHERE name = 'readings'; END;
CREATE TRIGGER "row_digests_readings_UPDATE" AFTER UPDATE ON "readings" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."id", OLD."batch", OLD."reader", OLD."memory_id", OLD."note", OLD."belief_digest", OLD."passage", OLD."at", OLD."said", OLD."line", OLD."quote", OLD."truth", OLD."is_test", OLD."is_own", OLD."shown"), NEW."id", NEW."batch", NEW."reader", NEW."memory_id", NEW."note", NEW."belief_digest", NEW."passage", NEW."at", NEW."said", NEW."line", NEW."quote", NEW."truth", NEW."is_test", NEW."is_own", NEW."shown") WHERE name = 'readings'; END;
CREATE TRIGGER "row_digests_signals_INSERT" AFTER INSERT ON "signals" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."id", NEW."memory_id", NEW."belief_digest", NEW."source", NEW."evidence", NEW."weight", NEW."at") WHERE name = 'signals'; END;
CREATE TRIGGER "row_digests_signals_DELETE" AFTER DELETE ON "signals" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."id", OLD."memory_id", OLD."belief_digest", OLD."source", OLD."evidence", OLD."weight", OLD."at") WHERE name = 'signals'; END;
CREATE TRIGGER "row_digests_signals_UPDATE" AFTER UPDATE ON "signals" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."id", OLD."memory_id", OLD."belief_digest", OLD."source", OLD."evidence", OLD."weight", OLD."at"), NEW."id", NEW."memory_id", NEW."belief_digest", NEW."source", NEW."evidence", NEW."weight", NEW."at") WHERE name = 'signals'; END;
CREATE TRIGGER "row_digests_snapshots_INSERT" AFTER INSERT ON "snapshots" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."digest", NEW."statements") WHERE name = 'snapshots'; END;
CREATE TRIGGER "row_digests_snapshots_DELETE" AFTER DELETE ON "snapshots" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."digest", OLD."statements") WHERE name = 'snapshots'; END;
CREATE TRIGGER "row_digests_snapshots_UPDATE" AFTER UPDATE ON "snapshots" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."digest", OLD."statements"), NEW."digest", NEW."statements") WHERE name = 'snapshots'; END;
COMMIT;
