import { z } from 'zod'
import { DomainError } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { operation } from '../../../core/operations/operation.ts'
import { emitAboutUser } from '../../users/index.ts'
import { StartSession } from '../sessions.model.ts'
import { startSession } from '../sessions.service.ts'
import { lockWaysToSignIn } from '../ways-to-sign-in.ts'
import { type AccountOfPerson, accountOfPerson } from './account-of-person.ts'
import { acceptInvitesTo, acceptOpened, joinByDomain } from './first-memberships.ts'
import { ProvidedPerson } from './provided-person.ts'

/** An invite whose link a person has opened. */
export const OpenedInvite = z.object({ organizationId: z.string(), inviteId: z.string() })

const SignInByProvider = z.object({
  provider: z.string(),
  creates: z.enum(['invited', 'domains', 'everyone']),
  person: ProvidedPerson,
  invite: OpenedInvite.nullable(),
  session: StartSession,
})

const changedMeanwhile = () =>
  new DomainError('conflict', 'The account was changed by another request at the same time. Begin again.')

/** Starts the session of a person whom a provider has signed in; the first time, links or creates their account. */
export const signInByProvider = operation({
  id: 'identities.sign_in',
  input: SignInByProvider,
  scope: 'user:write',
  writes: true,
  authorize: async (ctx, { person, creates, invite }) => {
    const { userId } = ctx.viewer
    // The address of the account, and what confirms it, must not change until the identity is linked.
    await lockWaysToSignIn(ctx, userId)
    const account = await accountOfPerson(ctx.reads.db, person, { creates, hasInvite: invite !== null })
    if (!account.isCreated && account.userId !== userId) throw changedMeanwhile()
    return account
  },
  run: async (ctx, { provider, person, creates, invite, session }, account) => {
    if (account.isFirst) await openAccount(ctx, person, account)
    const identityId = await storeIdentity(ctx, provider, person, account)
    // Before those that were sent to the address, of which it can be one.
    if (invite) await acceptOpened(ctx, invite)
    if (account.isFirst && person.email !== null) {
      await acceptInvitesTo(ctx, person.email)
      if (creates !== 'invited') await joinByDomain(ctx, person.email)
    }
    if (account.identityId === null) {
      await emitAboutUser(ctx, ctx.viewer.userId, 'identity.linked', { identity: identityId })
    }
    return startSession(ctx, { ...session, identityId })
  },
})

async function openAccount(
  ctx: WriteContext,
  { email, displayName }: ProvidedPerson,
  { isCreated }: AccountOfPerson,
): Promise<void> {
  const { userId: id } = ctx.viewer
  if (!isCreated) {
    await ctx.tx.user.update({ where: { id }, data: { displayName } })
    return
  }
  const { count } = await ctx.tx.user.createMany({ data: { id, email, displayName }, skipDuplicates: true })
  if (count === 0) throw changedMeanwhile()
}

/** Links the identity, or records its use. */
async function storeIdentity(
  ctx: WriteContext,
  provider: string,
  { issuer, subject, email }: ProvidedPerson,
  { identityId }: AccountOfPerson,
): Promise<string> {
  const { userId } = ctx.viewer
  const now = ctx.now()
  if (identityId !== null) {
    await ctx.tx.identity.updateMany({
      where: { id: identityId },
      data: { provider, email, lastUsedAt: now },
    })
    return identityId
  }
  const id = newId('Identity')
  const data = { id, userId, provider, issuer, subject, email, createdAt: now, lastUsedAt: now }
  const { count } = await ctx.tx.identity.createMany({ data, skipDuplicates: true })
  if (count === 0) throw changedMeanwhile()
  const account = { userId, emailConfirmedAt: now }
  await ctx.tx.account.createMany({ data: account, skipDuplicates: true })
  return id
}
