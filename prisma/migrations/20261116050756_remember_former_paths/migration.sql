-- CreateTable
CREATE TABLE "FormerPath" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "path" TEXT NOT NULL,
    "pageId" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "FormerPath_pkey" PRIMARY KEY ("spaceId","path")
);

-- AddForeignKey
ALTER TABLE "FormerPath" ADD CONSTRAINT "FormerPath_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;
