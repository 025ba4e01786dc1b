-- CreateTable
CREATE TABLE "SiteRedirect" (
    "id" TEXT COLLATE "C" NOT NULL,
    "siteId" TEXT COLLATE "C" NOT NULL,
    "source" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "sectionId" TEXT COLLATE "C",
    "siteSpaceId" TEXT COLLATE "C",
    "pageId" TEXT COLLATE "C",
    "url" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SiteRedirect_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TranslationSettings" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "title" TEXT NOT NULL,
    "languages" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "TranslationSettings_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "SiteRedirect_siteId_id_idx" ON "SiteRedirect"("siteId", "id");

-- CreateIndex
CREATE INDEX "SiteRedirect_sectionId_idx" ON "SiteRedirect"("sectionId");

-- CreateIndex
CREATE INDEX "SiteRedirect_siteSpaceId_idx" ON "SiteRedirect"("siteSpaceId");

-- CreateIndex
CREATE UNIQUE INDEX "SiteRedirect_siteId_source_key" ON "SiteRedirect"("siteId", "source");

-- CreateIndex
CREATE INDEX "TranslationSettings_organizationId_id_idx" ON "TranslationSettings"("organizationId", "id");

-- AddForeignKey
ALTER TABLE "SiteRedirect" ADD CONSTRAINT "SiteRedirect_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SiteRedirect" ADD CONSTRAINT "SiteRedirect_sectionId_fkey" FOREIGN KEY ("sectionId") REFERENCES "SiteSection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SiteRedirect" ADD CONSTRAINT "SiteRedirect_siteSpaceId_fkey" FOREIGN KEY ("siteSpaceId") REFERENCES "SiteSpace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TranslationSettings" ADD CONSTRAINT "TranslationSettings_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Raises the version with every change of the row.
CREATE FUNCTION "raise_version_of_siteredirect"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := OLD."version";
  NEW."version" := OLD."version" + (NEW IS DISTINCT FROM OLD)::integer;
  RETURN NEW;
END $$;
CREATE TRIGGER "raise_version" BEFORE UPDATE ON "SiteRedirect"
  FOR EACH ROW EXECUTE FUNCTION "raise_version_of_siteredirect"();

-- Raises the version with every change of the row.
CREATE FUNCTION "raise_version_of_translationsettings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := OLD."version";
  NEW."version" := OLD."version" + (NEW IS DISTINCT FROM OLD)::integer;
  RETURN NEW;
END $$;
CREATE TRIGGER "raise_version" BEFORE UPDATE ON "TranslationSettings"
  FOR EACH ROW EXECUTE FUNCTION "raise_version_of_translationsettings"();
