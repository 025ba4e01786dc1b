import { requireScope } from '../../core/access/viewer.ts'
import { DomainError, notFound } from '../../core/errors.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type { RequestLoaders } from '../../core/lists/definitions.ts'
import { VIEWER } from '../../core/lists/list.ts'
import { NoFilters } from '../../core/lists/page.ts'
import { listOperation, operation } from '../../core/operations/operation.ts'
import { type NotificationMute, Prisma } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import { changeRequestById } from '../change-requests/index.ts'
import { commentById } from '../comments/index.ts'
import { joinAccess, NOT_DELETED, spaceById } from '../spaces/index.ts'
import { requireAccount } from '../users/index.ts'
import { ListMutes, MAX_MUTES, MuteNotifications, UnmuteNotifications } from './notifications.model.ts'

/** What a user has muted in spaces that the user can see, by id. */
const mutesOfUser = defineList<{ id: string }, object, NotificationMute>({
  name: 'notificationMutes',
  columns: columnsOf('n', Prisma.NotificationMuteScalarFieldEnum),
  from: `"NotificationMute" n JOIN "Space" s ON s."id" = n."spaceId" ${joinAccess(VIEWER)}`,
  match: `n."userId" = p.key AND ${NOT_DELETED}`,
  key: (user) => user.id,
  sort: [{ sql: 'n."targetId"', type: 'text', value: ({ targetId }) => targetId }],
  order: () => 'asc',
})

export const listMutes = listOperation({
  id: 'notifications.listMutes',
  input: ListMutes,
  filters: NoFilters,
  scope: 'space:read',
  parent: async (ctx) => ({ id: ctx.viewer.userId }),
  list: () => mutesOfUser,
})

/** The space of a thread or a space that the viewer can see. */
async function spaceOf(reads: RequestLoaders, targetId: string): Promise<string> {
  const [space, changeRequest, comment] = await Promise.all([
    targetId.startsWith('spc_') ? reads.load(spaceById, targetId) : null,
    targetId.startsWith('cr_') ? reads.load(changeRequestById, targetId) : null,
    targetId.startsWith('cmt_') ? reads.load(commentById, targetId) : null,
  ])
  const spaceId = space?.id ?? changeRequest?.spaceId ?? comment?.spaceId
  if (spaceId === undefined) throw notFound('This thread or space')
  return spaceId
}

/** Adds the row if there is room. */
const MUTE = statement<NotificationMute>({
  name: 'muteNotifications',
  text: `INSERT INTO "NotificationMute" AS n ("userId", "targetId", "spaceId", "createdAt")
    SELECT $1, $2, $3, $4::timestamptz
    WHERE (SELECT count(*) FROM "NotificationMute" held WHERE held."userId" = $1 AND held."targetId" <> $2) < ${MAX_MUTES}
    ON CONFLICT ("userId", "targetId") DO UPDATE SET "spaceId" = EXCLUDED."spaceId"
    RETURNING n."userId", n."targetId", n."spaceId", n."createdAt"`,
})

/** The viewer gets no more notifications of a thread or a space. Those that there are stay. */
export const muteNotifications = operation({
  id: 'notifications.mute',
  input: MuteNotifications,
  scope: 'user:write',
  writes: true,
  authorize: (ctx, { targetId }) => {
    requireScope(ctx.viewer, 'space:read')
    return spaceOf(ctx.reads, targetId)
  },
  run: async (ctx, { targetId }, spaceId) => {
    await requireAccount(ctx.tx, ctx.viewer.userId)
    const [mute] = await ctx.reads.db.query(MUTE, [ctx.viewer.userId, targetId, spaceId, ctx.now()])
    if (mute) return mute
    throw new DomainError(
      'conflict',
      `You can mute at most ${MAX_MUTES} threads and spaces. Unmute one first.`,
    )
  },
})

/** Returns whether it was muted: unmuting what is not muted succeeds. */
export const unmuteNotifications = operation({
  id: 'notifications.unmute',
  input: UnmuteNotifications,
  scope: 'user:write',
  writes: true,
  authorize: async (ctx) => ctx.viewer.userId,
  run: async (ctx, { targetId }, userId) => {
    const { count } = await ctx.tx.notificationMute.deleteMany({ where: { userId, targetId } })
    return { deletedId: targetId, existed: count > 0 }
  },
})
