-- AlterTable
ALTER TABLE "Space" ADD COLUMN     "gitSync" JSONB;

-- CreateTable
CREATE TABLE "GitOperation" (
    "id" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "direction" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "stage" TEXT NOT NULL DEFAULT 'repo_fetch',
    "result" TEXT,
    "address" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "sealedUrl" TEXT,
    "options" JSONB NOT NULL,
    "timestamp" TIMESTAMPTZ(3),
    "commit" TEXT,
    "revisionId" TEXT COLLATE "C",
    "error" TEXT,
    "report" JSONB NOT NULL DEFAULT '{}',
    "createdById" TEXT COLLATE "C",
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "GitOperation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GitSync" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "key" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "directory" TEXT NOT NULL DEFAULT '',
    "treeUrl" TEXT,
    "commit" TEXT NOT NULL,
    "revisionId" TEXT COLLATE "C" NOT NULL,
    "timestamp" TIMESTAMPTZ(3),
    "settings" JSONB NOT NULL,
    "summary" TEXT,
    "refused" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "syncedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "GitSync_pkey" PRIMARY KEY ("spaceId","key")
);

-- CreateIndex
CREATE INDEX "GitOperation_spaceId_id_idx" ON "GitOperation"("spaceId", "id");

-- CreateIndex
CREATE INDEX "GitOperation_spaceId_state_id_idx" ON "GitOperation"("spaceId", "state", "id");

-- CreateIndex
CREATE INDEX "GitOperation_createdById_idx" ON "GitOperation"("createdById");

-- CreateIndex
CREATE INDEX "GitSync_spaceId_syncedAt_idx" ON "GitSync"("spaceId", "syncedAt");

-- AddForeignKey
ALTER TABLE "GitOperation" ADD CONSTRAINT "GitOperation_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GitOperation" ADD CONSTRAINT "GitOperation_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GitSync" ADD CONSTRAINT "GitSync_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;
