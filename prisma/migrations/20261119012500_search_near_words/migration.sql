-- The consonants of words, by which an abbreviation finds them.
-- locks: only the job that indexes pages writes words and waits; a million of them are indexed in seconds
CREATE INDEX "SearchWord_consonants_idx" ON "SearchWord" ("spaceId", translate(lower("word"), 'aeiouy', ''));

-- Words of some spaces that are near a word that no page contains: those with the same consonants, then those with up to
-- two slips. They begin with the same letter.
CREATE FUNCTION search_near(spaces text[], word text, most int) RETURNS TABLE ("near" text)
LANGUAGE sql STABLE PARALLEL SAFE ROWS 5
SET pg_trgm.similarity_threshold = 0.3
AS $$
  SELECT v."word" FROM (
    SELECT k."word", 0 AS "slips" FROM unnest(spaces) AS s(id)
    JOIN "SearchWord" k ON k."spaceId" = s.id
      AND translate(lower(k."word"), 'aeiouy', '') = translate(search_near.word, 'aeiouy', '')
    WHERE length(translate(search_near.word, 'aeiouy', '')) >= 3
    UNION
    SELECT k."word", levenshtein_less_equal(lower(k."word"), search_near.word, 2) FROM unnest(spaces) AS s(id)
    JOIN "SearchWord" k ON k."spaceId" = s.id AND lower(k."word") % search_near.word
    WHERE length(search_near.word) >= 5 AND abs(length(k."word") - length(search_near.word)) <= 2
  ) v
  WHERE v."slips" <= 2 AND left(v."word", 1) = left(search_near.word, 1)
  GROUP BY v."word"
  ORDER BY min(v."slips"), similarity(v."word", search_near.word) DESC, v."word" LIMIT most
$$;
