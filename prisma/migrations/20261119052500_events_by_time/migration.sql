-- CreateIndex
-- locks: the log keeps events for a limited time, and a million of them are indexed in seconds
CREATE INDEX "Event_organizationId_occurredAt_idx" ON "Event"("organizationId", "occurredAt");
