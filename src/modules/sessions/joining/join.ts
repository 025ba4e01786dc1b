import { DomainError, forbidden, invalidField } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { operation } from '../../../core/operations/operation.ts'
import { type SignInOptions, type SignInRequest, signInEndpoint } from '../../../core/operations/sign-in.ts'
import { acceptInvite } from '../../invites/index.ts'
import { isMailConfigured } from '../../mail/index.ts'
import { DisplayName, Email } from '../../users/index.ts'
import { accountOf } from '../accounts/found-account.ts'
import { AttemptBudgets } from '../attempts.ts'
import { Credential, PreparedCredential, prepareCredential, storeCredential } from '../credential.ts'
import { newSession, provenUser } from '../endpoints/new-session.ts'
import { StartSession } from '../sessions.model.ts'
import { startSession } from '../sessions.service.ts'
import { claimKey, JoinKey, lookAtKey, type OpenedInvite } from './join-keys.ts'

const JoinAsNew = JoinKey.extend({
  displayName: DisplayName,
  email: Email,
  credential: PreparedCredential,
  session: StartSession,
})

/** Creates the account of a person who was invited, makes them a member and signs them in: all of it, or nothing. */
const joinAsNew = operation({
  id: 'sessions.join',
  input: JoinAsNew,
  scope: 'user:write',
  writes: true,
  authorize: (ctx, key) => claimKey(ctx, key),
  run: async (ctx, { displayName, email, credential, session }, { invite, isProven, email: fixed }) => {
    const { userId } = ctx.viewer
    await openAccount(ctx, fixed ?? email, displayName)
    await acceptInvite(ctx, invite)
    await storeCredential(ctx, userId, credential, isProven ? { emailConfirmedAt: ctx.now() } : {})
    return startSession(ctx, session)
  },
})

/** The viewer, as whom the request acts, gets an account: a new one, or the one that waits for the address. */
async function openAccount(ctx: WriteContext, email: string, displayName: string): Promise<void> {
  const id = ctx.viewer.userId
  await ctx.tx.user.createMany({ data: [{ id, email, displayName }], skipDuplicates: true })
  // Of concurrent requests for one address, one continues here at a time.
  await ctx.tx.$queryRaw`SELECT "id" FROM "User" WHERE "email" = ${email} FOR UPDATE`
  const found = await accountOf(ctx.tx, email)
  if (found?.userId !== id || found.isSetUp) throw signInFirst(email)
  if (found.isDisabled)
    throw forbidden('This account is disabled. Ask an operator of this instance to enable it.')
  await ctx.tx.user.update({ where: { id }, data: { displayName } })
}

const signInFirst = (email: string) =>
  new DomainError(
    'conflict',
    `The address ${email} has an account. Sign in with it, and then open this link again.`,
  )

/** Makes a person who is signed in a member. */
const joinAsViewer = operation({
  id: 'sessions.joinSignedIn',
  input: JoinKey,
  scope: 'organization:members:write',
  writes: true,
  authorize: (ctx, key) => claimKey(ctx, key, ctx.viewer.userId),
  run: async (ctx, _input, { invite, email, isProven }) => {
    await acceptInvite(ctx, invite)
    const { userId } = ctx.viewer
    const isOwn = email !== null && (await ctx.tx.user.count({ where: { id: userId, email } })) > 0
    if (!isProven || !isOwn) return
    const account = { emailConfirmedAt: ctx.now() }
    await ctx.tx.account.upsert({ where: { userId }, create: { userId, ...account }, update: account })
  },
})

/**
 * Joins an organization with the link of an invite, with the account in which the person is signed in, or with a new one.
 * If this server can send mail, a new account needs a link that was mailed to its address.
 */
export const join = (options: SignInOptions) =>
  signInEndpoint({
    input: JoinKey.extend({
      displayName: DisplayName.optional(),
      email: Email.optional(),
      ...Credential.shape,
    }),
    run: async ({ organization, key, displayName, email: given, ...credential }, request) => {
      const body = { organization }
      if (request.viewer?.session) {
        await request.callerFor(request.viewer).call(joinAsViewer, { organization, key })
        return { body }
      }
      const { now, tools } = options
      const opened = await lookAtKey(options, { organization, key })
      if (!opened.isProven && isMailConfigured(tools.settings)) {
        throw new DomainError(
          'conflict',
          'Your address is not confirmed yet. Request a mail, and continue with the link in it.',
        )
      }
      const email = emailOf(opened, given)
      if (displayName === undefined) throw invalidField('displayName', 'is missing; enter your name')
      const prepare = () => prepareCredential(options, credential, request, key)
      const { userId, prepared } = opened.isProven
        ? { prepared: await prepare(), userId: await userFor(options, email) }
        : await whileProbing(options, request, email, prepare)
      const session = newSession(request, 'link', now())
      const input = { organization, key, displayName, email, credential: prepared, session: session.start }
      await request.callerFor(provenUser(userId)).call(joinAsNew, input)
      return session.answer(body)
    },
  })

function emailOf({ email }: OpenedInvite, given: string | undefined): string {
  if (email !== null) return email
  if (given === undefined) throw invalidField('email', 'is missing; enter your e-mail address')
  return given
}

/**
 * Without mail, nobody has proved that the address is theirs, and the answer tells whether it has an account. So whoever
 * asks pays like for a wrong password, whatever the answer is, and everything else that can be refused is checked first:
 * no request learns it for less.
 */
async function whileProbing<Prepared>(
  options: SignInOptions,
  { network }: SignInRequest,
  email: string,
  prepare: () => Promise<Prepared>,
): Promise<{ userId: string; prepared: Prepared }> {
  const { database, now } = options
  const budgets = new AttemptBudgets({ email, browser: undefined, network }, now())
  await budgets.read(database)
  budgets.require(false)
  const prepared = await prepare()
  await budgets.charge(database, false)
  return { prepared, userId: await userFor(options, email) }
}

/** The id of the account that a person gets: that of the one that waits for an invited address, or a new one. */
async function userFor({ database }: SignInOptions, email: string): Promise<string> {
  const found = await accountOf(database.prisma, email)
  if (found?.isSetUp) throw signInFirst(email)
  return found?.userId ?? newId('User')
}
