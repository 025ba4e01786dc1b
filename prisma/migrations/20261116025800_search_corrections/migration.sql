DROP FUNCTION search_similar(tsquery, text[], text[], text, int);

-- The words of some spaces that mistyped words may stand for, with the number of slips. A word that enough pages contain
-- is not mistyped. One slip is allowed, from eight letters on two: shorter words are too often like others that mean
-- something else. `scope` marks the spaces.
CREATE FUNCTION search_meant(scope tsquery, spaces text[], words text[], few int)
RETURNS TABLE ("word" text, "meant" text, "slips" int)
LANGUAGE sql STABLE PARALLEL SAFE ROWS 20
SET pg_trgm.similarity_threshold = 0.2
AS $$
  WITH rare AS MATERIALIZED (
    SELECT w.word FROM unnest(words) AS w(word)
    WHERE (SELECT count(*) FROM (
      SELECT 1 FROM "SearchPage" d WHERE d."words" @@ (scope && w.word::tsquery) LIMIT few) f) < few
  )
  SELECT t.word, c.word, c.slips FROM rare t
  CROSS JOIN LATERAL (
    SELECT v."word" AS word, search_slips(t.word, v."word") AS slips FROM (
      SELECT DISTINCT k."word" FROM unnest(spaces) AS s(id)
      JOIN "SearchWord" k ON k."spaceId" = s.id AND lower(k."word") % t.word
      WHERE abs(length(k."word") - length(t.word)) <= 2 AND k."word" <> t.word
    ) v
    WHERE search_slips(t.word, v."word") <= CASE WHEN length(t.word) < 8 THEN 1 ELSE 2 END
    ORDER BY 2, similarity(v."word", t.word) DESC LIMIT 20
  ) c
$$;

-- A query of some words and the rest: each word, or one that it may stand for, in the parts of a page with these weights.
CREATE FUNCTION search_corrected(words text[], corrections jsonb, weights text, rest text) RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT (string_agg(w.alternatives, ' & ') || CASE WHEN rest = '' THEN '' ELSE ' & ' || rest END)::tsquery
  FROM (
    SELECT '(' || string_agg('''' || o.word || '''' || CASE WHEN weights = '' THEN '' ELSE ':' || weights END, ' | ') || ')'
      AS alternatives
    FROM unnest(words) AS t(word)
    CROSS JOIN LATERAL (
      SELECT t.word UNION ALL SELECT jsonb_array_elements_text(coalesce(corrections -> t.word, '[]'))
    ) o
    GROUP BY t.word
  ) w
$$;
