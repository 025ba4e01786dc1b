-- AlterTable
ALTER TABLE "Link" ADD COLUMN     "wantedAnchor" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "Space" ADD COLUMN     "indexVersion" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "PageAnchors" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "pageId" TEXT COLLATE "C" NOT NULL,
    "anchors" TEXT[],

    CONSTRAINT "PageAnchors_pkey" PRIMARY KEY ("spaceId","pageId")
);

-- CreateIndex
CREATE INDEX "Link_spaceId_targetId_wantedAnchor_idx" ON "Link"("spaceId", "targetId", "wantedAnchor");

-- CreateIndex
CREATE INDEX "Space_indexVersion_idx" ON "Space"("indexVersion");

-- AddForeignKey
ALTER TABLE "PageAnchors" ADD CONSTRAINT "PageAnchors_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;
