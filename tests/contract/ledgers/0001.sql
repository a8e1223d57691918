BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
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
INSERT INTO "audit" VALUES(1,'2026-03-01T12:30:00.000005+00:00','finding dismissed','f2','it''s fine');
INSERT INTO "audit" VALUES(2,'2026-03-01T12:30:00.000005+00:00','finding open','f1','');
INSERT INTO "audit" VALUES(3,'2026-03-01T12:30:00.000005+00:00','scan','vault','first');
CREATE TABLE baselines (
	memory_id TEXT NOT NULL, 
	note TEXT NOT NULL, 
	origin TEXT NOT NULL CHECK (origin IN ('written', 'adopted')), 
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
INSERT INTO "baselines" VALUES('mem_1','a.md','written','2026-03-01T12:30:00.000005+00:00','bd','5b0e583329716e9e7c4065554c0930b1','nd','[[0,0.75]]');
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
	PRIMARY KEY (memory_id, note)
)
 STRICT

;
INSERT INTO "comparisons" VALUES('mem_1','a.md','i1','warm',0.7,1,'memory_drift','value','["Top"]','["was",3,["Top"]]',NULL,'["because"]','p');
CREATE TABLE facts (
	name TEXT NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
)
 STRICT

;
INSERT INTO "facts" VALUES('last_scan','2026-03-01T12:30:00.000005+00:00');
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
	PRIMARY KEY (id)
)
 STRICT

;
INSERT INTO "findings" VALUES('f2','mem_1','folder/b.md','memory_drift','value','warm','["Top"]',0.7,0.9,'["was",3,["Top"]]',NULL,'["because"]','p','dismissed','2026-03-01T12:30:00.000005+00:00','2026-03-01T12:30:00.000005+00:00','2026-03-01T12:30:00.000005+00:00','it''s fine');
INSERT INTO "findings" VALUES('f1','mem_1','a.md','memory_drift','value','warm','["Top"]',0.7,0.9,'["was",3,["Top"]]',NULL,'["because"]','p','open','2026-03-01T12:30:00.000005+00:00','2026-03-01T12:30:00.000005+00:00',NULL,'');
CREATE TABLE memories (
	id TEXT NOT NULL, 
	path TEXT NOT NULL, 
	belief_digest TEXT NOT NULL, 
	first_seen TEXT NOT NULL, 
	belief TEXT NOT NULL, 
	state TEXT NOT NULL CHECK (state IN ('present', 'forgotten')), 
	created TEXT, 
	PRIMARY KEY (id)
)
 STRICT

;
INSERT INTO "memories" VALUES('mem_1','Memories/m.md','bd','2026-03-01T12:30:00.000005+00:00','A holds.','present','2026-03-01T12:30:00.000005+00:00');
CREATE TABLE notes (
	path TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	size_bytes INTEGER NOT NULL, 
	mtime_ns INTEGER NOT NULL, 
	indexed_digest TEXT, 
	model_id TEXT, 
	is_memory INTEGER NOT NULL, 
	PRIMARY KEY (path)
)
 STRICT

;
INSERT INTO "notes" VALUES('a.md','d1',10,1152921504606846976,'d1','model',0);
INSERT INTO "notes" VALUES('folder/b.md','d1',10,1152921504606846976,NULL,NULL,1);
CREATE TABLE outlines (
	path TEXT NOT NULL, 
	outline TEXT NOT NULL, 
	PRIMARY KEY (path), 
	FOREIGN KEY(path) REFERENCES notes (path) ON DELETE CASCADE
)
 STRICT

;
INSERT INTO "outlines" VALUES('a.md','[["alias"],[[1,"Top"],[2,"Below"]],["id"],[["b",["H"],"id","shown","[[b#H]]","wiki",true,[3,9,2],null],["b",["H"],"id","shown","[[b#H]]","wiki",true,null,"related.0"]],[["not_utf8","Not UTF-8.",4]]]');
INSERT INTO "outlines" VALUES('folder/b.md','[["other"],[[1,"Top"],[2,"Below"]],["id"],[["b",["H"],"id","shown","[[b#H]]","wiki",true,[3,9,2],null],["b",["H"],"id","shown","[[b#H]]","wiki",true,null,"related.0"]],[["not_utf8","Not UTF-8.",4]]]');
CREATE TABLE snapshots (
	digest TEXT NOT NULL, 
	statements BLOB NOT NULL, 
	PRIMARY KEY (digest)
)
 STRICT

;
INSERT INTO "snapshots" VALUES('5b0e583329716e9e7c4065554c0930b1',X'789C8B8E562A492CCE56D251D2552849AD2801322054B452487E0190E7949A935FAE14ABA3E45F909A67A5A463AC63A2A3549C0294A900E2ECD44A20999499A2141B0B0041DE1565');
CREATE INDEX ix_baselines_snapshot ON baselines (snapshot);
CREATE UNIQUE INDEX one_live_finding ON findings (coalesce(memory_id, ''), coalesce(note, ''), kind) WHERE status IN ('open', 'acknowledged');
CREATE INDEX ix_audit_subject ON audit (subject);
COMMIT;
