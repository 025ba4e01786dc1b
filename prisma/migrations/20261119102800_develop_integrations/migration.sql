-- CreateTable
CREATE TABLE "IntegrationDevelopment" (
    "integrationId" TEXT COLLATE "C" NOT NULL,
    "tunnelUrl" TEXT NOT NULL,
    "all" BOOLEAN NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "IntegrationDevelopment_pkey" PRIMARY KEY ("integrationId")
);

-- CreateTable
CREATE TABLE "IntegrationEvent" (
    "id" TEXT COLLATE "C" NOT NULL,
    "integrationId" TEXT COLLATE "C" NOT NULL,
    "installationId" TEXT COLLATE "C",
    "payload" JSONB NOT NULL,
    "status" TEXT,
    "logs" JSONB NOT NULL DEFAULT '[]',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IntegrationEvent_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "IntegrationEvent_integrationId_id_idx" ON "IntegrationEvent"("integrationId", "id");

-- AddForeignKey
ALTER TABLE "IntegrationDevelopment" ADD CONSTRAINT "IntegrationDevelopment_integrationId_fkey" FOREIGN KEY ("integrationId") REFERENCES "Integration"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IntegrationEvent" ADD CONSTRAINT "IntegrationEvent_integrationId_fkey" FOREIGN KEY ("integrationId") REFERENCES "Integration"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Raises the version with every change of the row.
CREATE FUNCTION "raise_version_of_integrationdevelopment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := OLD."version";
  NEW."version" := OLD."version" + (NEW IS DISTINCT FROM OLD)::integer;
  RETURN NEW;
END $$;
CREATE TRIGGER "raise_version" BEFORE UPDATE ON "IntegrationDevelopment"
  FOR EACH ROW WHEN (current_setting('quire.keeps_versions', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION "raise_version_of_integrationdevelopment"();
