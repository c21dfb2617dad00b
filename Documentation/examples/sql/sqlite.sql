-- What a load that failed left behind.
DROP TABLE IF EXISTS staging;
.import --csv verdicts.csv staging
CREATE TABLE IF NOT EXISTS postbacks (key TEXT PRIMARY KEY, file TEXT, line INTEGER, verdict TEXT, rule TEXT, framework TEXT,
    version TEXT, kind TEXT, environment TEXT, network TEXT, app TEXT, identifier TEXT, source_identifier TEXT, sequence_index INTEGER,
    conversion_type TEXT, did_win INTEGER, fine INTEGER, coarse TEXT, interaction TEXT, country TEXT, publisher TEXT, marketplace TEXT);
-- An empty column is a value that the postback does not have. A number compares with text as text does, so it is made one.
INSERT OR IGNORE INTO postbacks SELECT framework || ' ' || identifier, file, CAST(line AS INTEGER), verdict, nullif(rule, ''),
    framework, nullif(version, ''), kind, nullif(environment, ''), nullif(network, ''), nullif(app, ''), identifier,
    nullif(source_identifier, ''), CAST(nullif(sequence_index, '') AS INTEGER), nullif(conversion_type, ''),
    CASE did_win WHEN 'true' THEN 1 WHEN 'false' THEN 0 END, CAST(nullif(fine, '') AS INTEGER), nullif(coarse, ''),
    nullif(interaction, ''), nullif(country, ''), nullif(publisher, ''), nullif(marketplace, '')
    FROM staging WHERE verdict = 'valid' AND identifier <> '';
DROP TABLE staging;
