-- Loads the valid postbacks of verdicts.ndjson, as `aak verify --keep time` writes it: psql --set ON_ERROR_STOP=1 --file postgresql.sql
-- Nobody signed conversion values and countries, so what is not of its column's type is NULL. Texts come without U+0000.
CREATE TEMP TABLE staging (line text);
\copy staging FROM 'verdicts.ndjson' WITH (FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02', ENCODING 'UTF8')
CREATE TABLE IF NOT EXISTS postbacks (key text PRIMARY KEY, time text, framework text, version text, environment text,
    network text, app text, identifier text, source_identifier text, sequence_index int, conversion_type text, did_win boolean,
    fine int, coarse text, interaction text, country text, publisher text, marketplace text, log json);
WITH verdict AS (SELECT replace(replace(line, '\\', '\u005c'), '\u0000', '')::json AS v FROM staging),
    valid AS (SELECT v, v -> 'payload' AS p, v -> 'unsigned' AS u, coalesce(v ->> 'framework', 'adattributionkit') AS framework,
        lower(v ->> 'identifier')
            || coalesce('/' || CASE WHEN v ->> 'framework' = 'skadnetwork' THEN v -> 'payload' ->> 'postback-sequence-index' END, '') AS identifier
        FROM verdict WHERE v ->> 'verdict' = 'valid' AND v ->> 'kind' IN ('postback', 'skadnetwork-postback'))
INSERT INTO postbacks
SELECT framework || ' ' || identifier, v -> 'log' ->> 'time', framework, v ->> 'version', v ->> 'environment',
    coalesce(p ->> 'ad-network-identifier', p ->> 'ad-network-id'), coalesce(p ->> 'advertised-item-identifier', p ->> 'app-id'), identifier,
    coalesce(p ->> 'source-identifier', p ->> 'campaign-id'),
    CASE WHEN (p -> 'postback-sequence-index')::text ~ '^[0-2]$' THEN (p ->> 'postback-sequence-index')::int END,
    CASE (p -> 'redownload')::text WHEN 'true' THEN 'redownload' WHEN 'false' THEN 'download' ELSE p ->> 'conversion-type' END,
    CASE WHEN json_typeof(p -> 'did-win') = 'boolean' THEN (p ->> 'did-win')::boolean END,
    CASE WHEN (u -> 'conversion-value')::text ~ '^([0-9]|[1-5][0-9]|6[0-3])$' THEN (u ->> 'conversion-value')::int END,
    CASE WHEN json_typeof(u -> 'coarse-conversion-value') = 'string' THEN u ->> 'coarse-conversion-value' END,
    CASE WHEN (p -> 'fidelity-type')::text = '1' THEN 'click' WHEN (p -> 'fidelity-type')::text = '0' THEN 'view'
        WHEN json_typeof(u -> 'ad-interaction-type') = 'string' THEN u ->> 'ad-interaction-type' END,
    CASE WHEN json_typeof(u -> 'country-code') = 'string' THEN u ->> 'country-code' END,
    coalesce(p ->> 'publisher-item-identifier', p ->> 'source-app-id', p ->> 'source-domain'), p ->> 'marketplace-identifier', v -> 'log'
    FROM valid WHERE identifier IS NOT NULL
    ON CONFLICT DO NOTHING;
