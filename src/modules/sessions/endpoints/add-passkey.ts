import { z } from 'zod'
import { requireRecentSignIn } from '../../../core/access/viewer.ts'
import { operation } from '../../../core/operations/operation.ts'
import { type SignInOptions, signInEndpoint } from '../../../core/operations/sign-in.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { createChallenge } from '../passkeys/challenges.ts'
import { knownPasskeysOf } from '../passkeys/known-passkeys-of.ts'
import { requirePasskeyHost } from '../passkeys/passkey-host.ts'
import { NewPasskey, PreparedPasskey } from '../passkeys/passkeys.model.ts'
import { storePasskey } from '../passkeys/passkeys.service.ts'
import { preparePasskey } from '../passkeys/prepare-passkey.ts'
import { registrationOptions } from '../passkeys/webauthn.ts'
import { signedInViewer } from './signed-in-viewer.ts'

const FIND_PERSON = statement<{ email: string | null; displayName: string }>({
  name: 'personToAddPasskey',
  text: `SELECT "email", "displayName" FROM "User" WHERE "id" = $1`,
})

/** What a browser needs to create a further passkey for the person who is signed in. */
export const addPasskeyOptions = (options: SignInOptions) =>
  signInEndpoint({
    input: z.object({}),
    run: async (_input, request) => {
      const host = requirePasskeyHost(options, request)
      const viewer = signedInViewer(request)
      requireRecentSignIn({ viewer, now: options.now })
      const { userId } = viewer
      const [[person], known, challenge] = await Promise.all([
        options.database.query(FIND_PERSON, [userId]),
        knownPasskeysOf(options.database, userId),
        createChallenge(options, { purpose: 'add', userId }),
      ])
      const { email = null, displayName = '' } = person ?? {}
      const user = { id: userId, name: email ?? displayName, displayName, known }
      return { body: await registrationOptions(host, challenge, user) }
    },
  })

const storeAddedPasskey = operation({
  id: 'passkeys.add',
  input: PreparedPasskey,
  scope: 'user:write',
  writes: true,
  authorize: async (ctx) => {
    requireRecentSignIn(ctx)
    return ctx.viewer.userId
  },
  run: async (ctx, passkey, userId) => ({ id: await storePasskey(ctx, userId, passkey) }),
})

/** Adds a passkey to the account of the person who is signed in. */
export const addPasskey = (options: SignInOptions) =>
  signInEndpoint({
    input: NewPasskey,
    run: async (given, request) => {
      const viewer = signedInViewer(request)
      requireRecentSignIn({ viewer, now: options.now })
      const { userId } = viewer
      const prepared = await preparePasskey(options, given, request, { purpose: 'add', userId })
      return { body: await request.callerFor(viewer).call(storeAddedPasskey, prepared) }
    },
  })
