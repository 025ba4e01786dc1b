import type { LoggedEvent } from '../../../core/events/events.ts'
import { newId } from '../../../core/ids.ts'
import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { isForInbox, mailFrequency } from '../notification-preferences.ts'
import { seesScope } from '../notifications.access.ts'
import type { NamedUser } from './named-user.ts'
import { RECIPIENTS } from './recipients.ts'

/** The number of people whom one statement tells. */
export const PEOPLE = 1_000

/** When the next mail of a frequency is sent: at once, on the hour, or in the morning. */
const MAIL_AT = `CASE ${mailFrequency('r."kind"')} WHEN 'at_once' THEN $11::timestamptz
  WHEN 'hourly' THEN date_trunc('hour', $11::timestamptz) + interval '1 hour'
  WHEN 'daily' THEN date_trunc('day', $11::timestamptz - interval '7 hours') + interval '31 hours' END`
const FOR_INBOX = isForInbox('r."kind"')

/** What one statement has done. */
interface Added {
  /** The number of people who were looked at: fewer than `PEOPLE` if there are no more. */
  looked: number
  lastPosition: string | null
  lastUserId: string | null
  /** Who got a notification. */
  userIds: string[]
  isMailDue: boolean
}

/**
 * Looks at the next people whom a batch of events concerns ($1 to $10 and $16), and tells those who can see it now, have
 * not muted it, and want to be told. Their accounts are locked first, so that a user who is deleted meanwhile is not told,
 * and one who is told is deleted with it. The row of each inbox is locked before its notifications are numbered. All locks
 * are taken in the order of users.
 */
const ADD = statement<Added>({
  name: 'addNotifications',
  text: `WITH event AS MATERIALIZED (
      SELECT e.* FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
        AS e("position", "type", "organizationId", "spaceId", "changeRequestId", "actorId", "subjectId", "threadId")),
    named AS (SELECT * FROM unnest($9::bigint[], $10::text[], $16::text[]) AS named("position", "userId", "kind")),
    looked AS MATERIALIZED (
      SELECT DISTINCT ON (w."position", w."userId") w."position", w."userId", w."kind" FROM (${RECIPIENTS}) w
      JOIN event e ON e."position" = w."position"
      WHERE w."userId" IS NOT NULL AND (w."position", w."userId") > ($12::bigint, $13::text)
        AND (w."userId" IS DISTINCT FROM e."actorId" OR w."kind" IN ('git_failed', 'spec_failed'))
      ORDER BY w."position", w."userId", w."rank" LIMIT ${PEOPLE}),
    concerned AS (
      SELECT w."userId", w."kind", e."position", e."threadId",
        CASE w."kind" WHEN 'review_requested' THEN e."changeRequestId" ELSE e."subjectId" END AS "subjectId", e."actorId", e."changeRequestId", e."spaceId",
        CASE WHEN e."spaceId" IS NULL THEN e."organizationId" END AS "organizationId",
        coalesce(e."spaceId", CASE w."kind" WHEN 'invited' THEN e."subjectId" ELSE e."organizationId" END) AS "scopeId"
      FROM looked w JOIN event e ON e."position" = w."position"
      -- A text that is edited tells only those whom it did not name before. Of a change request, people are told other things.
      WHERE (e."type" NOT LIKE '%.edited' AND e."type" <> 'change_request.updated') OR NOT EXISTS (SELECT 1 FROM "Notification" earlier
        WHERE earlier."userId" = w."userId" AND earlier."subjectId" = e."subjectId"
          AND (earlier."kind" = 'mention' OR e."type" <> 'change_request.updated'))),
    -- The people who can see it and want to be notified, found before accounts are locked: these conditions are what takes long.
    seen AS MATERIALIZED (
      SELECT r.*, CASE WHEN ${FOR_INBOX} THEN 'unread' ELSE 'done' END AS "status",
        CASE WHEN $14::boolean THEN ${MAIL_AT} END AS "mailAt"
      FROM concerned r LEFT JOIN "Preferences" p ON p."userId" = r."userId"
      WHERE ${seesScope('r', 'r."userId"')} AND NOT EXISTS (SELECT 1 FROM "NotificationMute" muted
        WHERE muted."userId" = r."userId" AND muted."targetId" IN (r."threadId", r."changeRequestId", r."spaceId"))
        AND (${FOR_INBOX} OR ($14::boolean AND ${MAIL_AT} IS NOT NULL))),
    account AS MATERIALIZED (
      SELECT u."id" FROM "User" u WHERE u."id" IN (SELECT "userId" FROM seen) AND u."deletedAt" IS NULL
      ORDER BY u."id" FOR KEY SHARE),
    told AS MATERIALIZED (
      SELECT seen.*, row_number() OVER (ORDER BY seen."position", seen."userId") AS "ordinal",
        row_number() OVER (PARTITION BY seen."userId" ORDER BY seen."position") AS "nth"
      FROM seen WHERE seen."userId" IN (SELECT "id" FROM account)),
    drawn AS (
      INSERT INTO "NotificationInbox" AS x ("userId", "lastNumber")
      SELECT "userId", count(*) FROM told GROUP BY "userId" ORDER BY "userId"
      ON CONFLICT ("userId") DO UPDATE SET "lastNumber" = x."lastNumber" + EXCLUDED."lastNumber"
      RETURNING x."userId", x."lastNumber"),
    added AS (
      INSERT INTO "Notification" ("id", "userId", "position", "number", "kind", "status", "scopeId", "spaceId",
        "organizationId", "changeRequestId", "threadId", "subjectId", "actorId", "createdAt", "updatedAt", "mailAt")
      SELECT ($15::text[])[t."ordinal"::int], t."userId", t."position",
        d."lastNumber" - (SELECT count(*) FROM told other WHERE other."userId" = t."userId") + t."nth",
        t."kind"::"NotificationKind", t."status"::"NotificationStatus", t."scopeId", t."spaceId", t."organizationId",
        t."changeRequestId", t."threadId", t."subjectId", t."actorId", $11::timestamptz, $11::timestamptz, t."mailAt"
      FROM told t JOIN drawn d ON d."userId" = t."userId"
      ON CONFLICT ("userId", "position") DO NOTHING
      RETURNING "userId", "scopeId", "spaceId", "organizationId", "status", "mailAt"),
    counted AS (
      INSERT INTO "NotificationCount" AS k ("userId", "scopeId", "spaceId", "organizationId", "unread")
      SELECT "userId", "scopeId", "spaceId", "organizationId", count(*) FROM added WHERE "status" = 'unread'
      GROUP BY 1, 2, 3, 4 ORDER BY 1, 2
      ON CONFLICT ("userId", "scopeId") DO UPDATE SET "unread" = k."unread" + EXCLUDED."unread")
    SELECT (SELECT count(*)::int FROM looked) AS "looked",
      (SELECT "position"::text FROM looked ORDER BY "position" DESC, "userId" DESC LIMIT 1) AS "lastPosition",
      (SELECT "userId" FROM looked ORDER BY "position" DESC, "userId" DESC LIMIT 1) AS "lastUserId",
      ARRAY(SELECT DISTINCT "userId" FROM added) AS "userIds",
      EXISTS (SELECT 1 FROM added WHERE "mailAt" <= $11::timestamptz) AS "isMailDue"`,
})

/** The id of what an event is about, and of the thread that can be muted. */
function aboutOf({ subject, changeRequestId, spaceId, organizationId }: LoggedEvent) {
  const { comment, reply, review, user, gitOperation, openAPISpec, invite } = subject
  return {
    subjectId:
      reply ?? comment ?? review ?? user ?? gitOperation ?? openAPISpec ?? invite ?? changeRequestId ?? '',
    threadId: comment ?? changeRequestId ?? spaceId ?? organizationId,
  }
}

interface Addition {
  events: readonly LoggedEvent[]
  /** Users that the events themselves do not have. */
  named: readonly NamedUser[]
  /** The last person who was looked at, and the event. */
  after: { position: bigint; userId: string }
  now: Date
  isMailed: boolean
}

/** Tells the next people of a batch of events. */
export async function addNotifications(
  db: Queryable,
  { events, named, after, now, isMailed }: Addition,
): Promise<Added> {
  const about = events.map(aboutOf)
  const [added] = await db.query(ADD, [
    events.map(({ position }) => String(position)),
    events.map(({ type }) => type),
    events.map(({ organizationId }) => organizationId),
    events.map(({ spaceId }) => spaceId),
    events.map(({ changeRequestId }) => changeRequestId),
    events.map(({ actorId }) => actorId),
    about.map(({ subjectId }) => subjectId),
    about.map(({ threadId }) => threadId),
    named.map(({ position }) => String(position)),
    named.map(({ userId }) => userId),
    now,
    String(after.position),
    after.userId,
    isMailed,
    Array.from({ length: PEOPLE }, () => newId('Notification')),
    named.map(({ kind }) => kind),
  ])
  return added as Added
}
