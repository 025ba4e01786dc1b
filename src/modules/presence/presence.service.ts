import { z } from 'zod'
import { idField } from '../../core/fields.ts'
import type { Context } from '../../core/operations/context.ts'
import { operation } from '../../core/operations/operation.ts'
import { SIGN_CHANNEL } from '../../core/signs/signs-of-life.ts'
import { announce } from '../../platform/announce.ts'
import {
  contentPlace,
  getChangeRequestRow,
  NAME_PLACE,
  namesPlace,
  type Place,
} from '../change-requests/index.ts'
import { getSpaceRow } from '../spaces/index.ts'

export const PresenceMode = z.enum(['reading', 'editing'])
export const AnnouncedMode = z.enum([...PresenceMode.options, 'gone'])

const AnnouncePresence = z
  .object({
    ...contentPlace,
    page: idField('Page', 'The ID of the page that you are on.').optional(),
    mode: AnnouncedMode.default('reading').meta({ description: 'What you do there.' }),
    client: z
      .string()
      .max(64)
      .regex(/^[A-Za-z0-9_-]*$/, 'must have only letters, digits, hyphens and underscores')
      .default('')
      .meta({ description: 'Distinguishes your clients, such as tabs of a browser.' }),
  })
  .refine(namesPlace, NAME_PLACE)

/** The space or change request, if the caller can see it. */
export async function getPresencePlace(
  { reads }: Pick<Context, 'reads'>,
  { spaceId, changeRequestId }: Place,
): Promise<{ spaceId: string; changeRequestId: string | null }> {
  if (changeRequestId === undefined) {
    const { id } = await getSpaceRow(reads, spaceId ?? '')
    return { spaceId: id, changeRequestId: null }
  }
  const row = await getChangeRequestRow(reads, spaceId, changeRequestId)
  return { spaceId: row.spaceId, changeRequestId: row.id }
}

/** Tells those who see the same place where the caller is, for 30 seconds. Nothing is stored. */
export const announcePresence = operation({
  id: 'presence.announce',
  input: AnnouncePresence,
  scope: 'space:read',
  writes: true,
  authorize: (ctx, place) => getPresencePlace(ctx, place),
  run: async (ctx, { page, mode, client }, place) => {
    const { userId } = ctx.viewer
    const sign = { ...place, userId, client, pageId: page ?? null, mode: mode === 'gone' ? null : mode }
    await announce(ctx.tx, SIGN_CHANNEL, ...ctx.tools.signs.announce(sign))
    return place
  },
})
