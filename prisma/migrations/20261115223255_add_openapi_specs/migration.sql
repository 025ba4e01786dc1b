-- CreateTable
CREATE TABLE "OpenAPISpec" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "slug" TEXT NOT NULL,
    "visibility" TEXT NOT NULL DEFAULT 'private',
    "sourceUrl" TEXT,
    "sealedUrl" TEXT,
    "sourceNumber" INTEGER NOT NULL DEFAULT 1,
    "processedNumber" INTEGER NOT NULL DEFAULT 0,
    "processingState" TEXT NOT NULL DEFAULT 'pending',
    "lastVersionId" TEXT COLLATE "C",
    "lastProcessedAt" TIMESTAMPTZ(3),
    "lastProcessErrorCode" TEXT,
    "lastProcessedErrors" JSONB NOT NULL DEFAULT '[]',
    "lastProcessedErrorCount" INTEGER NOT NULL DEFAULT 0,
    "sourceTag" TEXT,
    "createdById" TEXT COLLATE "C",
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "OpenAPISpec_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OpenAPISource" (
    "specId" TEXT COLLATE "C" NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "OpenAPISource_pkey" PRIMARY KEY ("specId")
);

-- CreateTable
CREATE TABLE "OpenAPISpecVersion" (
    "id" TEXT COLLATE "C" NOT NULL,
    "specId" TEXT COLLATE "C" NOT NULL,
    "hash" TEXT NOT NULL,
    "files" JSONB NOT NULL,
    "bundle" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "OpenAPISpecVersion_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OpenAPIDocument" (
    "specId" TEXT COLLATE "C" NOT NULL,
    "hash" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "size" INTEGER NOT NULL,

    CONSTRAINT "OpenAPIDocument_pkey" PRIMARY KEY ("specId","hash")
);

-- CreateTable
CREATE TABLE "OpenAPIPage" (
    "versionId" TEXT COLLATE "C" NOT NULL,
    "key" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "doc" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "description" TEXT,
    "markdown" TEXT NOT NULL,
    "entries" INTEGER NOT NULL,

    CONSTRAINT "OpenAPIPage_pkey" PRIMARY KEY ("versionId","key")
);

-- CreateIndex
CREATE INDEX "OpenAPISpec_organizationId_id_idx" ON "OpenAPISpec"("organizationId", "id");

-- CreateIndex
CREATE INDEX "OpenAPISpec_lastProcessedAt_idx" ON "OpenAPISpec"("lastProcessedAt");

-- CreateIndex
CREATE UNIQUE INDEX "OpenAPISpec_organizationId_slug_key" ON "OpenAPISpec"("organizationId", "slug");

-- CreateIndex
CREATE INDEX "OpenAPISpecVersion_specId_id_idx" ON "OpenAPISpecVersion"("specId", "id");

-- AddForeignKey
ALTER TABLE "OpenAPISpec" ADD CONSTRAINT "OpenAPISpec_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OpenAPISpec" ADD CONSTRAINT "OpenAPISpec_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OpenAPISource" ADD CONSTRAINT "OpenAPISource_specId_fkey" FOREIGN KEY ("specId") REFERENCES "OpenAPISpec"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OpenAPISpecVersion" ADD CONSTRAINT "OpenAPISpecVersion_specId_fkey" FOREIGN KEY ("specId") REFERENCES "OpenAPISpec"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OpenAPIDocument" ADD CONSTRAINT "OpenAPIDocument_specId_fkey" FOREIGN KEY ("specId") REFERENCES "OpenAPISpec"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OpenAPIPage" ADD CONSTRAINT "OpenAPIPage_versionId_fkey" FOREIGN KEY ("versionId") REFERENCES "OpenAPISpecVersion"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Raises the version with every change of the row.
CREATE FUNCTION "raise_version_of_openapispec"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := OLD."version";
  NEW."version" := OLD."version" + (NEW IS DISTINCT FROM OLD)::integer;
  RETURN NEW;
END $$;
CREATE TRIGGER "raise_version" BEFORE UPDATE ON "OpenAPISpec"
  FOR EACH ROW EXECUTE FUNCTION "raise_version_of_openapispec"();
