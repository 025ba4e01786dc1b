import { z } from 'zod'
import type { Viewer } from '../../../core/access/viewer.ts'
import { DomainError, invalidField, unauthenticated } from '../../../core/errors.ts'
import { operation } from '../../../core/operations/operation.ts'
import { type SignInOptions, type SignInRequest, signInEndpoint } from '../../../core/operations/sign-in.ts'
import { digestOf } from '../../tokens/index.ts'
import { requireMethod } from '../allowed-methods.ts'
import { createChallenge } from '../passkeys/challenges.ts'
import { knownPasskeysOf } from '../passkeys/known-passkeys-of.ts'
import { requirePasskeyHost } from '../passkeys/passkey-host.ts'
import { PasskeyUse, ProofAnswer } from '../passkeys/passkeys.model.ts'
import { provePasskey, usePasskey } from '../passkeys/prove-passkey.ts'
import { proofOptions } from '../passkeys/webauthn.ts'
import { GivenPassword } from '../passwords/new-password.ts'
import { withOwnPassword } from '../passwords/own-password.ts'
import { newSessionSecret } from '../sessions.model.ts'
import { signedInViewer } from './signed-in-viewer.ts'

/** What a browser needs to ask the person who is signed in for one of their passkeys. */
export const reauthenticationOptions = (options: SignInOptions) =>
  signInEndpoint({
    input: z.object({}),
    run: async (_input, request) => {
      const host = requirePasskeyHost(options, request)
      const { userId } = signedInViewer(request)
      const known = await knownPasskeysOf(options.database, userId)
      if (known.length === 0) {
        throw new DomainError('conflict', 'You have no passkey. Use your password, or sign in again.')
      }
      const challenge = await createChallenge(options, { purpose: 'reauthenticate', userId })
      return { body: await proofOptions(host, challenge, known) }
    },
  })

/**
 * The session gets another secret: a person who has copied the former one cannot use that the person has proved who they are,
 * and no node has the state before in its cache.
 */
const renewSession = operation({
  id: 'sessions.renew',
  input: z.object({ digest: z.string(), use: PasskeyUse.optional() }),
  scope: 'user:write',
  writes: true,
  authorize: async (ctx, { use }) => {
    if (use) await usePasskey(ctx.tx, use, ctx.now())
    return ctx.viewer
  },
  run: async (ctx, { digest }, { tokenId, userId }) => {
    const [session] = await ctx.tx.session.updateManyAndReturn({
      where: { id: tokenId, userId },
      data: { digest, authenticatedAt: ctx.now() },
      select: { expiresAt: true },
    })
    if (!session) throw unauthenticated('You are signed out: this session has ended. Sign in again.')
    return session
  },
})

const Proof = z.object({ password: GivenPassword.optional(), passkey: ProofAnswer.optional() })

/** Proves again who the person is that is signed in, with their password or a passkey. */
export const reauthenticate = (options: SignInOptions) =>
  signInEndpoint({
    input: Proof,
    run: async (given, request) => {
      const viewer = signedInViewer(request)
      const use = await prove(options, given, request, viewer)
      const secret = newSessionSecret()
      const { expiresAt } = await request
        .callerFor(viewer)
        .call(renewSession, { digest: digestOf(secret), use })
      return { body: {}, session: { secret, expiresAt } }
    },
  })

async function prove(
  options: SignInOptions,
  { password, passkey }: z.output<typeof Proof>,
  request: SignInRequest,
  { userId }: Viewer,
): Promise<z.output<typeof PasskeyUse> | undefined> {
  if (passkey) {
    const proven = await provePasskey(options, passkey, request, { purpose: 'reauthenticate', userId })
    return proven.use
  }
  if (password === undefined)
    throw invalidField('password', 'is missing; send it, or the answer of a passkey')
  requireMethod(options.tools.settings, 'password')
  const own = { db: options.database, now: options.now, userId }
  return withOwnPassword(own, { field: 'password', given: password }, async () => undefined)
}
