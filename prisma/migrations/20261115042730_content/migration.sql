-- AlterTable
ALTER TABLE "Revision" ADD COLUMN     "createdById" TEXT COLLATE "C",
ADD COLUMN     "filesRoot" TEXT,
ADD COLUMN     "foldersRoot" TEXT,
ADD COLUMN     "git" JSONB,
ADD COLUMN     "mergedFromId" TEXT COLLATE "C",
ADD COLUMN     "pagesRoot" TEXT,
ADD COLUMN     "reusablesRoot" TEXT,
ADD COLUMN     "variables" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "ContentNode" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "children" TEXT[],
    "entries" JSONB NOT NULL,
    "size" INTEGER NOT NULL,

    CONSTRAINT "ContentNode_pkey" PRIMARY KEY ("spaceId","hash")
);

-- CreateTable
CREATE TABLE "Document" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "markdown" TEXT NOT NULL,

    CONSTRAINT "Document_pkey" PRIMARY KEY ("spaceId","hash")
);

-- CreateTable
CREATE TABLE "Blob" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "Blob_pkey" PRIMARY KEY ("spaceId","hash")
);

-- AddForeignKey
ALTER TABLE "Revision" ADD CONSTRAINT "Revision_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContentNode" ADD CONSTRAINT "ContentNode_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Document" ADD CONSTRAINT "Document_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Blob" ADD CONSTRAINT "Blob_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;
