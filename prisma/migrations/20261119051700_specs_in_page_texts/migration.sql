-- AlterTable
ALTER TABLE "PageAnchors" ADD COLUMN     "specs" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateIndex
-- locks: all entries are empty at first, and one read of a table with a row per page builds it
CREATE INDEX "PageAnchors_specs_idx" ON "PageAnchors" USING GIN ("specs");
