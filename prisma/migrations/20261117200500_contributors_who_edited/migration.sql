-- AlterTable
-- Contributions were not told apart so far, so those of earlier contributors count as edits.
ALTER TABLE "ChangeRequestContributor" ADD COLUMN     "edited" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "ChangeRequestContributor" ALTER COLUMN "edited" SET DEFAULT false;
