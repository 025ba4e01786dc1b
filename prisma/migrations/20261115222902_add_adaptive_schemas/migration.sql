-- CreateTable
CREATE TABLE "SiteAdaptiveSchema" (
    "siteId" TEXT COLLATE "C" NOT NULL,
    "jsonSchema" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SiteAdaptiveSchema_pkey" PRIMARY KEY ("siteId")
);

-- AddForeignKey
ALTER TABLE "SiteAdaptiveSchema" ADD CONSTRAINT "SiteAdaptiveSchema_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Raises the version with every change of the row.
CREATE FUNCTION "raise_version_of_siteadaptiveschema"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := OLD."version";
  NEW."version" := OLD."version" + (NEW IS DISTINCT FROM OLD)::integer;
  RETURN NEW;
END $$;
CREATE TRIGGER "raise_version" BEFORE UPDATE ON "SiteAdaptiveSchema"
  FOR EACH ROW EXECUTE FUNCTION "raise_version_of_siteadaptiveschema"();
