CREATE TEMP TABLE staging AS FROM read_csv('verdicts.csv', header = true, all_varchar = true);
CREATE TABLE IF NOT EXISTS postbacks AS SELECT framework || ' ' || identifier AS key, * FROM staging WHERE false;
CREATE UNIQUE INDEX IF NOT EXISTS postbacks_key ON postbacks (key);
INSERT OR IGNORE INTO postbacks SELECT framework || ' ' || identifier, * FROM staging WHERE verdict = 'valid' AND identifier IS NOT NULL;
DROP TABLE staging;
