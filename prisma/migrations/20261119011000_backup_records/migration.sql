-- CreateTable
CREATE TABLE "BackupRecord" (
    "id" TEXT COLLATE "C" NOT NULL,
    "takenAt" TIMESTAMPTZ(3) NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "BackupRecord_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "BackupRecord_takenAt_idx" ON "BackupRecord"("takenAt");
