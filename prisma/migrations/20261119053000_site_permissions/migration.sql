-- AlterTable
ALTER TABLE "Grant" ADD COLUMN     "siteId" TEXT COLLATE "C";

-- CreateIndex
-- locks: no grant has the new column yet, and grants are made by people: 100,000 of them are indexed within a second
CREATE INDEX "Grant_siteId_idx" ON "Grant"("siteId");

-- AddForeignKey
ALTER TABLE "Grant" ADD CONSTRAINT "Grant_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "Site"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;

-- The grants of a principal on sites, for the erasure of users.
-- locks: the same
CREATE INDEX "Grant_principalId_siteId_idx" ON "Grant" ("principalId", "siteId") WHERE "siteId" IS NOT NULL;
