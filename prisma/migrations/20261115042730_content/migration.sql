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

-- Every entry of a map of content that begins at a node; see src/modules/revisions/node-map.ts.
CREATE FUNCTION content_entries(space text, root text) RETURNS TABLE ("id" text, "entry" jsonb)
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
  WITH RECURSIVE walk AS (
    SELECT n."children", n."entries" FROM "ContentNode" n WHERE n."spaceId" = space AND n."hash" = root
    UNION ALL
    SELECT n."children", n."entries" FROM walk w
    CROSS JOIN LATERAL unnest(w."children") AS c(hash)
    JOIN "ContentNode" n ON n."spaceId" = space AND n."hash" = c.hash
  )
  SELECT e.key, e.value FROM walk w CROSS JOIN LATERAL jsonb_each(w."entries") AS e(key, value);
END;
