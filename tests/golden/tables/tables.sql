BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE events (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	data JSON NOT NULL, 
	made DOUBLE NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "events" VALUES('AedDZTXw6jHB',1,'start','{"game": "block", "options": {"players": 4, "set": 6, "hand_size": 7, "first_player": -1, "next_lead": "fixed", "spinner": "auto", "target": 100, "finish_hand": false}, "rules": 1, "seed": 10200269931119163660, "chance": 7, "silence": 0.0, "seats": [{"kind": "person", "name": ""}, {"kind": "person", "name": ""}, {"kind": "person", "name": ""}, {"kind": "person", "name": ""}], "date": "2026.11.15"}',1.79496893619930911059e+09);
INSERT INTO "events" VALUES('AedDZTXw6jHB',2,'deal','{"number": 1, "before": [0, 0, 0, 0], "first": 3, "hands": [["1-0", "3-1", "3-3", "4-3", "4-4", "6-2", "6-4"], ["3-2", "4-2", "5-3", "5-4", "5-5", "6-1", "6-6"], ["2-0", "2-1", "2-2", "4-0", "5-1", "5-2", "6-5"], ["0-0", "1-1", "3-0", "4-1", "5-0", "6-0", "6-3"]], "boneyard": []}',1.79496893619930911059e+09);
INSERT INTO "events" VALUES('AedDZTXw6jHB',3,'move','{"seat": 3, "move": 0, "text": "0-0", "id": "3:kept-00000000"}',1.79496893677795267109e+09);
INSERT INTO "events" VALUES('AedDZTXw6jHB',4,'move','{"seat": 0, "move": 29, "text": "1-0@W", "id": "0:kept-00000001"}',1.7949689367987632752e+09);
INSERT INTO "events" VALUES('AedDZTXw6jHB',5,'move','{"seat": 1, "move": 50, "text": "6-1@W", "id": "1:kept-00000002"}',1.79496893681417679783e+09);
INSERT INTO "events" VALUES('AedDZTXw6jHB',6,'move','{"seat": 2, "move": 54, "text": "6-5@W", "id": "2:kept-00000003"}',1.79496893684768986701e+09);
INSERT INTO "events" VALUES('AedDZTXw6jHB',7,'move','{"seat": 3, "move": 43, "text": "5-0@W", "id": "3:kept-00000004"}',1.79496893747084069253e+09);
INSERT INTO "events" VALUES('AedDZTXw6jHB',8,'move','{"seat": 0, "move": 140, "text": "/", "id": "0:kept-00000005"}',1794968937.79436);
INSERT INTO "events" VALUES('AedDZTXw6jHB',9,'move','{"seat": 1, "move": 140, "text": "/", "id": "1:kept-00000006"}',1.79496893782674527169e+09);
INSERT INTO "events" VALUES('9nI3vijRtxnH',1,'start','{"game": "draw", "options": {"players": 3, "set": 6, "hand_size": 7, "first_player": -1, "next_lead": "fixed", "spinner": "auto", "target": 100, "finish_hand": false, "voluntary_draw": false, "boneyard_reserve": 0, "dead_ends_block": false}, "rules": 1, "seed": 10200269931119163660, "chance": 7, "silence": 0.0, "seats": [{"kind": "person", "name": ""}, {"kind": "person", "name": ""}, {"kind": "person", "name": ""}], "date": "2026.11.15"}',1.79496893784152436249e+09);
INSERT INTO "events" VALUES('9nI3vijRtxnH',2,'deal','{"number": 1, "before": [0, 0, 0], "first": 2, "hands": [["1-0", "3-1", "3-3", "4-3", "4-4", "6-2", "6-4"], ["3-2", "4-2", "5-3", "5-4", "5-5", "6-1", "6-6"], ["2-0", "2-1", "2-2", "4-0", "5-1", "5-2", "6-5"]], "boneyard": ["5-0", "0-0", "1-1", "3-0", "4-1", "6-3", "6-0"]}',1.79496893784152436249e+09);
INSERT INTO "events" VALUES('9nI3vijRtxnH',3,'move','{"seat": 2, "move": 3, "text": "2-0", "id": "2:kept-00000007"}',1.79496893791211223605e+09);
INSERT INTO "events" VALUES('9nI3vijRtxnH',4,'move','{"seat": 0, "move": 51, "text": "6-2@W", "id": "0:kept-00000008"}',1.79496893795890641214e+09);
INSERT INTO "events" VALUES('9nI3vijRtxnH',5,'move','{"seat": 1, "move": 50, "text": "6-1@W", "id": "1:kept-00000009"}',1.79496893801167750354e+09);
INSERT INTO "events" VALUES('9nI3vijRtxnH',6,'move','{"seat": 2, "move": 32, "text": "2-1@W", "id": "2:kept-00000010"}',1.79496893804290533064e+09);
INSERT INTO "events" VALUES('9nI3vijRtxnH',7,'move','{"seat": 0, "move": 57, "text": "1-0@E", "id": "0:kept-00000011"}',1.79496893821032142638e+09);
INSERT INTO "events" VALUES('9nI3vijRtxnH',8,'move','{"seat": 1, "move": 36, "text": "3-2@W", "id": "1:kept-00000012"}',1.79496893868607544902e+09);
INSERT INTO "events" VALUES('9nI3vijRtxnH',9,'move','{"seat": 2, "move": 72, "text": "5-1@E", "id": "2:kept-00000013"}',1.79496893912412953378e+09);
INSERT INTO "events" VALUES('BaX2hRv7lHYV',1,'start','{"game": "muggins", "options": {"players": 3, "set": 6, "hand_size": 7, "first_player": -1, "next_lead": "highest_double", "target": 100, "finish_hand": false, "boneyard_reserve": 0, "dead_ends_block": false, "no_double": "draw_in_turn", "auto_claim": true, "round_to_five": false}, "rules": 1, "seed": 10200269931119163660, "chance": 7, "silence": 0.0, "seats": [{"kind": "person", "name": ""}, {"kind": "person", "name": ""}, {"kind": "person", "name": ""}], "date": "2026.11.15"}',1.79496893916164302826e+09);
INSERT INTO "events" VALUES('BaX2hRv7lHYV',2,'deal','{"number": 1, "before": [0, 0, 0], "first": 2, "hands": [["1-0", "3-1", "3-3", "4-3", "4-4", "6-2", "6-4"], ["3-2", "4-2", "5-3", "5-4", "5-5", "6-1", "6-6"], ["2-0", "2-1", "2-2", "4-0", "5-1", "5-2", "6-5"]], "boneyard": ["5-0", "0-0", "1-1", "3-0", "4-1", "6-3", "6-0"]}',1.79496893916164302826e+09);
INSERT INTO "events" VALUES('BaX2hRv7lHYV',3,'move','{"seat": 1, "move": 27, "text": "6-6", "id": "1:kept-00000014"}',1.79496893950355815893e+09);
INSERT INTO "events" VALUES('BaX2hRv7lHYV',4,'move','{"seat": 2, "move": 54, "text": "6-5@W", "id": "2:kept-00000015"}',1.79496893957069492339e+09);
INSERT INTO "events" VALUES('BaX2hRv7lHYV',5,'move','{"seat": 0, "move": 79, "text": "6-2@E", "id": "0:kept-00000016"}',1.79496893976837944987e+09);
INSERT INTO "events" VALUES('BaX2hRv7lHYV',6,'move','{"seat": 1, "move": 46, "text": "5-3@W", "id": "1:kept-00000017"}',1.79496893996119260793e+09);
INSERT INTO "events" VALUES('BaX2hRv7lHYV',7,'move','{"seat": 2, "move": 59, "text": "2-0@E", "id": "2:kept-00000018"}',1.7949689401352295875e+09);
INSERT INTO "events" VALUES('BaX2hRv7lHYV',8,'move','{"seat": 0, "move": 35, "text": "3-1@W", "id": "0:kept-00000019"}',1.79496894039073371894e+09);
INSERT INTO "events" VALUES('BaX2hRv7lHYV',9,'move','{"seat": 1, "move": 50, "text": "6-1@W", "id": "1:kept-00000020"}',1.79496894051751160626e+09);
INSERT INTO "events" VALUES('nrutazm-xT-y',1,'start','{"game": "bergen", "options": {"players": 3, "set": 6, "hand_size": 6, "first_player": -1, "target": 15, "finish_hand": false, "boneyard_reserve": 0, "dead_ends_block": false, "no_double": "draw_in_turn", "muggins_call": false, "triple_order": "either", "block_tie": "none"}, "rules": 1, "seed": 10200269931119163660, "chance": 7, "silence": 0.0, "seats": [{"kind": "person", "name": ""}, {"kind": "person", "name": ""}, {"kind": "person", "name": ""}], "date": "2026.11.15"}',1.79496894053518104552e+09);
INSERT INTO "events" VALUES('nrutazm-xT-y',2,'deal','{"number": 1, "before": [0, 0, 0], "first": 2, "hands": [["1-0", "3-1", "3-3", "4-3", "6-2", "6-4"], ["3-2", "4-2", "4-4", "5-3", "5-5", "6-6"], ["2-0", "2-2", "5-2", "5-4", "6-1", "6-5"]], "boneyard": ["5-1", "2-1", "4-0", "5-0", "0-0", "1-1", "3-0", "4-1", "6-3", "6-0"]}',1.79496894053518104552e+09);
INSERT INTO "events" VALUES('nrutazm-xT-y',3,'move','{"seat": 1, "move": 27, "text": "6-6", "id": "1:kept-00000021"}',1794968940.55562);
INSERT INTO "events" VALUES('nrutazm-xT-y',4,'move','{"seat": 2, "move": 50, "text": "6-1@W", "id": "2:kept-00000022"}',1.79496894074057674415e+09);
INSERT INTO "events" VALUES('nrutazm-xT-y',5,'move','{"seat": 0, "move": 29, "text": "1-0@W", "id": "0:kept-00000023"}',1.79496894248180580136e+09);
INSERT INTO "events" VALUES('nrutazm-xT-y',6,'move','{"seat": 1, "move": 141, "text": "+", "id": "1:kept-00000024"}',1.79496894278763556478e+09);
INSERT INTO "events" VALUES('nrutazm-xT-y',7,'move','{"seat": 1, "move": 141, "text": "+", "id": "1:kept-00000025"}',1.79496894309517955774e+09);
INSERT INTO "events" VALUES('nrutazm-xT-y',8,'move','{"seat": 1, "move": 141, "text": "+", "id": "1:kept-00000026"}',1.79496894365591716765e+09);
INSERT INTO "events" VALUES('nrutazm-xT-y',9,'move','{"seat": 1, "move": 38, "text": "4-0@W", "id": "1:kept-00000027"}',1.79496894400419068332e+09);
INSERT INTO "events" VALUES('V24Octv-FqEc',1,'start','{"game": "matador", "options": {"players": 3, "set": 6, "hand_size": 7, "first_player": -1, "lead_tile": "any", "next_lead": "fixed", "no_double": "draw_in_turn", "target": 100, "finish_hand": false, "voluntary_draw": false, "matador_compulsory": false, "boneyard_reserve": 0, "dead_ends_block": false}, "rules": 1, "seed": 10200269931119163660, "chance": 7, "silence": 0.0, "seats": [{"kind": "person", "name": ""}, {"kind": "person", "name": ""}, {"kind": "person", "name": ""}], "date": "2026.11.15"}',1.79496894410352182385e+09);
INSERT INTO "events" VALUES('V24Octv-FqEc',2,'deal','{"number": 1, "before": [0, 0, 0], "first": 2, "hands": [["1-0", "3-1", "3-3", "4-3", "4-4", "6-2", "6-4"], ["3-2", "4-2", "5-3", "5-4", "5-5", "6-1", "6-6"], ["2-0", "2-1", "2-2", "4-0", "5-1", "5-2", "6-5"]], "boneyard": ["5-0", "0-0", "1-1", "3-0", "4-1", "6-3", "6-0"]}',1.79496894410352182385e+09);
INSERT INTO "events" VALUES('V24Octv-FqEc',3,'move','{"seat": 2, "move": 3, "text": "2-0", "id": "2:kept-00000028"}',1.79496894445179152495e+09);
INSERT INTO "events" VALUES('V24Octv-FqEc',4,'move','{"seat": 0, "move": 41, "text": "4-3@W:4", "id": "0:kept-00000029"}',1.79496894447245502468e+09);
INSERT INTO "events" VALUES('V24Octv-FqEc',5,'move','{"seat": 1, "move": 40, "text": "4-2@W", "id": "1:kept-00000030"}',1.794968944490694046e+09);
INSERT INTO "events" VALUES('V24Octv-FqEc',6,'move','{"seat": 2, "move": 44, "text": "5-1@W", "id": "2:kept-00000031"}',1.79496894450638151165e+09);
INSERT INTO "events" VALUES('V24Octv-FqEc',7,'move','{"seat": 0, "move": 51, "text": "6-2@W", "id": "0:kept-00000032"}',1.79496894452778100971e+09);
INSERT INTO "events" VALUES('V24Octv-FqEc',8,'move','{"seat": 1, "move": 46, "text": "5-3@W", "id": "1:kept-00000033"}',1.79496894454558300968e+09);
INSERT INTO "events" VALUES('V24Octv-FqEc',9,'move','{"seat": 2, "move": 38, "text": "4-0@W", "id": "2:kept-00000034"}',1.79496894459346818927e+09);
INSERT INTO "events" VALUES('xjRugIjE6shu',1,'start','{"game": "sebastopol", "options": {"players": 4, "set": 6, "target": 100, "finish_hand": false}, "rules": 1, "seed": 10200269931119163660, "chance": 7, "silence": 0.0, "seats": [{"kind": "person", "name": ""}, {"kind": "person", "name": ""}, {"kind": "person", "name": ""}, {"kind": "person", "name": ""}], "date": "2026.11.15"}',1.79496894460778403279e+09);
INSERT INTO "events" VALUES('xjRugIjE6shu',2,'deal','{"number": 1, "before": [0, 0, 0, 0], "first": 0, "hands": [["1-0", "2-0", "3-2", "4-3", "5-2", "6-3", "6-5"], ["3-1", "4-1", "4-2", "5-1", "5-4", "6-0", "6-4"], ["2-1", "2-2", "3-3", "4-4", "5-0", "5-3", "6-1"], ["0-0", "1-1", "3-0", "4-0", "5-5", "6-2", "6-6"]], "boneyard": []}',1.79496894460778403279e+09);
INSERT INTO "events" VALUES('xjRugIjE6shu',3,'move','{"seat": 3, "move": 27, "text": "6-6", "id": "3:kept-00000035"}',1.79496894463596272468e+09);
INSERT INTO "events" VALUES('xjRugIjE6shu',4,'move','{"seat": 0, "move": 52, "text": "6-3@W", "id": "0:kept-00000036"}',1.79496894467207837109e+09);
INSERT INTO "events" VALUES('xjRugIjE6shu',5,'move','{"seat": 1, "move": 77, "text": "6-0@E", "id": "1:kept-00000037"}',1.79496894469424962993e+09);
INSERT INTO "events" VALUES('xjRugIjE6shu',6,'move','{"seat": 2, "move": 106, "text": "6-1@N", "id": "2:kept-00000038"}',1.79496894470775508875e+09);
INSERT INTO "events" VALUES('xjRugIjE6shu',7,'move','{"seat": 3, "move": 135, "text": "6-2@S", "id": "3:kept-00000039"}',1.79496894472169756882e+09);
INSERT INTO "events" VALUES('xjRugIjE6shu',8,'move','{"seat": 0, "move": 36, "text": "3-2@W", "id": "0:kept-00000040"}',1.79496894473883748053e+09);
INSERT INTO "events" VALUES('xjRugIjE6shu',9,'move','{"seat": 1, "move": 40, "text": "4-2@W", "id": "1:kept-00000041"}',1.79496894475448513037e+09);
CREATE TABLE seats (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	"key" VARCHAR(64), 
	shared VARCHAR(64), seen DOUBLE, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "seats" VALUES('AedDZTXw6jHB',-1,'watch','','b0e8ce2ff8da2d2d81f0ad4b06e6bf9982c1a87b627f00765d5a8dad5ce096b3','3237d26cbdb638db82d1ae458de5f5762a505e1fa6b92f7b0f25188681ea32f2',NULL);
INSERT INTO "seats" VALUES('AedDZTXw6jHB',0,'person','','ae449ab1ec3b4638f81ec82adf5671d0d8dcc9eb6ab00d7c1a0c75f5d699705f','d6293119c6d4e9a4f51e9d1a9f9870588de2186908efc8cb584426fcac2e2ab0',1.79496893684034895897e+09);
INSERT INTO "seats" VALUES('AedDZTXw6jHB',1,'person','','ae449ab1ec3b4638f81ec82adf5671d0d8dcc9eb6ab00d7c1a0c75f5d699705f','d6293119c6d4e9a4f51e9d1a9f9870588de2186908efc8cb584426fcac2e2ab0',1.79496893684034895897e+09);
INSERT INTO "seats" VALUES('AedDZTXw6jHB',2,'person','','ae449ab1ec3b4638f81ec82adf5671d0d8dcc9eb6ab00d7c1a0c75f5d699705f','d6293119c6d4e9a4f51e9d1a9f9870588de2186908efc8cb584426fcac2e2ab0',1.79496893684034895897e+09);
INSERT INTO "seats" VALUES('AedDZTXw6jHB',3,'person','','ae449ab1ec3b4638f81ec82adf5671d0d8dcc9eb6ab00d7c1a0c75f5d699705f','d6293119c6d4e9a4f51e9d1a9f9870588de2186908efc8cb584426fcac2e2ab0',1.79496893684034895897e+09);
INSERT INTO "seats" VALUES('9nI3vijRtxnH',-1,'watch','','b1d080ebed3d96f69ff511d69dff9f4f99aa48c918a176ea518485bd50300668','2a95f32df56b71eef88f45c9e6b410f69f5c103601484d89c1baa5b04f632614',NULL);
INSERT INTO "seats" VALUES('9nI3vijRtxnH',0,'person','','924de94b327ca56b77e46f652c829f9e3928328d0abb195604e2ba8956e01721','ce978f8dd7ed632832f3d6c36369f4730a5cdc562c309baa1d16f7b9392130d2',1.79496893804264235497e+09);
INSERT INTO "seats" VALUES('9nI3vijRtxnH',1,'person','','924de94b327ca56b77e46f652c829f9e3928328d0abb195604e2ba8956e01721','ce978f8dd7ed632832f3d6c36369f4730a5cdc562c309baa1d16f7b9392130d2',1.79496893804264235497e+09);
INSERT INTO "seats" VALUES('9nI3vijRtxnH',2,'person','','924de94b327ca56b77e46f652c829f9e3928328d0abb195604e2ba8956e01721','ce978f8dd7ed632832f3d6c36369f4730a5cdc562c309baa1d16f7b9392130d2',1.79496893804264235497e+09);
INSERT INTO "seats" VALUES('BaX2hRv7lHYV',-1,'watch','','28d3e1e0db9cf514b81910825348e47f46d646f7c4276b45aa0ec00d96503473','0330a0083b5bfb92f38bff0fa578fbdf67ccaa40a446378fc45bdcd054d9a685',NULL);
INSERT INTO "seats" VALUES('BaX2hRv7lHYV',0,'person','','557a1d0346fff54a753273dd4f062578d6e40c5117c6315247ea57719a0cd098','8431cb7869734b539dbb34635ebac9d400bca855f934ad7caf38e50258cf4f70',1.79496894013426899912e+09);
INSERT INTO "seats" VALUES('BaX2hRv7lHYV',1,'person','','557a1d0346fff54a753273dd4f062578d6e40c5117c6315247ea57719a0cd098','8431cb7869734b539dbb34635ebac9d400bca855f934ad7caf38e50258cf4f70',1.79496894013426899912e+09);
INSERT INTO "seats" VALUES('BaX2hRv7lHYV',2,'person','','557a1d0346fff54a753273dd4f062578d6e40c5117c6315247ea57719a0cd098','8431cb7869734b539dbb34635ebac9d400bca855f934ad7caf38e50258cf4f70',1.79496894013426899912e+09);
INSERT INTO "seats" VALUES('nrutazm-xT-y',-1,'watch','','ec0a759fce7f32b210953c144297accfe33a569afb2042f29cba968d26f443ca','dc613c9c9ea9450cb102f830cbd829edf8976712a01d9baf2be901dca0f4fb98',NULL);
INSERT INTO "seats" VALUES('nrutazm-xT-y',0,'person','','7ac66252a56eb35d68ab9471acf233323f2545d2050267dc5065017b3a11ed97','d7f46628768473094cee743bf399e68aa69c52b39bf3f3a9a07e59e7ec0ee5b2',1.79496894244824028007e+09);
INSERT INTO "seats" VALUES('nrutazm-xT-y',1,'person','','7ac66252a56eb35d68ab9471acf233323f2545d2050267dc5065017b3a11ed97','d7f46628768473094cee743bf399e68aa69c52b39bf3f3a9a07e59e7ec0ee5b2',1.79496894244824028007e+09);
INSERT INTO "seats" VALUES('nrutazm-xT-y',2,'person','','7ac66252a56eb35d68ab9471acf233323f2545d2050267dc5065017b3a11ed97','d7f46628768473094cee743bf399e68aa69c52b39bf3f3a9a07e59e7ec0ee5b2',1.79496894244824028007e+09);
INSERT INTO "seats" VALUES('V24Octv-FqEc',-1,'watch','','17562f15677df22f7fa707552c860c99abf15957f35b1c3de89cba5936362fad','4e44bcde26a2659fea3e33624398f36de5dbfb8461a812e149e7f331b8b163a7',NULL);
INSERT INTO "seats" VALUES('V24Octv-FqEc',0,'person','','5ee2e82d7ce143c1ef4c74ed779f8e70ad7e908843c1b63bc4fce1377b9f5d5a','76733a2b1ace260b2a0d34d53821eb48c5a9a3db9ef43afa9f29550c4c2add89',1.79496894459307885171e+09);
INSERT INTO "seats" VALUES('V24Octv-FqEc',1,'person','','5ee2e82d7ce143c1ef4c74ed779f8e70ad7e908843c1b63bc4fce1377b9f5d5a','76733a2b1ace260b2a0d34d53821eb48c5a9a3db9ef43afa9f29550c4c2add89',1.79496894459307885171e+09);
INSERT INTO "seats" VALUES('V24Octv-FqEc',2,'person','','5ee2e82d7ce143c1ef4c74ed779f8e70ad7e908843c1b63bc4fce1377b9f5d5a','76733a2b1ace260b2a0d34d53821eb48c5a9a3db9ef43afa9f29550c4c2add89',1.79496894459307885171e+09);
INSERT INTO "seats" VALUES('xjRugIjE6shu',-1,'watch','','718a70cb52ea77b29c2ce42d43444b2939b0bdc70f561aa0c9a31ce9a950f712','3c97b4b4a679a9f68f21b77eb6204e25f93a571ad7c10c1432547382425bb06f',NULL);
INSERT INTO "seats" VALUES('xjRugIjE6shu',0,'person','','72ddc966e59f492c1643e61f7f5c0e0ef0236466702fb4e281a2617d1d836881','e56924126092aa581ec55febbd0058b7c360fc532f91f5cd8487b3bf3d700f89',NULL);
INSERT INTO "seats" VALUES('xjRugIjE6shu',1,'person','','72ddc966e59f492c1643e61f7f5c0e0ef0236466702fb4e281a2617d1d836881','e56924126092aa581ec55febbd0058b7c360fc532f91f5cd8487b3bf3d700f89',NULL);
INSERT INTO "seats" VALUES('xjRugIjE6shu',2,'person','','72ddc966e59f492c1643e61f7f5c0e0ef0236466702fb4e281a2617d1d836881','e56924126092aa581ec55febbd0058b7c360fc532f91f5cd8487b3bf3d700f89',NULL);
INSERT INTO "seats" VALUES('xjRugIjE6shu',3,'person','','72ddc966e59f492c1643e61f7f5c0e0ef0236466702fb4e281a2617d1d836881','e56924126092aa581ec55febbd0058b7c360fc532f91f5cd8487b3bf3d700f89',NULL);
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	made DOUBLE NOT NULL, 
	ended BOOLEAN NOT NULL, version INTEGER DEFAULT '0' NOT NULL, due BOOLEAN DEFAULT 1 NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('AedDZTXw6jHB',1.79496893619930911059e+09,0,7,0);
INSERT INTO "tables" VALUES('9nI3vijRtxnH',1.79496893784152436249e+09,0,7,0);
INSERT INTO "tables" VALUES('BaX2hRv7lHYV',1.79496893916164302826e+09,0,7,0);
INSERT INTO "tables" VALUES('nrutazm-xT-y',1.79496894053518104552e+09,0,7,0);
INSERT INTO "tables" VALUES('V24Octv-FqEc',1.79496894410352182385e+09,0,7,0);
INSERT INTO "tables" VALUES('xjRugIjE6shu',1.79496894460778403279e+09,0,7,0);
CREATE TABLE talk (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	to_seat INTEGER NOT NULL, 
	text VARCHAR(300) NOT NULL, 
	offer VARCHAR(16) NOT NULL, 
	about INTEGER NOT NULL, 
	mark VARCHAR(80) NOT NULL, 
	made DOUBLE NOT NULL, 
	PRIMARY KEY (table_id, number), 
	CONSTRAINT uq_talk_mark UNIQUE (table_id, mark), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE INDEX ix_tables_ended ON tables (ended);
CREATE INDEX ix_tables_due ON tables (due);
COMMIT;
