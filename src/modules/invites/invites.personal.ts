import type { WriteContext } from '../../core/operations/context.ts'
import { exportedRows, type PersonalData } from '../../core/personal-data.ts'

export const dataOfInvites: PersonalData[] = [
  {
    table: 'Invite',
    columns: ['createdById'],
    onErasure: deleteInvitesTo,
    exported: {
      createdInvites: exportedRows({
        name: 'createdInvites',
        from: '"Invite" r',
        user: 'r."createdById"',
        // Not the address, which is that of somebody else.
        fields: ['id', 'organizationId', 'spaceId', 'collectionId', 'role', 'level', 'createdAt'],
      }),
      receivedInvites: exportedRows({
        name: 'receivedInvites',
        from: '"Invite" r JOIN "User" u ON u."email" = r."email"',
        user: 'u."id"',
        fields: ['id', 'organizationId', 'spaceId', 'collectionId', 'role', 'level', 'email', 'createdAt'],
      }),
    },
  },
]

/** Invites to the address of a user who is deleted. Those that the user sent are the organization's, and stay valid. */
async function deleteInvitesTo(ctx: WriteContext, { email }: { email: string | null }): Promise<void> {
  if (email === null) return
  const gone = await ctx.tx.$queryRaw<{ id: string; organizationId: string }[]>`
    DELETE FROM "Invite" WHERE "email" = ${email} RETURNING "id", "organizationId"`
  for (const { id, organizationId } of gone) {
    ctx.emit({ organizationId, type: 'invite.deleted', subject: { invite: id } })
  }
}
