-- Loads the valid postbacks of verdicts.ndjson, as `aak verify --keep time` writes it: sqlite3 -bail postbacks.db <sqlite.sql
-- Nobody signed conversion values and countries, so what is not of its column's type is NULL. Texts come without U+0000.
CREATE TEMP TABLE staging (line TEXT);
.mode ascii
.separator "\001" "\n"
.import --schema temp verdicts.ndjson staging
CREATE TABLE IF NOT EXISTS postbacks (key TEXT PRIMARY KEY NOT NULL, time TEXT, framework TEXT, version TEXT, environment TEXT,
    network TEXT, app TEXT, identifier TEXT, source_identifier TEXT, sequence_index INTEGER, conversion_type TEXT, did_win INTEGER,
    fine INTEGER, coarse TEXT, interaction TEXT, country TEXT, publisher TEXT, marketplace TEXT, log TEXT);
INSERT OR IGNORE INTO postbacks
WITH verdict AS (SELECT replace(replace(line, '\\', '\u005c'), '\u0000', '') AS v FROM staging),
    valid AS (SELECT v, v -> 'payload' AS p, coalesce(v -> 'unsigned', '{}') AS u, coalesce(v ->> 'framework', 'adattributionkit') AS framework,
        lower(v ->> 'identifier') || coalesce('/' || iif(v ->> 'framework' = 'skadnetwork', v -> 'payload' ->> 'postback-sequence-index', NULL), '')
            AS identifier
        FROM verdict WHERE v ->> 'verdict' = 'valid' AND v ->> 'kind' IN ('postback', 'skadnetwork-postback'))
SELECT framework || ' ' || identifier, v -> 'log' ->> 'time', framework, v ->> 'version', v ->> 'environment',
    coalesce(p ->> 'ad-network-identifier', p ->> 'ad-network-id'), coalesce(p ->> 'advertised-item-identifier', p ->> 'app-id'), identifier,
    coalesce(p ->> 'source-identifier', p ->> 'campaign-id'),
    CASE WHEN p -> 'postback-sequence-index' GLOB '[0-2]' THEN p ->> 'postback-sequence-index' END,
    CASE p -> 'redownload' WHEN 'true' THEN 'redownload' WHEN 'false' THEN 'download' ELSE p ->> 'conversion-type' END,
    CASE p -> 'did-win' WHEN 'true' THEN 1 WHEN 'false' THEN 0 END,
    CASE WHEN u -> 'conversion-value' GLOB '[0-9]' OR u -> 'conversion-value' GLOB '[1-5][0-9]' OR u -> 'conversion-value' GLOB '6[0-3]'
        THEN u ->> 'conversion-value' END,
    CASE json_type(u, '$.coarse-conversion-value') WHEN 'text' THEN u ->> 'coarse-conversion-value' END,
    CASE WHEN p -> 'fidelity-type' = '1' THEN 'click' WHEN p -> 'fidelity-type' = '0' THEN 'view'
        WHEN json_type(u, '$.ad-interaction-type') = 'text' THEN u ->> 'ad-interaction-type' END,
    CASE json_type(u, '$.country-code') WHEN 'text' THEN u ->> 'country-code' END,
    coalesce(p ->> 'publisher-item-identifier', p ->> 'source-app-id', p ->> 'source-domain'), p ->> 'marketplace-identifier', v -> 'log'
    FROM valid WHERE identifier IS NOT NULL;
