-- CreateTable
CREATE TABLE "MergeCheck" (
    "changeRequestId" TEXT COLLATE "C" NOT NULL,
    "baseId" TEXT COLLATE "C" NOT NULL,
    "primaryId" TEXT COLLATE "C" NOT NULL,
    "changedId" TEXT COLLATE "C" NOT NULL,
    "hasConflicts" BOOLEAN NOT NULL,

    CONSTRAINT "MergeCheck_pkey" PRIMARY KEY ("changeRequestId")
);

-- AddForeignKey
ALTER TABLE "MergeCheck" ADD CONSTRAINT "MergeCheck_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "ChangeRequest"("id") ON DELETE CASCADE ON UPDATE CASCADE;
