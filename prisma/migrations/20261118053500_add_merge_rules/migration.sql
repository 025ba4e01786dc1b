-- AlterTable
ALTER TABLE "ChangeRequest" ADD COLUMN     "description" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "Organization" ADD COLUMN     "mergeRules" JSONB;

-- AlterTable
ALTER TABLE "Space" ADD COLUMN     "mergeRules" JSONB;

-- CreateIndex
-- locks: change requests are made by people, and 100,000 of them are indexed within a second
CREATE INDEX "ChangeRequest_createdById_id_idx" ON "ChangeRequest"("createdById", "id");

-- Lists of change requests are searched by a part of the subject.
-- locks: the same
CREATE INDEX "ChangeRequest_subject_idx" ON "ChangeRequest" USING gin (quire_fold("subject") gin_trgm_ops) WITH (fastupdate = off);
