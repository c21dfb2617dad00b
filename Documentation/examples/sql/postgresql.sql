CREATE TEMP TABLE staging (file text, line bigint, verdict text, rule text, framework text, version text, kind text, environment text, network text, app text, identifier text,
    source_identifier text, sequence_index int, conversion_type text, did_win boolean, fine int, coarse text, interaction text, country text, publisher text, marketplace text);
\copy staging FROM 'verdicts.csv' CSV HEADER
CREATE TABLE IF NOT EXISTS postbacks (key text PRIMARY KEY, LIKE staging);
INSERT INTO postbacks SELECT framework || ' ' || identifier, * FROM staging WHERE verdict = 'valid' AND identifier IS NOT NULL
    ON CONFLICT DO NOTHING;
