-- Jobs are started in turns by organization.
ALTER TABLE "QueuedJob" ADD COLUMN     "isDue" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "organizationId" TEXT COLLATE "C" NOT NULL DEFAULT '';

-- locks: the table has only jobs that are not done
CREATE INDEX "QueuedJob_due_idx" ON "QueuedJob" ("name", "organizationId", "runAt", "id")
  WHERE "isDue" AND "failedAt" IS NULL;
-- locks: the same
CREATE INDEX "QueuedJob_scheduled_idx" ON "QueuedJob" ("runAt") WHERE NOT "isDue" AND "failedAt" IS NULL;
