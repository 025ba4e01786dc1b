-- CreateTable
CREATE TABLE "ParsedText" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "hash" TEXT NOT NULL,
    "indexVersion" INTEGER NOT NULL,
    "page" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ParsedText_pkey" PRIMARY KEY ("spaceId","hash")
);

-- CreateIndex
CREATE INDEX "ParsedText_createdAt_idx" ON "ParsedText"("createdAt");

-- AddForeignKey
ALTER TABLE "ParsedText" ADD CONSTRAINT "ParsedText_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;
