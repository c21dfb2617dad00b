-- An empty column is a value that the postback does not have, and becomes NULL.
CREATE OR REPLACE TEMP TABLE staging AS FROM read_csv('verdicts.csv', header = true, columns = {
    'file': 'VARCHAR', 'line': 'BIGINT', 'verdict': 'VARCHAR', 'rule': 'VARCHAR', 'framework': 'VARCHAR', 'version': 'VARCHAR',
    'kind': 'VARCHAR', 'environment': 'VARCHAR', 'network': 'VARCHAR', 'app': 'VARCHAR', 'identifier': 'VARCHAR',
    'source_identifier': 'VARCHAR', 'sequence_index': 'INTEGER', 'conversion_type': 'VARCHAR', 'did_win': 'BOOLEAN', 'fine': 'INTEGER',
    'coarse': 'VARCHAR', 'interaction': 'VARCHAR', 'country': 'VARCHAR', 'publisher': 'VARCHAR', 'marketplace': 'VARCHAR'});
CREATE TABLE IF NOT EXISTS postbacks AS SELECT framework || ' ' || identifier AS key, * FROM staging WHERE false;
CREATE UNIQUE INDEX IF NOT EXISTS postbacks_key ON postbacks (key);
INSERT OR IGNORE INTO postbacks SELECT framework || ' ' || identifier, * FROM staging WHERE verdict = 'valid' AND identifier IS NOT NULL;
DROP TABLE staging;
