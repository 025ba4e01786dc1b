-- CreateIndex
CREATE INDEX "Event_organizationId_occurredAt_idx" ON "Event"("organizationId", "occurredAt");
