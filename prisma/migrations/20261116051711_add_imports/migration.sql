-- CreateTable
CREATE TABLE "Import" (
    "id" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "changeRequestId" TEXT COLLATE "C" NOT NULL,
    "source" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "sealedUrl" TEXT,
    "mode" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "stage" TEXT NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER,
    "importedResources" INTEGER NOT NULL DEFAULT 0,
    "totalResources" INTEGER NOT NULL DEFAULT 0,
    "skippedResources" INTEGER NOT NULL DEFAULT 0,
    "skipped" JSONB NOT NULL DEFAULT '[]',
    "settings" JSONB NOT NULL DEFAULT '{}',
    "readsSpecs" BOOLEAN NOT NULL DEFAULT false,
    "error" TEXT,
    "revisionId" TEXT COLLATE "C",
    "createdById" TEXT COLLATE "C",
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Import_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Import_spaceId_id_idx" ON "Import"("spaceId", "id");

-- CreateIndex
CREATE INDEX "Import_changeRequestId_idx" ON "Import"("changeRequestId");

-- CreateIndex
CREATE INDEX "Import_createdById_idx" ON "Import"("createdById");

-- CreateIndex
CREATE INDEX "Import_endedAt_idx" ON "Import"("endedAt");

-- AddForeignKey
ALTER TABLE "Import" ADD CONSTRAINT "Import_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Import" ADD CONSTRAINT "Import_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "ChangeRequest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Import" ADD CONSTRAINT "Import_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;
