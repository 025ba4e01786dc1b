-- CreateTable
CREATE TABLE "SitePublishingAuth" (
    "siteId" TEXT COLLATE "C" NOT NULL,
    "backend" TEXT NOT NULL DEFAULT 'custom',
    "sealedKey" TEXT NOT NULL,
    "fallbackURL" TEXT,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SitePublishingAuth_pkey" PRIMARY KEY ("siteId")
);

-- AddForeignKey
ALTER TABLE "SitePublishingAuth" ADD CONSTRAINT "SitePublishingAuth_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Raises the version with every change of the row.
CREATE FUNCTION "raise_version_of_sitepublishingauth"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := OLD."version";
  NEW."version" := OLD."version" + (NEW IS DISTINCT FROM OLD)::integer;
  RETURN NEW;
END $$;
CREATE TRIGGER "raise_version" BEFORE UPDATE ON "SitePublishingAuth"
  FOR EACH ROW EXECUTE FUNCTION "raise_version_of_sitepublishingauth"();
