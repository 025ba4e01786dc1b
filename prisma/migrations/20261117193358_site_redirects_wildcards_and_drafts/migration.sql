-- AlterTable
-- Redirects were permanent so far, and stay so; new ones are temporary unless they say otherwise.
ALTER TABLE "SiteRedirect" ADD COLUMN     "captureWildcard" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "draft" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "permanent" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "SiteRedirect" ALTER COLUMN "permanent" SET DEFAULT false;

-- CreateIndex
-- locks: a site has at most 1,000 redirects, so the table is small.
CREATE UNIQUE INDEX "SiteRedirect_siteId_source_draft_key" ON "SiteRedirect"("siteId", "source", "draft");

-- DropIndex
DROP INDEX "SiteRedirect_siteId_source_key";
