-- AlterTable
ALTER TABLE "Revision" ADD COLUMN     "hasComputed" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "OpenAPIPage_versionId_slug_idx" ON "OpenAPIPage"("versionId", "slug");
