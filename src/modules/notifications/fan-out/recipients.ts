/** Events that concern everyone who takes part in a change request, and what they are told. */
const CONCERNS_ALL = `e."type" IN ('change_request.merged', 'change_request.conflicted')`
const SAYS = `CASE e."type" WHEN 'change_request.merged' THEN 'merged' ELSE 'conflict' END`

/**
 * Who is told of an event, as SQL. `event` has the events of a batch, `named` the users that were found besides. A user for
 * whom several of these apply gets the first: the smallest `rank`.
 */
const branches = [
  `SELECT named."position", named."userId", named."kind", CASE named."kind" WHEN 'mention' THEN 1 ELSE 4 END AS "rank" FROM named`,
  `SELECT e."position", e."subjectId", 'review_requested', 2 FROM event e
    WHERE e."type" = 'change_request.review_requested'`,
  // The thread: its author, and everyone who has replied.
  `SELECT e."position", begun."postedById", 'reply', 3 FROM event e JOIN "Comment" begun ON begun."id" = e."threadId"
    WHERE e."type" = 'reply.posted'`,
  `SELECT e."position", posted."postedById", 'reply', 3 FROM event e JOIN "CommentReply" posted
    ON posted."commentId" = e."threadId" WHERE e."type" = 'reply.posted'`,
  // Who edited the change request. The text of a review and what was submitted with it are comments, of which the review tells.
  `SELECT e."position", edited."userId", 'comment', 4 FROM event e JOIN "ChangeRequestContributor" edited
    ON edited."changeRequestId" = e."changeRequestId" AND edited."edited"
    WHERE e."type" IN ('comment.posted', 'reply.posted')
      AND NOT EXISTS (SELECT 1 FROM "Comment" own WHERE own."id" = e."subjectId" AND coalesce(own."reviewId", own."partOfReviewId") IS NOT NULL)`,
  `SELECT e."position", edited."userId", 'reviewed', 4 FROM event e JOIN "ChangeRequestContributor" edited
    ON edited."changeRequestId" = e."changeRequestId" AND edited."edited" WHERE e."type" = 'change_request.reviewed'`,
  `SELECT e."position", given."requestedById", 'reviewed', 4 FROM event e JOIN "Review" given ON given."id" = e."subjectId"
    WHERE e."type" = 'change_request.reviewed'`,
  // Everyone who took part.
  `SELECT e."position", part."userId", ${SAYS}, 4 FROM event e JOIN "ChangeRequestContributor" part
    ON part."changeRequestId" = e."changeRequestId" WHERE ${CONCERNS_ALL}`,
  `SELECT e."position", asked."userId", ${SAYS}, 4 FROM event e JOIN "RequestedReviewer" asked
    ON asked."changeRequestId" = e."changeRequestId" WHERE ${CONCERNS_ALL}`,
  `SELECT e."position", run."createdById", 'git_failed', 4 FROM event e JOIN "GitOperation" run ON run."id" = e."subjectId"
    WHERE e."type" IN ('git.import_failed', 'git.export_failed')`,
  `SELECT e."position", connected."createdById", 'git_failed', 4 FROM event e JOIN "GitConnection" connected
    ON connected."spaceId" = e."spaceId" WHERE e."type" IN ('git.import_failed', 'git.export_failed')`,
  `SELECT e."position", spec."createdById", 'spec_failed', 4 FROM event e JOIN "OpenAPISpec" spec ON spec."id" = e."subjectId"
    WHERE e."type" = 'openapi.failed'`,
  `SELECT e."position", invited."id", 'invited', 4 FROM event e JOIN "Invite" sent ON sent."id" = e."subjectId"
    JOIN "User" invited ON invited."email" = sent."email" WHERE e."type" = 'member.invited'`,
]

export const RECIPIENTS = branches.join('\n    UNION ALL ')

/** The types of events that somebody may be told of. */
export const TOLD: ReadonlySet<string> = new Set([
  'comment.posted',
  'comment.edited',
  'reply.posted',
  'reply.edited',
  'change_request.opened',
  'change_request.updated',
  'change_request.review_requested',
  'change_request.reviewed',
  'change_request.conflicted',
  'change_request.merged',
  'git.import_failed',
  'git.export_failed',
  'openapi.failed',
  'member.invited',
])
