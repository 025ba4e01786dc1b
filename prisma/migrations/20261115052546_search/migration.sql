-- CreateTable
CREATE TABLE "SearchPage" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "pageId" TEXT COLLATE "C" NOT NULL,
    "names" TEXT NOT NULL,
    "titleSize" INTEGER NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "SearchPage_pkey" PRIMARY KEY ("spaceId","pageId")
);

-- CreateTable
CREATE TABLE "SearchSection" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "pageId" TEXT COLLATE "C" NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "anchor" TEXT,
    "heading" TEXT,
    "body" TEXT NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "SearchSection_pkey" PRIMARY KEY ("spaceId","pageId","ordinal")
);

-- With short lists of pending entries: many pages at once, as an import brings them, go into the index together, and
-- whoever searches reads little that is not in it yet.
CREATE INDEX "SearchPage_words_idx" ON "SearchPage" USING GIN ("words") WITH (gin_pending_list_limit = 256);
CREATE INDEX "SearchPage_names_idx" ON "SearchPage" USING GIN ("names" gin_trgm_ops) WITH (gin_pending_list_limit = 256);

-- Ranking reads the words of every page that matches: those of an ordinary page stay in its row, uncompressed.
ALTER TABLE "SearchPage" SET (toast_tuple_target = 8160);

-- AddForeignKey
ALTER TABLE "SearchPage" ADD CONSTRAINT "SearchPage_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SearchSection" ADD CONSTRAINT "SearchSection_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Pages among some spaces whose title and headings have a word like each mistyped one, and hold the rest as it was
-- written, with how alike they are on the average. A word that enough pages hold is not taken for mistyped: it is what
-- keeps a common word from being compared with every page. `scope` marks the spaces. Their ids compare byte by byte, the
-- index of names does not: without its collation it would not be used.
CREATE FUNCTION search_similar(scope tsquery, spaces text[], words text[], rest text, few int)
RETURNS TABLE ("spaceId" text, "pageId" text, "similarity" real)
LANGUAGE sql STABLE PARALLEL SAFE ROWS 20
SET pg_trgm.strict_word_similarity_threshold = 0.35
AS $$
  WITH rare AS MATERIALIZED (
    SELECT w.word FROM unnest(words) AS w(word)
    WHERE (SELECT count(*) FROM (
      SELECT 1 FROM "SearchPage" d WHERE d."words" @@ (scope && w.word::tsquery) LIMIT few) f) < few
  ),
  alike AS MATERIALIZED (
    SELECT DISTINCT d."spaceId", d."pageId" FROM rare
    JOIN "SearchPage" d ON rare.word COLLATE "default" <<% d."names" AND d."spaceId" = ANY(spaces)
  )
  SELECT d."spaceId", d."pageId", avg(o.likeness)::real
  FROM alike a
  JOIN "SearchPage" d ON d."spaceId" = a."spaceId" AND d."pageId" = a."pageId"
  CROSS JOIN LATERAL (
    SELECT CASE WHEN d."words" @@ w.word::tsquery THEN 1 ELSE strict_word_similarity(w.word, d."names") END AS likeness
    FROM unnest(words) AS w(word)
  ) o
  WHERE rest = '' OR d."words" @@ rest::tsquery
  GROUP BY d."spaceId", d."pageId"
  HAVING min(o.likeness) >= 0.35
$$;
