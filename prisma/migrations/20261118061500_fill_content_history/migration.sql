-- The history of content that was written before: from the current revision back, by the first parent. A change request ends
-- where it began. What triggers have noted meanwhile stays.
INSERT INTO "ContentHistory" ("ownerId", "revisionId", "spaceId")
WITH RECURSIVE chain("owner", "space", "revision", "initial") AS (
  (SELECT s."id", s."id", s."revisionId", NULL::text FROM "Space" s
   UNION ALL
   SELECT c."id", c."spaceId", c."revisionId", c."revisionInitialId" FROM "ChangeRequest" c
   WHERE c."revisionId" <> c."revisionInitialId")
  UNION ALL
  SELECT k."owner", k."space", r."parents"[1], k."initial" FROM chain k
  JOIN "Revision" r ON r."id" = k."revision" AND r."spaceId" = k."space"
  WHERE r."parents"[1] IS NOT NULL AND r."parents"[1] IS DISTINCT FROM k."initial"
)
SELECT "owner", "revision", "space" FROM chain ON CONFLICT DO NOTHING;
