-- AlterTable
ALTER TABLE "Conflict" ADD COLUMN     "detailBytes" INTEGER NOT NULL DEFAULT 0;

-- Conflicts that were kept before.
UPDATE "Conflict" SET "detailBytes" = octet_length("detail"::text);
