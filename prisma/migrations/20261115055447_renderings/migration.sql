-- CreateTable
CREATE TABLE "Rendering" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "key" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "size" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Rendering_pkey" PRIMARY KEY ("spaceId","key")
);

-- CreateIndex
CREATE INDEX "Rendering_usedAt_idx" ON "Rendering"("usedAt");

-- AddForeignKey
ALTER TABLE "Rendering" ADD CONSTRAINT "Rendering_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;
