-- Where something was before it was deleted is looked up by its id, whatever resource it is of.
CREATE INDEX "Event_deleted_idx" ON "Event" (("subject" ->> split_part("type", '.', 1))) WHERE "type" LIKE '%.deleted';
DROP INDEX "Event_deletedCollection_idx";
DROP INDEX "Event_deletedTeam_idx";
DROP INDEX "Event_deletedInvite_idx";
DROP INDEX "Event_deletedComment_idx";
DROP INDEX "Event_deletedReply_idx";
DROP INDEX "Event_deletedWebhook_idx";
