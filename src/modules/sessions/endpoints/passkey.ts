import { z } from 'zod'
import { operation } from '../../../core/operations/operation.ts'
import { type SignInOptions, signInEndpoint } from '../../../core/operations/sign-in.ts'
import { createChallenge } from '../passkeys/challenges.ts'
import { requirePasskeyHost } from '../passkeys/passkey-host.ts'
import { PasskeyUse, ProofAnswer } from '../passkeys/passkeys.model.ts'
import { provePasskey, usePasskey } from '../passkeys/prove-passkey.ts'
import { proofOptions } from '../passkeys/webauthn.ts'
import { StartSession } from '../sessions.model.ts'
import { startSession } from '../sessions.service.ts'
import { newSession, provenUser } from './new-session.ts'

/** What a browser needs to let a person choose one of their passkeys. No account is named. */
export const passkeyOptions = (options: SignInOptions) =>
  signInEndpoint({
    input: z.object({}),
    run: async (_input, request) => {
      const host = requirePasskeyHost(options, request)
      return { body: await proofOptions(host, await createChallenge(options, { purpose: 'sign-in' })) }
    },
  })

const signInWithPasskey = operation({
  id: 'sessions.beginWithPasskey',
  input: z.object({ use: PasskeyUse, session: StartSession }),
  scope: 'user:write',
  writes: true,
  authorize: (ctx, { use }) => usePasskey(ctx.tx, use, ctx.now()),
  run: (ctx, { session }) => startSession(ctx, session),
})

/** Signs in with a passkey. */
export const passkey = (options: SignInOptions) =>
  signInEndpoint({
    input: z.object({ answer: ProofAnswer }),
    run: async ({ answer }, request) => {
      const { userId, use } = await provePasskey(options, answer, request, { purpose: 'sign-in' })
      const session = newSession(request, 'passkey', options.now())
      await request.callerFor(provenUser(userId)).call(signInWithPasskey, { use, session: session.start })
      return session.answer()
    },
  })
