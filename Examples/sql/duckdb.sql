-- Loads the valid postbacks of verdicts.ndjson, as `aak verify --keep time` writes it: duckdb postbacks.duckdb <duckdb.sql
-- Nobody signed conversion values and countries, so what is not of its column's type is NULL. Texts come without U+0000.
CREATE TABLE IF NOT EXISTS postbacks (key VARCHAR PRIMARY KEY, time VARCHAR, framework VARCHAR, version VARCHAR, environment VARCHAR,
    network VARCHAR, app VARCHAR, identifier VARCHAR, source_identifier VARCHAR, sequence_index INTEGER, conversion_type VARCHAR, did_win BOOLEAN,
    fine INTEGER, coarse VARCHAR, interaction VARCHAR, country VARCHAR, publisher VARCHAR, marketplace VARCHAR, log JSON);
INSERT OR IGNORE INTO postbacks
WITH verdict AS (SELECT replace(replace(json::VARCHAR, '\\', '\u005c'), '\u0000', '')::JSON AS v FROM read_ndjson_objects('verdicts.ndjson')),
    valid AS (SELECT v, v -> 'payload' AS p, v -> 'unsigned' AS u, coalesce(v ->> 'framework', 'adattributionkit') AS framework,
        lower(v ->> 'identifier')
            || coalesce('/' || CASE WHEN v ->> 'framework' = 'skadnetwork' THEN v -> 'payload' ->> 'postback-sequence-index' END, '') AS identifier
        FROM verdict WHERE v ->> 'verdict' = 'valid' AND v ->> 'kind' IN ('postback', 'skadnetwork-postback'))
SELECT framework || ' ' || identifier, v -> 'log' ->> 'time', framework, v ->> 'version', v ->> 'environment',
    coalesce(p ->> 'ad-network-identifier', p ->> 'ad-network-id'), coalesce(p ->> 'advertised-item-identifier', p ->> 'app-id'), identifier,
    coalesce(p ->> 'source-identifier', p ->> 'campaign-id'),
    CASE WHEN regexp_full_match((p -> 'postback-sequence-index')::VARCHAR, '[0-2]') THEN (p ->> 'postback-sequence-index')::INTEGER END,
    CASE (p -> 'redownload')::VARCHAR WHEN 'true' THEN 'redownload' WHEN 'false' THEN 'download' ELSE p ->> 'conversion-type' END,
    CASE json_type(p -> 'did-win') WHEN 'BOOLEAN' THEN (p ->> 'did-win')::BOOLEAN END,
    CASE WHEN regexp_full_match((u -> 'conversion-value')::VARCHAR, '[0-9]|[1-5][0-9]|6[0-3]') THEN (u ->> 'conversion-value')::INTEGER END,
    CASE json_type(u -> 'coarse-conversion-value') WHEN 'VARCHAR' THEN u ->> 'coarse-conversion-value' END,
    CASE WHEN (p -> 'fidelity-type')::VARCHAR = '1' THEN 'click' WHEN (p -> 'fidelity-type')::VARCHAR = '0' THEN 'view'
        WHEN json_type(u -> 'ad-interaction-type') = 'VARCHAR' THEN u ->> 'ad-interaction-type' END,
    CASE json_type(u -> 'country-code') WHEN 'VARCHAR' THEN u ->> 'country-code' END,
    coalesce(p ->> 'publisher-item-identifier', p ->> 'source-app-id', p ->> 'source-domain'), p ->> 'marketplace-identifier', v -> 'log'
    FROM valid WHERE identifier IS NOT NULL;
