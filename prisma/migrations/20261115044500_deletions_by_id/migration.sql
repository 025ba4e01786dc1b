-- Deleting what is already gone asks the log where it was; these find its deletion by its id.
CREATE INDEX "Event_deletedTeam_idx" ON "Event" (("subject" ->> 'team')) WHERE "type" = 'team.deleted';
CREATE INDEX "Event_deletedInvite_idx" ON "Event" (("subject" ->> 'invite')) WHERE "type" = 'invite.deleted';
CREATE INDEX "Event_deletedComment_idx" ON "Event" (("subject" ->> 'comment')) WHERE "type" = 'comment.deleted';
CREATE INDEX "Event_deletedReply_idx" ON "Event" (("subject" ->> 'reply')) WHERE "type" = 'reply.deleted';
CREATE INDEX "Event_deletedWebhook_idx" ON "Event" (("subject" ->> 'webhook')) WHERE "type" = 'webhook.deleted';
