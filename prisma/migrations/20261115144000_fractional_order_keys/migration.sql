-- Order keys take the form of the package fractional-indexing: a letter that says how many digits follow, then the
-- digits. Siblings keep their order: the n-th of them gets the n-th key (a0 … az, b00 … bzz, c000 … czzz, d0000 …).
ALTER TABLE "Space" ALTER COLUMN "orderKey" SET DEFAULT 'a0';
ALTER TABLE "Collection" ALTER COLUMN "orderKey" SET DEFAULT 'a0';

WITH siblings AS (
  SELECT "id", "organizationId", "parentId", "orderKey" FROM "Space"
  UNION ALL SELECT "id", "organizationId", "parentId", "orderKey" FROM "Collection"
), numbered AS (
  SELECT "id", row_number() OVER (PARTITION BY "organizationId", "parentId" ORDER BY "orderKey", "id") - 1 AS n
  FROM siblings
), placed AS (
  SELECT "id", CASE WHEN n < 62 THEN 1 WHEN n < 3906 THEN 2 WHEN n < 242234 THEN 3 ELSE 4 END AS digits,
    n - CASE WHEN n < 62 THEN 0 WHEN n < 3906 THEN 62 WHEN n < 242234 THEN 3906 ELSE 242234 END AS value
  FROM numbered
), keys AS (
  SELECT "id", chr(96 + digits) || (
      SELECT string_agg(substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
        (value / (62 ^ (digits - place))::bigint % 62)::int + 1, 1), '' ORDER BY place)
      FROM generate_series(1, digits) AS place) AS "orderKey"
  FROM placed
), spaces AS (
  UPDATE "Space" s SET "orderKey" = k."orderKey" FROM keys k WHERE k."id" = s."id"
)
UPDATE "Collection" c SET "orderKey" = k."orderKey" FROM keys k WHERE k."id" = c."id";
