import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { kindOf } from '../../../core/ids.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import type { SignInOptions } from '../../../core/operations/sign-in.ts'
import {
  claimInvite,
  digestOfKey,
  type InviteWith,
  type KeyedInvite,
  refusalOfKey,
  usableInvite,
} from '../../invites/index.ts'
import { GivenCode } from '../codes/given-code.ts'
import { consumeCode, findCode } from '../codes/one-time-codes.ts'

const ANOTHER = 'Open the link of the invitation again to get another one.'

/**
 * What a link to join contains: the organization, and the key of an invite or the code of a mail that continues it. For
 * somebody who is signed in with the address of an invite, its id is enough, which their inbox leads to.
 */
export const JoinKey = z.object({
  organization: idField('Organization', 'The ID of the organization.'),
  key: GivenCode,
})
export type JoinKey = z.output<typeof JoinKey>

/** An invite, and what its link says about the person who opens it. */
export interface OpenedInvite {
  invite: KeyedInvite
  /** The address with which they join; null if they can choose one. */
  email: string | null
  /** Whether they have proved that the address is theirs, by a link that was mailed to it. */
  isProven: boolean
}

const Continued = z.object({ inviteId: z.string(), email: z.string() })
export type Continued = z.output<typeof Continued>

const isInviteId = (key: string) => kindOf(key) === 'Invite'
/** Keys of invites begin like this; codes have another length. */
const isInviteKey = (key: string) => key.startsWith('qinv_') || isInviteId(key)

/** The invite of a key, and of an id only for its user. The digest of an id is that of no key. */
const inviteWith = (key: string, userId: string | null): InviteWith =>
  isInviteId(key) && userId !== null ? { id: key, forUser: userId } : { digest: digestOfKey(key) }

function opened(invite: KeyedInvite, continued: Continued | null): OpenedInvite {
  return continued
    ? { invite, email: continued.email, isProven: true }
    : { invite, email: invite.email, isProven: invite.isMailed }
}

/** The invite of a link, to show it. Throws with the reason if it cannot be used. */
export async function lookAtKey(
  { database, now }: Pick<SignInOptions, 'database' | 'now'>,
  { organization, key }: JoinKey,
  userId: string | null = null,
): Promise<OpenedInvite> {
  const { prisma } = database
  const continued = isInviteKey(key)
    ? null
    : Continued.parse((await findCode(database, now(), { kind: 'join', code: key, another: ANOTHER })).data)
  const by = continued ? { id: continued.inviteId } : inviteWith(key, userId)
  const invite = await usableInvite(prisma, organization, by, now())
  if (!invite) throw await refusalOfKey(prisma, organization, by.digest ?? '')
  return opened(invite, continued)
}

/** The same in the transaction in which somebody joins: the code is used up, and the invite is locked. */
export async function claimKey(
  ctx: WriteContext,
  { organization, key }: JoinKey,
  userId: string | null = null,
): Promise<OpenedInvite> {
  if (isInviteKey(key)) return opened(await claimInvite(ctx, organization, inviteWith(key, userId)), null)
  const code = await consumeCode(ctx.tx, ctx.now(), { kind: 'join', code: key, another: ANOTHER })
  const continued = Continued.parse(code.data)
  return opened(await claimInvite(ctx, organization, { id: continued.inviteId }), continued)
}
