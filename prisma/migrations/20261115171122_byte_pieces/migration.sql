-- CreateTable
CREATE UNLOGGED TABLE "BytePiece" (
    "upload" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BytePiece_pkey" PRIMARY KEY ("upload","number")
);

-- CreateIndex
CREATE INDEX "BytePiece_createdAt_idx" ON "BytePiece"("createdAt");

-- They are put together and removed at once: compressing them would only take time.
ALTER TABLE "BytePiece" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
