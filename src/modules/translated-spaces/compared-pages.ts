/**
 * The document pages of main content of a space, each with its counterpart in a translation, as SQL in which `p.key` is
 * `{translation}/{source}`. A counterpart has the same ID, as in a duplicate, or else the same path, by which published
 * sites lead from one language to another. A page with the same text has not been translated yet, and one that is older than
 * its source is outdated. Each space is walked once.
 */
export const COMPARED_PAGES = `(WITH RECURSIVE walk("space", "hash") AS (
    SELECT held."spaceId", held."pagesRoot" FROM "Space" one JOIN "Revision" held ON held."id" = one."revisionId"
      WHERE one."id" IN (split_part(p.key, '/', 1), split_part(p.key, '/', 2)) AND held."pagesRoot" IS NOT NULL
    UNION ALL
    SELECT walk."space", child FROM walk
      JOIN "ContentNode" n ON n."spaceId" = walk."space" AND n."hash" = walk."hash"
      CROSS JOIN unnest(n."children") child WHERE child <> ''
  ), pages AS MATERIALIZED (
    SELECT walk."space", entry.key AS "id", entry.value AS "record" FROM walk
      JOIN "ContentNode" n ON n."spaceId" = walk."space" AND n."hash" = walk."hash"
      CROSS JOIN jsonb_each(n."entries") entry
  ), placed AS (
    SELECT "space", "id", "record", "record" ->> 'slug' AS "path" FROM pages WHERE "record" ->> 'parent' IS NULL
    UNION ALL
    SELECT below."space", below."id", below."record",
        concat_ws('/', nullif(placed."path", ''), nullif(below."record" ->> 'slug', ''))
      FROM placed JOIN pages below ON below."space" = placed."space" AND below."record" ->> 'parent' = placed."id"
  ), documents AS MATERIALIZED (
    SELECT "space", "id", "path", "record" ->> 'title' AS "title", "record" ->> 'document' AS "text",
        coalesce("record" ->> 'updatedAt', "record" ->> 'createdAt')::timestamptz AS "changedAt"
      FROM placed WHERE "record" ->> 'type' = 'document'
  )
  SELECT source."id" AS "pageId", source."title", source."path", source."changedAt",
      coalesce(same."id", there."id") AS "translatedPageId", coalesce(same."path", there."path") AS "translatedPath",
      coalesce(same."changedAt", there."changedAt") AS "translatedAt",
      CASE WHEN coalesce(same."id", there."id") IS NULL THEN 'missing'
        WHEN coalesce(same."text", there."text") = source."text" THEN 'untranslated'
        WHEN coalesce(same."changedAt", there."changedAt") < source."changedAt" THEN 'outdated'
        ELSE 'translated' END AS "state"
    FROM documents source
    LEFT JOIN documents same ON same."space" = split_part(p.key, '/', 1) AND same."id" = source."id"
    LEFT JOIN documents there
      ON there."space" = split_part(p.key, '/', 1) AND there."path" = source."path" AND same."id" IS NULL
    WHERE source."space" = split_part(p.key, '/', 2))`
