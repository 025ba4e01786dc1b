-- CreateTable
CREATE UNLOGGED TABLE "RenderedFile" (
    "id" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "key" TEXT NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL,
    "size" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "completedAt" TIMESTAMPTZ(3),
    "usedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RenderedFile_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE UNLOGGED TABLE "RenderedPiece" (
    "fileId" TEXT COLLATE "C" NOT NULL,
    "number" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "RenderedPiece_pkey" PRIMARY KEY ("fileId","number")
);

-- CreateIndex
CREATE INDEX "RenderedFile_spaceId_key_idx" ON "RenderedFile"("spaceId", "key");

-- CreateIndex
CREATE INDEX "RenderedFile_usedAt_idx" ON "RenderedFile"("usedAt");

-- AddForeignKey
ALTER TABLE "RenderedFile" ADD CONSTRAINT "RenderedFile_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RenderedPiece" ADD CONSTRAINT "RenderedPiece_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "RenderedFile"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- PDF files are compressed already.
ALTER TABLE "RenderedPiece" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
