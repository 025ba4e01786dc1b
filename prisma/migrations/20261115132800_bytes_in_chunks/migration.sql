-- Downloads read these a chunk at a time. Of a compressed value PostgreSQL would have to unpack all that comes before.
ALTER TABLE "Blob" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
ALTER TABLE "Rendering" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
UPDATE "Blob" SET "bytes" = "bytes" || ''::bytea WHERE pg_column_compression("bytes") IS NOT NULL;
UPDATE "Rendering" SET "bytes" = "bytes" || ''::bytea WHERE pg_column_compression("bytes") IS NOT NULL;
