-- CreateTable
CREATE TABLE "SiteCustomization" (
    "siteId" TEXT COLLATE "C" NOT NULL,
    "settings" JSONB NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SiteCustomization_pkey" PRIMARY KEY ("siteId")
);

-- CreateTable
CREATE TABLE "SiteSpaceCustomization" (
    "siteSpaceId" TEXT COLLATE "C" NOT NULL,
    "overrides" JSONB NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SiteSpaceCustomization_pkey" PRIMARY KEY ("siteSpaceId")
);

-- AddForeignKey
ALTER TABLE "SiteCustomization" ADD CONSTRAINT "SiteCustomization_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SiteSpaceCustomization" ADD CONSTRAINT "SiteSpaceCustomization_siteSpaceId_fkey" FOREIGN KEY ("siteSpaceId") REFERENCES "SiteSpace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Raises the version with every change of the row.
CREATE FUNCTION "raise_version_of_sitecustomization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := OLD."version";
  NEW."version" := OLD."version" + (NEW IS DISTINCT FROM OLD)::integer;
  RETURN NEW;
END $$;
CREATE TRIGGER "raise_version" BEFORE UPDATE ON "SiteCustomization"
  FOR EACH ROW EXECUTE FUNCTION "raise_version_of_sitecustomization"();

-- Raises the version with every change of the row.
CREATE FUNCTION "raise_version_of_sitespacecustomization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := OLD."version";
  NEW."version" := OLD."version" + (NEW IS DISTINCT FROM OLD)::integer;
  RETURN NEW;
END $$;
CREATE TRIGGER "raise_version" BEFORE UPDATE ON "SiteSpaceCustomization"
  FOR EACH ROW EXECUTE FUNCTION "raise_version_of_sitespacecustomization"();
