-- CreateTable
CREATE TABLE "SiteFeedback" (
    "id" TEXT COLLATE "C" NOT NULL,
    "siteId" TEXT COLLATE "C" NOT NULL,
    "siteSpaceId" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "pageId" TEXT COLLATE "C" NOT NULL,
    "pageTitle" TEXT NOT NULL,
    "rating" TEXT NOT NULL,
    "comment" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SiteFeedback_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SiteCount" (
    "siteId" TEXT COLLATE "C" NOT NULL,
    "day" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "label" TEXT,
    "count" INTEGER NOT NULL,

    CONSTRAINT "SiteCount_pkey" PRIMARY KEY ("siteId","day","kind","key")
);

-- CreateIndex
CREATE INDEX "SiteFeedback_siteId_id_idx" ON "SiteFeedback"("siteId", "id");

-- CreateIndex
CREATE INDEX "SiteFeedback_siteId_pageId_createdAt_idx" ON "SiteFeedback"("siteId", "pageId", "createdAt");

-- AddForeignKey
ALTER TABLE "SiteFeedback" ADD CONSTRAINT "SiteFeedback_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SiteCount" ADD CONSTRAINT "SiteCount_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Raises the version with every change of the row.
CREATE FUNCTION "raise_version_of_sitefeedback"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := OLD."version";
  NEW."version" := OLD."version" + (NEW IS DISTINCT FROM OLD)::integer;
  RETURN NEW;
END $$;
CREATE TRIGGER "raise_version" BEFORE UPDATE ON "SiteFeedback"
  FOR EACH ROW WHEN (current_setting('quire.keeps_versions', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION "raise_version_of_sitefeedback"();
