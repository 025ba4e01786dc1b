-- CreateTable
CREATE TABLE "Link" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "pageId" TEXT COLLATE "C" NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "href" TEXT NOT NULL,
    "relation" TEXT NOT NULL,
    "nodeKey" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "targetKind" TEXT,
    "targetId" TEXT COLLATE "C",
    "wantedPath" TEXT COLLATE "C",
    "wantedName" TEXT COLLATE "C",

    CONSTRAINT "Link_pkey" PRIMARY KEY ("spaceId","pageId","ordinal")
);

-- CreateTable
CREATE TABLE "ContentName" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "ContentName_pkey" PRIMARY KEY ("spaceId","kind","id")
);

-- CreateIndex
CREATE INDEX "Link_spaceId_status_pageId_ordinal_idx" ON "Link"("spaceId", "status", "pageId", "ordinal");

-- CreateIndex
CREATE INDEX "Link_spaceId_targetId_pageId_ordinal_idx" ON "Link"("spaceId", "targetId", "pageId", "ordinal");

-- CreateIndex
CREATE INDEX "Link_spaceId_status_wantedPath_idx" ON "Link"("spaceId", "status", "wantedPath");

-- CreateIndex
CREATE INDEX "Link_spaceId_status_wantedName_idx" ON "Link"("spaceId", "status", "wantedName");

-- CreateIndex
CREATE INDEX "ContentName_spaceId_name_idx" ON "ContentName"("spaceId", "name");

-- AddForeignKey
ALTER TABLE "Link" ADD CONSTRAINT "Link_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContentName" ADD CONSTRAINT "ContentName_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;
