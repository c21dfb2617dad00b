.import --csv verdicts.csv staging
CREATE TABLE IF NOT EXISTS postbacks AS SELECT framework || ' ' || identifier AS key, * FROM staging WHERE 0;
CREATE UNIQUE INDEX IF NOT EXISTS postbacks_key ON postbacks (key);
INSERT OR IGNORE INTO postbacks SELECT framework || ' ' || identifier, * FROM staging WHERE verdict = 'valid' AND identifier <> '';
DROP TABLE staging;
