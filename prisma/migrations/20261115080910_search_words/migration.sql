CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

DROP FUNCTION search_similar(tsquery, text[], text[], text, int);

-- DropIndex
DROP INDEX "SearchPage_names_idx";

-- AlterTable
ALTER TABLE "SearchPage" DROP COLUMN "names";

-- CreateTable
CREATE TABLE "SearchWord" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "word" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "SearchWord_pkey" PRIMARY KEY ("spaceId","word")
);

-- Of one space at a time: the words of all others are never looked at. Words are in lower case already: the expression is
-- what keeps Prisma, which cannot name this index, from taking it for one that is to be dropped.
CREATE INDEX "SearchWord_likeness_idx" ON "SearchWord" USING GIN ("spaceId", (lower("word")) gin_trgm_ops) WITH (gin_pending_list_limit = 256);

-- AddForeignKey
ALTER TABLE "SearchWord" ADD CONSTRAINT "SearchWord_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- How many slips of the finger lead from one word to the other, 3 for more than two: a letter left out, put in or taken
-- for another, or two that changed places.
CREATE FUNCTION search_slips(one text, other text) RETURNS int
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN levenshtein_less_equal(one, other, 2) - CASE
    WHEN length(one) = length(other) AND levenshtein_less_equal(one, other, 2) = 2
      AND (SELECT string_agg(l, '' ORDER BY l) FROM regexp_split_to_table(one, '') AS o(l))
        = (SELECT string_agg(l, '' ORDER BY l) FROM regexp_split_to_table(other, '') AS o(l))
    THEN 1 ELSE 0 END;

-- Pages among some spaces that hold each word or one that it may be a slip of, and the rest as it was written, with how
-- alike they are on the average: more where the word that was meant is in the title or a heading. A word that enough
-- pages hold is not taken for mistyped. One slip is allowed, from eight letters on two: shorter words are too often like
-- others that mean something else. `scope` marks the spaces.
CREATE FUNCTION search_similar(scope tsquery, spaces text[], words text[], rest text, few int)
RETURNS TABLE ("spaceId" text, "pageId" text, "similarity" real)
LANGUAGE sql STABLE PARALLEL SAFE ROWS 20
SET pg_trgm.similarity_threshold = 0.2
AS $$
  WITH typed AS MATERIALIZED (
    SELECT w.word, (SELECT count(*) FROM (
      SELECT 1 FROM "SearchPage" d WHERE d."words" @@ (scope && w.word::tsquery) LIMIT few) f) < few AS rare
    FROM unnest(words) AS w(word)
  ),
  meant AS MATERIALIZED (
    SELECT t.word, c.word AS meant, c.slips FROM typed t
    CROSS JOIN LATERAL (
      SELECT v."word" AS word, search_slips(t.word, v."word") AS slips FROM (
        SELECT DISTINCT k."word" FROM unnest(spaces) AS s(id)
        JOIN "SearchWord" k ON k."spaceId" = s.id AND lower(k."word") % t.word
        WHERE abs(length(k."word") - length(t.word)) <= 2 AND k."word" <> t.word
      ) v
      WHERE search_slips(t.word, v."word") <= CASE WHEN length(t.word) < 8 THEN 1 ELSE 2 END
      ORDER BY 2, similarity(v."word", t.word) DESC LIMIT 20
    ) c
    WHERE t.rare
  ),
  sought AS MATERIALIZED (
    SELECT scope && string_agg('(''' || t.word || '''' || coalesce(m.others, '') || ')', ' & ')::tsquery
      && CASE WHEN rest = '' THEN scope ELSE rest::tsquery END AS query
    FROM typed t LEFT JOIN (
      SELECT m.word, string_agg(' | ''' || m.meant || '''', '') AS others FROM meant m GROUP BY m.word
    ) m ON m.word = t.word
    HAVING EXISTS (SELECT FROM meant)
  )
  SELECT d."spaceId", d."pageId", avg(o.likeness)::real
  FROM sought s JOIN "SearchPage" d ON d."words" @@ s.query
  CROSS JOIN LATERAL (
    SELECT CASE WHEN d."words" @@ t.word::tsquery THEN 1 ELSE (
      SELECT max(0.5 - 0.5 * m.slips / length(m.word) + CASE WHEN d."words" @@ ('''' || m.meant || ''':A')::tsquery THEN 0.5
        WHEN d."words" @@ ('''' || m.meant || ''':B')::tsquery THEN 0.35 ELSE 0 END)
      FROM meant m WHERE m.word = t.word AND d."words" @@ m.meant::tsquery
    ) END AS likeness
    FROM typed t
  ) o
  GROUP BY d."spaceId", d."pageId"
$$;
