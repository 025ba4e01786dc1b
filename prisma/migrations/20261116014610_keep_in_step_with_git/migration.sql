-- AlterTable
ALTER TABLE "GitSync" ADD COLUMN     "isPartial" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Space" ADD COLUMN     "sameRevisions" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "GitConnection" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "address" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "directory" TEXT NOT NULL DEFAULT '',
    "sealedUrl" TEXT NOT NULL,
    "exportOnMerge" BOOLEAN NOT NULL,
    "importEveryMinutes" INTEGER,
    "readsSpecs" BOOLEAN NOT NULL DEFAULT false,
    "createdById" TEXT COLLATE "C",
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "checkedAt" TIMESTAMPTZ(3),
    "checkAt" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "isExportDue" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "GitConnection_pkey" PRIMARY KEY ("spaceId")
);

-- CreateIndex
CREATE INDEX "GitConnection_checkAt_idx" ON "GitConnection"("checkAt");

-- CreateIndex
CREATE INDEX "GitConnection_createdById_idx" ON "GitConnection"("createdById");

-- AddForeignKey
ALTER TABLE "GitConnection" ADD CONSTRAINT "GitConnection_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GitConnection" ADD CONSTRAINT "GitConnection_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Raises the version with every change of the settings. Checks of the branch change the row without changing them.
CREATE FUNCTION "raise_version_of_gitconnection"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := OLD."version";
  NEW."version" := OLD."version" + (
    ROW(NEW."address", NEW."ref", NEW."directory", NEW."sealedUrl", NEW."exportOnMerge", NEW."importEveryMinutes",
      NEW."createdById")
    IS DISTINCT FROM
    ROW(OLD."address", OLD."ref", OLD."directory", OLD."sealedUrl", OLD."exportOnMerge", OLD."importEveryMinutes",
      OLD."createdById")
  )::integer;
  RETURN NEW;
END $$;
CREATE TRIGGER "raise_version" BEFORE UPDATE ON "GitConnection"
  FOR EACH ROW EXECUTE FUNCTION "raise_version_of_gitconnection"();
