BEGIN TRANSACTION;
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
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0019');
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
INSERT INTO "audit" VALUES(1,'2026-11-23T17:33:36.372473+00:00','schemas','1','schemas: version 1');
INSERT INTO "audit" VALUES(2,'2026-11-23T17:33:38.903092+00:00','note changed','Stalls/Alder.md','[[["Alder"], 1, 1, "“40” → “55” in “The fee of the Alder stall is 55 euros.”"]]');
INSERT INTO "audit" VALUES(3,'2026-11-23T17:33:38.903092+00:00','note changed','Stalls/Birch.md','[[["Birch"], 1, 1, "“40” → “55” in “The fee of the Birch stall is 55 euros.”"]]');
INSERT INTO "audit" VALUES(4,'2026-11-23T17:33:38.903092+00:00','note changed','Stalls/Cedar.md','[[["Cedar"], 1, 1, "“40” → “55” in “The fee of the Cedar stall is 55 euros.”"]]');
INSERT INTO "audit" VALUES(5,'2026-11-23T17:33:40.122813+00:00','finding open','du768md','');
INSERT INTO "audit" VALUES(6,'2026-11-23T17:33:40.122813+00:00','finding open','jt8vvv5','');
INSERT INTO "audit" VALUES(7,'2026-11-23T17:33:40.122813+00:00','finding open','zfsbmxj','');
INSERT INTO "audit" VALUES(8,'2026-11-23T17:33:41.015037+00:00','finding dismissed','jt8vvv5','a false alarm');
INSERT INTO "audit" VALUES(9,'2026-11-23T17:33:42.092594+00:00','finding acknowledged','zfsbmxj','acknowledged by the reader');
CREATE TABLE baselines (
	memory_id TEXT NOT NULL, 
	note TEXT NOT NULL, 
	origin TEXT NOT NULL CHECK (origin IN ('written', 'adopted')), 
	taken_at TEXT NOT NULL, 
	belief_digest TEXT NOT NULL, 
	snapshot TEXT NOT NULL, 
	note_digest TEXT NOT NULL, 
	supports TEXT NOT NULL, 
	followed_from TEXT, 
	grounding TEXT, 
	PRIMARY KEY (memory_id, note), 
	FOREIGN KEY(snapshot) REFERENCES snapshots (digest)
)
 STRICT

;
INSERT INTO "baselines" VALUES('mem_alder','Stalls/Alder.md','written','2026-11-23T17:33:36.736253+00:00','97d9b17120f02ceffe97639e2853df47','1635e8a09d800f1669c608bda61724e1','9105c52f117a7c9237c8b665f2e30fdf63313f2027faaba1c0c3fd1aab6211cf','[[1,1.0]]',NULL,'["supported",0.9,1,"","","",[],["569b3d88b8585334"]]');
INSERT INTO "baselines" VALUES('mem_birch','Stalls/Birch.md','written','2026-11-23T17:33:37.073563+00:00','796befca52bd30e6c98823774785bb19','e8f5b053bf00e343c74877ee34b05f20','abb438f521153a5c4ceaacc95c80ac9077741bc1bf81ed8bc1f4743c7226b549','[[1,1.0]]',NULL,'["supported",0.9,1,"","","",[],["90a545817427de65"]]');
INSERT INTO "baselines" VALUES('mem_cedar','Stalls/Cedar.md','written','2026-11-23T17:33:37.109834+00:00','1372c1643da8ec5b46130a0267ea7b93','f207e9ec3b3e2f8bc95748fd0dc5ee8e','80b501dfc647c0678d6666d900ce23087053930e1c48290f9be46739edf8b2db','[[1,1.0]]',NULL,'["supported",0.9,1,"","","",[],["67e97d576f5f3080"]]');
CREATE TABLE cases (
	finding TEXT NOT NULL, 
	memory_id TEXT NOT NULL, 
	note TEXT NOT NULL, 
	mode TEXT NOT NULL, 
	score REAL NOT NULL, 
	version TEXT NOT NULL, 
	label TEXT NOT NULL CHECK (label IN ('current', 'drifted')), 
	at TEXT NOT NULL, 
	"by" TEXT NOT NULL, 
	belief TEXT NOT NULL, 
	PRIMARY KEY (finding)
)
 STRICT

;
INSERT INTO "cases" VALUES('jt8vvv5','mem_birch','Stalls/Birch.md','warm',0.99,'2026-11-24.7','current','2026-11-23T17:33:40.929363+00:00','dismissed','The fee of the [[Birch]] stall is 40 euros.');
CREATE TABLE check_reads (
	memory_id TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	PRIMARY KEY (memory_id)
)
 STRICT

;
INSERT INTO "check_reads" VALUES('mem_alder','2a9a1f5d66e050c2');
INSERT INTO "check_reads" VALUES('mem_birch','ad3820142ee4e284');
INSERT INTO "check_reads" VALUES('mem_cedar','93e8c4ca8b22c0cc');
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
	drifted INTEGER NOT NULL, 
	kind TEXT, 
	change TEXT, 
	section TEXT NOT NULL, 
	"before" TEXT, 
	"after" TEXT, 
	reasons TEXT NOT NULL, 
	passage TEXT NOT NULL, 
	also TEXT, 
	unopposed TEXT, 
	PRIMARY KEY (memory_id, note)
)
 STRICT

;
INSERT INTO "comparisons" VALUES('mem_alder','Stalls/Alder.md','44bbeda89cac1facdc6ff86da145d2cb','warm',0.99,1,'memory_drift','value','["Alder"]','["The fee of the Alder stall is 40 euros.",3,["Alder"],null,true]','["The fee of the Alder stall is 55 euros.",3,["Alder"]]','["the note said 40 euros, now 55 euros"]','b2d55dc7185c87ac24b86e6913c9d087',NULL,NULL);
INSERT INTO "comparisons" VALUES('mem_birch','Stalls/Birch.md','f124b56342a99ec730f237e217d909de','warm',0.99,1,'memory_drift','value','["Birch"]','["The fee of the Birch stall is 40 euros.",3,["Birch"],null,true]','["The fee of the Birch stall is 55 euros.",3,["Birch"]]','["the note said 40 euros, now 55 euros"]','8194b72442e4d3c1750d67063c8923ef',NULL,NULL);
INSERT INTO "comparisons" VALUES('mem_cedar','Stalls/Cedar.md','08325ad7cb4975c8738ce1cc4e29143c','warm',0.99,1,'memory_drift','value','["Cedar"]','["The fee of the Cedar stall is 40 euros.",3,["Cedar"],null,true]','["The fee of the Cedar stall is 55 euros.",3,["Cedar"]]','["the note said 40 euros, now 55 euros"]','0f55d4de0fe6462b43818d56f54df362',NULL,NULL);
CREATE TABLE confirmed (
	memory_id TEXT NOT NULL, 
	belief_digest TEXT NOT NULL, 
	at TEXT NOT NULL, 
	PRIMARY KEY (memory_id)
)
 STRICT

;
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
CREATE TABLE facts (
	name TEXT NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
)
 STRICT

;
INSERT INTO "facts" VALUES('ledger_born','["2026-11-23T17:33:26.915614+00:00", [], false]');
INSERT INTO "facts" VALUES('scan_due','');
INSERT INTO "facts" VALUES('masking_version','4');
INSERT INTO "facts" VALUES('own_settings','yes');
INSERT INTO "facts" VALUES('attachments_digest','786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419d25e1031afee585313896444934eb04b903a685b1448b755d56f701afe9be2ce');
INSERT INTO "facts" VALUES('added_notes','');
INSERT INTO "facts" VALUES('schemas','[1, "# How memories that carry a claim are held against each other.\n# Raise the version whenever you change something here: until then the old rules stay in force.\nversion = 1\n\n# What a predicate does not set, it takes from [default].\n# cardinality            single: one value at a time is true; multiple: many are\n# policy                 what a contradiction leads to: supersede, require_review or keep_both\n# normaliser             when two values are the same: none, trim, lowercase, lowercase_trim,\n#                        currency, date or number\n# dedup                  a repeated value: corroborate what stands, or store it beside\n# minimum_trust          0 to 1; below it a newcomer never supersedes\n# margin                 0 to 1; how much more trust than the old one it needs; a person needs none\n# quarantine_suspicious  whether a text that looks planted is quarantined\n# high_impact            whether acting on a wrong value does harm that is hard to undo: then what\n#                        no person said waits for you, however the predicate is spelt and whatever\n#                        other words stand in it. Six are built in, and stand for a concept each, by\n#                        any name in eleven languages and in free text too. They count whether or\n#                        not they are listed; what you set here overrides that one key of theirs:\n#                        with high_impact = false that concept waits no more\n[default]\ncardinality = \"single\"\npolicy = \"supersede\"\nnormaliser = \"lowercase_trim\"\ndedup = \"corroborate\"\nminimum_trust = 0.0\nmargin = 0.0\nquarantine_suspicious = true\nhigh_impact = false\n\n[predicates.\"payment destination\"]\npolicy = \"require_review\"\nnormaliser = \"trim\"\nminimum_trust = 0.7\nhigh_impact = true\n\n[predicates.\"reset address\"]\npolicy = \"require_review\"\nminimum_trust = 0.7\nhigh_impact = true\n\n[predicates.\"auth policy\"]\npolicy = \"require_review\"\nminimum_trust = 0.7\nhigh_impact = true\n\n[predicates.\"approval\"]\npolicy = \"require_review\"\nminimum_trust = 0.7\nhigh_impact = true\n\n[predicates.\"deploy command\"]\npolicy = \"require_review\"\nnormaliser = \"trim\"\nminimum_trust = 0.7\nhigh_impact = true\n\n[predicates.\"api endpoint\"]\npolicy = \"require_review\"\nnormaliser = \"trim\"\nminimum_trust = 0.7\nhigh_impact = true\n"]');
INSERT INTO "facts" VALUES('outline_serial','2');
INSERT INTO "facts" VALUES('model_wish','hash||');
INSERT INTO "facts" VALUES('model_id','hash-384-1');
INSERT INTO "facts" VALUES('adopted','yes');
INSERT INTO "facts" VALUES('grounding_version','2026-11-26');
INSERT INTO "facts" VALUES('rules_version','2026-11-24.7');
INSERT INTO "facts" VALUES('sought_up_to_serial','2');
INSERT INTO "facts" VALUES('shown_since','2026-11-23T17:33:37.524405+00:00');
INSERT INTO "facts" VALUES('last_scan','2026-11-23T17:33:42.243626+00:00');
INSERT INTO "facts" VALUES('report_text','---
generated: vaultwatch
looked_on: 2026-11-23
edition: apovfkxy
---

# Drift report

**1 of 3 memories no longer matches its notes**, 1 new that day, 1 finding acknowledged. Looked on 2026-11-23 at 3 notes: 0 of 3 comparisons find the memory still true.

| Memory | What changed | Since | |
| --- | --- | --- | --- |
| [[Memories/Alder fee\|Alder fee]] | 40 euros → **55 euros** | 2026-11-23 | [[#^du768md\|settle]] |

Tick a box and save: vaultwatch answers within seconds while `vaultwatch run` is running, else at the next scan. What you write under a memory is kept.

## What to look at

### The fee of the Alder stall is 40 euros.

[[Stalls/Alder#Alder|Alder]]: “The fee of the Alder stall is ~~40~~ ==**55**== euros.” (line 3)

> [!warning]- A value changed: the memory is almost certainly outdated
>
> Why: the note said 40 euros, now 55 euros.
>
> How this was judged:
> - Rests on line 3, “The fee of the Alder stall is 40 euros.”: reworded, line 3 now; went “40”, came “55”.
> - For a change: a value of the memory left the note, fewer lines say the memory''s words.
> - Against it: the note still speaks to the memory, words went.
> - Score 0.99, by the weights (weights 2026-11-24.7).
>
> In a shell: `du768md`

- Memory [[Memories/Alder fee|Alder fee]], since 2026-11-23 ^du768md
    - Suggested wording: “The fee of the Alder stall is ~~40~~ ==**55**== euros.”
    - [ ] Apply the suggested wording ^du768md-apply
    - [ ] Still true ^du768md-true
    - [ ] False alarm: dismiss ^du768md-dismiss
    - [ ] Forget the memory ^du768md-forget

## Acknowledged

### The fee of the Cedar stall is 40 euros.

[[Stalls/Cedar#Cedar|Cedar]]: “The fee of the Cedar stall is ~~40~~ ==**55**== euros.” (line 3)

> [!warning]- A value changed: the memory is almost certainly outdated
>
> Why: the note said 40 euros, now 55 euros.
>
> How this was judged:
> - Rests on line 3, “The fee of the Cedar stall is 40 euros.”: reworded, line 3 now; went “40”, came “55”.
> - For a change: a value of the memory left the note, fewer lines say the memory''s words.
> - Against it: the note still speaks to the memory, words went.
> - Score 0.99, by the weights (weights 2026-11-24.7).
>
> In a shell: `zfsbmxj`

- Memory [[Memories/Cedar fee|Cedar fee]], since 2026-11-23 ^zfsbmxj
    - Suggested wording: “The fee of the Cedar stall is ~~40~~ ==**55**== euros.”
    - [ ] Apply the suggested wording ^zfsbmxj-apply
    - [ ] Still true ^zfsbmxj-true
    - [ ] False alarm: dismiss ^zfsbmxj-dismiss
    - [ ] Forget the memory ^zfsbmxj-forget

> [!tip]- The same from a shell, in the vault''s folder, for `du768md`
> - Correct it: `vaultwatch memory edit mem_alder`
> - It is over: `vaultwatch memory forget mem_alder`
> - Apply the suggested wording: `vaultwatch findings apply du768md`
> - It is still true: `vaultwatch findings verify du768md --why "..."`
> - False alarm: `vaultwatch findings dismiss du768md`
> - Seen, later: `vaultwatch findings acknowledge du768md`
>
> The others likewise, each by its own id.

> [!done]- Settled this week: 1
> - [[Memories/Birch fee|Birch fee]] (a value changed), dismissed on 2026-11-23: a false alarm.
');
INSERT INTO "facts" VALUES('report_before','---
generated: vaultwatch
looked_on: 2026-11-23
edition: hkvczfur
---

# Drift report

**2 of 3 memories no longer match their notes**, 2 new that day. Looked on 2026-11-23 at 3 notes: 0 of 3 comparisons find the memory still true.

| Memory | What changed | Since | |
| --- | --- | --- | --- |
| [[Memories/Alder fee\|Alder fee]] | 40 euros → **55 euros** | 2026-11-23 | [[#^du768md\|settle]] |
| [[Memories/Cedar fee\|Cedar fee]] | 40 euros → **55 euros** | 2026-11-23 | [[#^zfsbmxj\|settle]] |

Tick a box and save: vaultwatch answers within seconds while `vaultwatch run` is running, else at the next scan. What you write under a memory is kept.

## What to look at

### The fee of the Alder stall is 40 euros.

[[Stalls/Alder#Alder|Alder]]: “The fee of the Alder stall is ~~40~~ ==**55**== euros.” (line 3)

> [!warning]- A value changed: the memory is almost certainly outdated
>
> Why: the note said 40 euros, now 55 euros.
>
> How this was judged:
> - Rests on line 3, “The fee of the Alder stall is 40 euros.”: reworded, line 3 now; went “40”, came “55”.
> - For a change: a value of the memory left the note, fewer lines say the memory''s words.
> - Against it: the note still speaks to the memory, words went.
> - Score 0.99, by the weights (weights 2026-11-24.7).
>
> In a shell: `du768md`

- Memory [[Memories/Alder fee|Alder fee]], since 2026-11-23 ^du768md
    - Suggested wording: “The fee of the Alder stall is ~~40~~ ==**55**== euros.”
    - [ ] Apply the suggested wording ^du768md-apply
    - [ ] Still true ^du768md-true
    - [ ] False alarm: dismiss ^du768md-dismiss
    - [ ] Forget the memory ^du768md-forget

### The fee of the Cedar stall is 40 euros.

[[Stalls/Cedar#Cedar|Cedar]]: “The fee of the Cedar stall is ~~40~~ ==**55**== euros.” (line 3)

> [!warning]- A value changed: the memory is almost certainly outdated
>
> Why: the note said 40 euros, now 55 euros.
>
> How this was judged:
> - Rests on line 3, “The fee of the Cedar stall is 40 euros.”: reworded, line 3 now; went “40”, came “55”.
> - For a change: a value of the memory left the note, fewer lines say the memory''s words.
> - Against it: the note still speaks to the memory, words went.
> - Score 0.99, by the weights (weights 2026-11-24.7).
>
> In a shell: `zfsbmxj`

- Memory [[Memories/Cedar fee|Cedar fee]], since 2026-11-23 ^zfsbmxj
    - Suggested wording: “The fee of the Cedar stall is ~~40~~ ==**55**== euros.”
    - [ ] Apply the suggested wording ^zfsbmxj-apply
    - [ ] Still true ^zfsbmxj-true
    - [ ] False alarm: dismiss ^zfsbmxj-dismiss
    - [ ] Forget the memory ^zfsbmxj-forget

> [!tip]- The same from a shell, in the vault''s folder, for `du768md`
> - Correct it: `vaultwatch memory edit mem_alder`
> - It is over: `vaultwatch memory forget mem_alder`
> - Apply the suggested wording: `vaultwatch findings apply du768md`
> - It is still true: `vaultwatch findings verify du768md --why "..."`
> - False alarm: `vaultwatch findings dismiss du768md`
> - Seen, later: `vaultwatch findings acknowledge du768md`
>
> The others likewise, each by its own id.

> [!done]- Settled this week: 1
> - [[Memories/Birch fee|Birch fee]] (a value changed), dismissed on 2026-11-23: a false alarm.
');
INSERT INTO "facts" VALUES('flags_settled','{"mem_alder": "1e35798d6f680570", "mem_birch": "c384d9e94e3c3591", "mem_cedar": "2bc8af8b6319bdba"}');
INSERT INTO "facts" VALUES('look_due','');
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
	status TEXT NOT NULL CHECK (status IN ('open', 'acknowledged', 'resolved', 'dismissed')), 
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
	PRIMARY KEY (id)
)
 STRICT

;
INSERT INTO "findings" VALUES('du768md','mem_alder','Stalls/Alder.md','memory_drift','value','warm','["Alder"]',0.99,0.99,'["The fee of the Alder stall is 40 euros.",3,["Alder"],null,true]','["The fee of the Alder stall is 55 euros.",3,["Alder"]]','["the note said 40 euros, now 55 euros"]','b2d55dc7185c87ac24b86e6913c9d087','open','2026-11-23T17:33:39.598051+00:00','2026-11-23T17:33:39.598051+00:00',NULL,'','','["The fee of the [[Alder]] stall is 40 euros.","The fee of the [[Alder]] stall is 55 euros."]','["Rests on line 3, “The fee of the Alder stall is 40 euros.”: reworded, line 3 now; went “40”, came “55”.","For a change: a value of the memory left the note, fewer lines say the memory''s words.","Against it: the note still speaks to the memory, words went.","Score 0.99, by the weights (weights 2026-11-24.7)."]','',NULL,NULL);
INSERT INTO "findings" VALUES('jt8vvv5','mem_birch','Stalls/Birch.md','memory_drift','value','warm','["Birch"]',0.99,0.99,'["The fee of the Birch stall is 40 euros.",3,["Birch"],null,true]','["The fee of the Birch stall is 55 euros.",3,["Birch"]]','["the note said 40 euros, now 55 euros"]','8194b72442e4d3c1750d67063c8923ef','dismissed','2026-11-23T17:33:39.598051+00:00','2026-11-23T17:33:39.598051+00:00','2026-11-23T17:33:40.928791+00:00','a false alarm','','["The fee of the [[Birch]] stall is 40 euros.","The fee of the [[Birch]] stall is 55 euros."]','["Rests on line 3, “The fee of the Birch stall is 40 euros.”: reworded, line 3 now; went “40”, came “55”.","For a change: a value of the memory left the note, fewer lines say the memory''s words.","Against it: the note still speaks to the memory, words went.","Score 0.99, by the weights (weights 2026-11-24.7)."]','90223e5dbe087b710778c08260e6ddfa59aa13e6d9fa71250bb187ebc472b97d',NULL,NULL);
INSERT INTO "findings" VALUES('zfsbmxj','mem_cedar','Stalls/Cedar.md','memory_drift','value','warm','["Cedar"]',0.99,0.99,'["The fee of the Cedar stall is 40 euros.",3,["Cedar"],null,true]','["The fee of the Cedar stall is 55 euros.",3,["Cedar"]]','["the note said 40 euros, now 55 euros"]','0f55d4de0fe6462b43818d56f54df362','acknowledged','2026-11-23T17:33:39.598051+00:00','2026-11-23T17:33:39.598051+00:00',NULL,'acknowledged by the reader','','["The fee of the [[Cedar]] stall is 40 euros.","The fee of the [[Cedar]] stall is 55 euros."]','["Rests on line 3, “The fee of the Cedar stall is 40 euros.”: reworded, line 3 now; went “40”, came “55”.","For a change: a value of the memory left the note, fewer lines say the memory''s words.","Against it: the note still speaks to the memory, words went.","Score 0.99, by the weights (weights 2026-11-24.7)."]','',NULL,NULL);
CREATE TABLE memories (
	id TEXT NOT NULL, 
	path TEXT NOT NULL, 
	belief_digest TEXT NOT NULL, 
	first_seen TEXT NOT NULL, 
	belief TEXT NOT NULL, 
	state TEXT NOT NULL CHECK (state IN ('present', 'forgotten')), 
	created TEXT, 
	gist TEXT DEFAULT '' NOT NULL, 
	claim_key TEXT DEFAULT '' NOT NULL, 
	status TEXT DEFAULT '' NOT NULL, 
	facts TEXT DEFAULT '' NOT NULL, 
	updated TEXT, 
	PRIMARY KEY (id)
)
 STRICT

;
INSERT INTO "memories" VALUES('mem_alder','Memories/Alder fee.md','97d9b17120f02ceffe97639e2853df47','2026-11-23T17:33:36.526971+00:00','The fee of the [[Alder]] stall is 40 euros.','present',NULL,'c8044522f9eabba75e8d989681cbe2ff','','active','{}',NULL);
INSERT INTO "memories" VALUES('mem_birch','Memories/Birch fee.md','796befca52bd30e6c98823774785bb19','2026-11-23T17:33:36.529415+00:00','The fee of the [[Birch]] stall is 40 euros.','present',NULL,'4bd3ac0d8d2ad573732d91e05c1983c3','','active','{}',NULL);
INSERT INTO "memories" VALUES('mem_cedar','Memories/Cedar fee.md','1372c1643da8ec5b46130a0267ea7b93','2026-11-23T17:33:36.613358+00:00','The fee of the [[Cedar]] stall is 40 euros.','present',NULL,'8a103be5ebe922de1983c1fce49f2b8e','','active','{}',NULL);
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
INSERT INTO "notes" VALUES('Stalls/Alder.md','302c0ddbaad5894d882db5565144b4bcf5ebd41404dcf590a703948733177753',69,1795455218396766519,'302c0ddbaad5894d882db5565144b4bcf5ebd41404dcf590a703948733177753','hash-384-1',0,1795455221075743404);
INSERT INTO "notes" VALUES('Stalls/Birch.md','90223e5dbe087b710778c08260e6ddfa59aa13e6d9fa71250bb187ebc472b97d',69,1795455218396944193,'90223e5dbe087b710778c08260e6ddfa59aa13e6d9fa71250bb187ebc472b97d','hash-384-1',0,1795455221075743404);
INSERT INTO "notes" VALUES('Stalls/Cedar.md','4acb19e7f37618b1411c4774397c167f251188b40b2b4d4b4851c9360f5ed85e',69,1795455218397306491,'4acb19e7f37618b1411c4774397c167f251188b40b2b4d4b4851c9360f5ed85e','hash-384-1',0,1795455221075743404);
INSERT INTO "notes" VALUES('Memories/Alder fee.md','5fcefb41083125c90597aaec8a4768287b7dd9a38a5f887c9bc31539eb429af8',168,1795455220525704572,'5fcefb41083125c90597aaec8a4768287b7dd9a38a5f887c9bc31539eb429af8','hash-384-1',1,1795455222123777612);
INSERT INTO "notes" VALUES('Memories/Birch fee.md','0e9b2d126588c106cfea7e209965f0ca09457ac3602c849da35713b4df5fabfd',66,1795455221733093414,'0e9b2d126588c106cfea7e209965f0ca09457ac3602c849da35713b4df5fabfd','hash-384-1',1,1795455222123777612);
INSERT INTO "notes" VALUES('Memories/Cedar fee.md','0a723683fa054706733f7c56e94ec83306fd9a3bf201f9823b460489c3c119ce',168,1795455220544316591,'0a723683fa054706733f7c56e94ec83306fd9a3bf201f9823b460489c3c119ce','hash-384-1',1,1795455222123777612);
CREATE TABLE outlines (
	path TEXT NOT NULL, 
	outline TEXT NOT NULL, 
	serial INTEGER DEFAULT 0 NOT NULL, 
	PRIMARY KEY (path), 
	FOREIGN KEY(path) REFERENCES notes (path) ON DELETE CASCADE
)
 STRICT

;
INSERT INTO "outlines" VALUES('Stalls/Alder.md','[[],[[1,"Alder"]],[],[],[]]',2);
INSERT INTO "outlines" VALUES('Stalls/Birch.md','[[],[[1,"Birch"]],[],[],[]]',2);
INSERT INTO "outlines" VALUES('Stalls/Cedar.md','[[],[[1,"Cedar"]],[],[],[]]',2);
INSERT INTO "outlines" VALUES('Memories/Alder fee.md','[[],[],[],[["Alder",[],null,null,"[[Alder]]","wiki",false,[37,46,4],null]],[]]',1);
INSERT INTO "outlines" VALUES('Memories/Birch fee.md','[[],[],[],[["Birch",[],null,null,"[[Birch]]","wiki",false,[37,46,4],null]],[]]',1);
INSERT INTO "outlines" VALUES('Memories/Cedar fee.md','[[],[],[],[["Cedar",[],null,null,"[[Cedar]]","wiki",false,[37,46,4],null]],[]]',1);
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
CREATE TABLE row_digests (
	name TEXT NOT NULL, 
	digest INTEGER NOT NULL, 
	PRIMARY KEY (name)
)
 STRICT

;
INSERT INTO "row_digests" VALUES('accesses',0);
INSERT INTO "row_digests" VALUES('audit',-7436426921833735242);
INSERT INTO "row_digests" VALUES('baselines',7901079906339085827);
INSERT INTO "row_digests" VALUES('cases',-1535938752779555596);
INSERT INTO "row_digests" VALUES('check_reads',502853794394562003);
INSERT INTO "row_digests" VALUES('checks',0);
INSERT INTO "row_digests" VALUES('comparisons',-2636640353388140122);
INSERT INTO "row_digests" VALUES('confirmed',0);
INSERT INTO "row_digests" VALUES('earlier_baselines',0);
INSERT INTO "row_digests" VALUES('earlier_wordings',0);
INSERT INTO "row_digests" VALUES('facts',-8932139218829720433);
INSERT INTO "row_digests" VALUES('findings',8754337262785282308);
INSERT INTO "row_digests" VALUES('memories',-4641181226141174770);
INSERT INTO "row_digests" VALUES('misses',0);
INSERT INTO "row_digests" VALUES('notes',-2768608516063967835);
INSERT INTO "row_digests" VALUES('outlines',6376977236570969577);
INSERT INTO "row_digests" VALUES('proposals',0);
INSERT INTO "row_digests" VALUES('signals',0);
INSERT INTO "row_digests" VALUES('snapshots',-271096941111372497);
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
CREATE TABLE snapshots (
	digest TEXT NOT NULL, 
	statements BLOB NOT NULL, 
	PRIMARY KEY (digest)
)
 STRICT

;
INSERT INTO "snapshots" VALUES('1635e8a09d800f1669c608bda61724e1',X'789C9590416BC3300C85FF8AF13914C7F624E7B863EFBB851C644B5E022681D8657FBFA60C4AD9608C0FA487104F0FCDB35E8578DB3FF5A0DF0BCBF9ECF3B75806AD87B1A39903080802324C8902B2114C0C19D12667510FFBAD946759BA4795BDC99EA4FB7EACA2B2883AB26A5D3EDC556D548ADAAAF246C9ED3CEAE53F9B2F195D472717BD3000134540EBBC77ECC833CAE46240F923E3B5A995AA6A5F874A2B6DE723CE6FC397CB6F1DCD043891C41CA6185C121AD91A9353703C5A033FBFB3DC01557E7539');
INSERT INTO "snapshots" VALUES('e8f5b053bf00e343c74877ee34b05f20',X'789C9550418AC3300CFC8AD03914396E6CE7DADBDEF71672B06CB90E84046297FDFE9A522865174A19908641CC0C9A26CCE2E3B25DB1C3CB7284FCDCD383CC1D62A71AD028614A4A9D75723E8E7670A4EDE88943AFC9B2C26EBBADEB73CCCDA3C856650BD27CBFB34012813D416DF4EE0EA5FA7585A5C099406EC75E4E9F5CBE74D40D3888198C150A4938B11AA3894A4766492CD65078D3F1AB42F605EACF0E21FBE5B8D7F94F7C491E1A307AD39ED152DDC84E07F12AF64429381D554FC6FE499E7F01D567753D');
INSERT INTO "snapshots" VALUES('f207e9ec3b3e2f8bc95748fd0dc5ee8e',X'789C958E416BC3300C85FF8AF0390CDBAA5DF9BCD3EEBB851C645B5E022181D8A57FBFA60C4AD9A0940FA48710EFBD7154B3705EB61F35A84FC97C3CF6F82BA641A9C174145B678C2B688CF79A933F9104CEECD06A24F6510DDB655D1F63EA1E55B6265B92EEFB3D0B1411D80BB42EEFEE501BAF2B2C154E1AE472ECF5E39DCFA78ED8519129388EC916F4097D70988AD3C50851F04CF8A2E35783992BB4EB0E69E6E5B8D7F9EFF894EC3A2AB33F0796582844C2246CB2D5BA24C26CACF6E73FC9D30DE8A773E4');
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
CREATE TRIGGER "row_digests_comparisons_INSERT" AFTER INSERT ON "comparisons" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."memory_id", NEW."note", NEW."inputs", NEW."mode", NEW."score", NEW."drifted", NEW."kind", NEW."change", NEW."section", NEW."before", NEW."after", NEW."reasons", NEW."passage", NEW."also", NEW."unopposed") WHERE name = 'comparisons'; END;
CREATE TRIGGER "row_digests_comparisons_DELETE" AFTER DELETE ON "comparisons" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."memory_id", OLD."note", OLD."inputs", OLD."mode", OLD."score", OLD."drifted", OLD."kind", OLD."change", OLD."section", OLD."before", OLD."after", OLD."reasons", OLD."passage", OLD."also", OLD."unopposed") WHERE name = 'comparisons'; END;
CREATE TRIGGER "row_digests_comparisons_UPDATE" AFTER UPDATE ON "comparisons" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."memory_id", OLD."note", OLD."inputs", OLD."mode", OLD."score", OLD."drifted", OLD."kind", OLD."change", OLD."section", OLD."before", OLD."after", OLD."reasons", OLD."passage", OLD."also", OLD."unopposed"), NEW."memory_id", NEW."note", NEW."inputs", NEW."mode", NEW."score", NEW."drifted", NEW."kind", NEW."change", NEW."section", NEW."before", NEW."after", NEW."reasons", NEW."passage", NEW."also", NEW."unopposed") WHERE name = 'comparisons'; END;
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
CREATE TRIGGER "row_digests_findings_INSERT" AFTER INSERT ON "findings" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."id", NEW."memory_id", NEW."note", NEW."kind", NEW."change", NEW."mode", NEW."section", NEW."score", NEW."top_score", NEW."before", NEW."after", NEW."reasons", NEW."passage", NEW."status", NEW."first_seen", NEW."last_seen", NEW."closed_at", NEW."why", NEW."remark", NEW."repair", NEW."explained", NEW."note_digest", NEW."also", NEW."speakers") WHERE name = 'findings'; END;
CREATE TRIGGER "row_digests_findings_DELETE" AFTER DELETE ON "findings" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."id", OLD."memory_id", OLD."note", OLD."kind", OLD."change", OLD."mode", OLD."section", OLD."score", OLD."top_score", OLD."before", OLD."after", OLD."reasons", OLD."passage", OLD."status", OLD."first_seen", OLD."last_seen", OLD."closed_at", OLD."why", OLD."remark", OLD."repair", OLD."explained", OLD."note_digest", OLD."also", OLD."speakers") WHERE name = 'findings'; END;
CREATE TRIGGER "row_digests_findings_UPDATE" AFTER UPDATE ON "findings" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."id", OLD."memory_id", OLD."note", OLD."kind", OLD."change", OLD."mode", OLD."section", OLD."score", OLD."top_score", OLD."before", OLD."after", OLD."reasons", OLD."passage", OLD."status", OLD."first_seen", OLD."last_seen", OLD."closed_at", OLD."why", OLD."remark", OLD."repair", OLD."explained", OLD."note_digest", OLD."also", OLD."speakers"), NEW."id", NEW."memory_id", NEW."note", NEW."kind", NEW."change", NEW."mode", NEW."section", NEW."score", NEW."top_score", NEW."before", NEW."after", NEW."reasons", NEW."passage", NEW."status", NEW."first_seen", NEW."last_seen", NEW."closed_at", NEW."why", NEW."remark", NEW."repair", NEW."explained", NEW."note_digest", NEW."also", NEW."speakers") WHERE name = 'findings'; END;
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
CREATE TRIGGER "row_digests_signals_INSERT" AFTER INSERT ON "signals" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."id", NEW."memory_id", NEW."belief_digest", NEW."source", NEW."evidence", NEW."weight", NEW."at") WHERE name = 'signals'; END;
CREATE TRIGGER "row_digests_signals_DELETE" AFTER DELETE ON "signals" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."id", OLD."memory_id", OLD."belief_digest", OLD."source", OLD."evidence", OLD."weight", OLD."at") WHERE name = 'signals'; END;
CREATE TRIGGER "row_digests_signals_UPDATE" AFTER UPDATE ON "signals" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."id", OLD."memory_id", OLD."belief_digest", OLD."source", OLD."evidence", OLD."weight", OLD."at"), NEW."id", NEW."memory_id", NEW."belief_digest", NEW."source", NEW."evidence", NEW."weight", NEW."at") WHERE name = 'signals'; END;
CREATE TRIGGER "row_digests_snapshots_INSERT" AFTER INSERT ON "snapshots" BEGIN UPDATE row_digests SET digest = row_digest(digest, NEW."digest", NEW."statements") WHERE name = 'snapshots'; END;
CREATE TRIGGER "row_digests_snapshots_DELETE" AFTER DELETE ON "snapshots" BEGIN UPDATE row_digests SET digest = row_digest(digest, OLD."digest", OLD."statements") WHERE name = 'snapshots'; END;
CREATE TRIGGER "row_digests_snapshots_UPDATE" AFTER UPDATE ON "snapshots" BEGIN UPDATE row_digests SET digest = row_digest(row_digest(digest, OLD."digest", OLD."statements"), NEW."digest", NEW."statements") WHERE name = 'snapshots'; END;
COMMIT;
