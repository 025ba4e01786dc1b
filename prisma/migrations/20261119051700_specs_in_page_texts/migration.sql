-- AlterTable
ALTER TABLE "PageAnchors" ADD COLUMN     "specs" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateIndex
CREATE INDEX "PageAnchors_specs_idx" ON "PageAnchors" USING GIN ("specs");
