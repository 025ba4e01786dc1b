-- CreateIndex
-- locks: the log keeps events for a limited time, and a million of them are indexed in seconds
CREATE INDEX "Event_changeRequestId_position_idx" ON "Event"("changeRequestId", "position");
