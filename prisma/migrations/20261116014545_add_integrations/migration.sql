-- CreateTable
CREATE TABLE "IntegrationName" (
    "name" TEXT NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "IntegrationName_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "Integration" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "summary" TEXT,
    "runtime" TEXT NOT NULL,
    "visibility" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "categories" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "blocks" JSONB NOT NULL,
    "contentSources" JSONB NOT NULL,
    "externalLinks" JSONB NOT NULL,
    "configurations" JSONB NOT NULL,
    "contentSecurityPolicy" TEXT,
    "script" TEXT NOT NULL,
    "icon" TEXT,
    "previewImages" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "sealedSecrets" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "publications" INTEGER NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Integration_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "IntegrationVersion" (
    "integrationId" TEXT COLLATE "C" NOT NULL,
    "number" INTEGER NOT NULL,
    "script" TEXT NOT NULL,
    "icon" TEXT,
    "previewImages" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "contentSecurityPolicy" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IntegrationVersion_pkey" PRIMARY KEY ("integrationId","number")
);

-- CreateTable
CREATE TABLE "IntegrationFile" (
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "contentType" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "IntegrationFile_pkey" PRIMARY KEY ("name","hash")
);

-- CreateTable
CREATE TABLE "IntegrationFacet" (
    "facet" TEXT NOT NULL,
    "integrationId" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "IntegrationFacet_pkey" PRIMARY KEY ("facet","integrationId")
);

-- CreateTable
CREATE TABLE "IntegrationInstallation" (
    "id" TEXT COLLATE "C" NOT NULL,
    "integrationId" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "spaceSelection" TEXT NOT NULL DEFAULT 'selected',
    "siteSelection" TEXT NOT NULL DEFAULT 'selected',
    "configuration" JSONB NOT NULL,
    "externalIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "IntegrationInstallation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "IntegrationPlacement" (
    "id" TEXT COLLATE "C" NOT NULL,
    "installationId" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C",
    "siteId" TEXT COLLATE "C",
    "configuration" JSONB NOT NULL,
    "externalIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "IntegrationPlacement_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "IntegrationName_organizationId_idx" ON "IntegrationName"("organizationId");

-- CreateIndex
CREATE UNIQUE INDEX "Integration_name_key" ON "Integration"("name");

-- CreateIndex
CREATE INDEX "Integration_organizationId_id_idx" ON "Integration"("organizationId", "id");

-- CreateIndex
CREATE INDEX "IntegrationFacet_integrationId_idx" ON "IntegrationFacet"("integrationId");

-- CreateIndex
CREATE INDEX "IntegrationInstallation_organizationId_id_idx" ON "IntegrationInstallation"("organizationId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "IntegrationInstallation_integrationId_organizationId_key" ON "IntegrationInstallation"("integrationId", "organizationId");

-- CreateIndex
CREATE INDEX "IntegrationPlacement_installationId_id_idx" ON "IntegrationPlacement"("installationId", "id");

-- CreateIndex
CREATE INDEX "IntegrationPlacement_spaceId_idx" ON "IntegrationPlacement"("spaceId");

-- CreateIndex
CREATE INDEX "IntegrationPlacement_siteId_idx" ON "IntegrationPlacement"("siteId");

-- CreateIndex
CREATE UNIQUE INDEX "IntegrationPlacement_installationId_spaceId_key" ON "IntegrationPlacement"("installationId", "spaceId");

-- CreateIndex
CREATE UNIQUE INDEX "IntegrationPlacement_installationId_siteId_key" ON "IntegrationPlacement"("installationId", "siteId");

-- AddForeignKey
ALTER TABLE "IntegrationName" ADD CONSTRAINT "IntegrationName_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Integration" ADD CONSTRAINT "Integration_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Integration" ADD CONSTRAINT "Integration_name_fkey" FOREIGN KEY ("name") REFERENCES "IntegrationName"("name") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IntegrationVersion" ADD CONSTRAINT "IntegrationVersion_integrationId_fkey" FOREIGN KEY ("integrationId") REFERENCES "Integration"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IntegrationFile" ADD CONSTRAINT "IntegrationFile_name_fkey" FOREIGN KEY ("name") REFERENCES "IntegrationName"("name") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IntegrationFacet" ADD CONSTRAINT "IntegrationFacet_integrationId_fkey" FOREIGN KEY ("integrationId") REFERENCES "Integration"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IntegrationInstallation" ADD CONSTRAINT "IntegrationInstallation_integrationId_fkey" FOREIGN KEY ("integrationId") REFERENCES "Integration"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IntegrationInstallation" ADD CONSTRAINT "IntegrationInstallation_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IntegrationPlacement" ADD CONSTRAINT "IntegrationPlacement_installationId_fkey" FOREIGN KEY ("installationId") REFERENCES "IntegrationInstallation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IntegrationPlacement" ADD CONSTRAINT "IntegrationPlacement_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IntegrationPlacement" ADD CONSTRAINT "IntegrationPlacement_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Raises the version with every change of the row.
CREATE FUNCTION "raise_version_of_integration"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := OLD."version";
  NEW."version" := OLD."version" + (NEW IS DISTINCT FROM OLD)::integer;
  RETURN NEW;
END $$;
CREATE TRIGGER "raise_version" BEFORE UPDATE ON "Integration"
  FOR EACH ROW EXECUTE FUNCTION "raise_version_of_integration"();

-- Raises the version with every change of the row.
CREATE FUNCTION "raise_version_of_integrationinstallation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := OLD."version";
  NEW."version" := OLD."version" + (NEW IS DISTINCT FROM OLD)::integer;
  RETURN NEW;
END $$;
CREATE TRIGGER "raise_version" BEFORE UPDATE ON "IntegrationInstallation"
  FOR EACH ROW EXECUTE FUNCTION "raise_version_of_integrationinstallation"();

-- Raises the version with every change of the row.
CREATE FUNCTION "raise_version_of_integrationplacement"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := OLD."version";
  NEW."version" := OLD."version" + (NEW IS DISTINCT FROM OLD)::integer;
  RETURN NEW;
END $$;
CREATE TRIGGER "raise_version" BEFORE UPDATE ON "IntegrationPlacement"
  FOR EACH ROW EXECUTE FUNCTION "raise_version_of_integrationplacement"();

CREATE INDEX "Integration_search_idx" ON "Integration" USING gin (quire_fold("name" || ' ' || "title") gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX "Event_uninstalled_idx" ON "Event" (("subject" ->> 'installation')) WHERE "type" = 'integration.uninstalled';
