import { z } from 'zod'
import { type SignInOptions, signInEndpoint } from '../../../core/operations/sign-in.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { digestOf } from '../../tokens/index.ts'
import { DisplayName, Email } from '../../users/index.ts'
import { GivenCode } from '../codes/given-code.ts'
import { createChallenge } from '../passkeys/challenges.ts'
import { requirePasskeyHost } from '../passkeys/passkey-host.ts'
import { registrationOptions } from '../passkeys/webauthn.ts'

const FIND_PERSON = statement<{ email: string | null; displayName: string }>({
  name: 'personOfLink',
  text: `SELECT u."email", u."displayName" FROM "OneTimeCode" c JOIN "User" u ON u."id" = c."userId"
    WHERE c."digest" = $1 AND c."kind" IN ('setup', 'reset', 'join') AND c."usedAt" IS NULL AND c."expiresAt" > $2`,
})

/**
 * What a browser needs to create a passkey for the account that a link opens, instead of a password. It can be used with
 * this link only. Name and address are those that the person has typed in; devices show them.
 */
export const choosePasskeyOptions = (options: SignInOptions) =>
  signInEndpoint({
    input: z.object({ code: GivenCode, displayName: DisplayName.optional(), email: Email.optional() }),
    run: async ({ code, ...given }, request) => {
      const host = requirePasskeyHost(options, request)
      const [[person], challenge] = await Promise.all([
        options.database.query(FIND_PERSON, [digestOf(code), options.now()]),
        createChallenge(options, { purpose: 'choose', link: code }),
      ])
      const displayName = given.displayName ?? person?.displayName ?? given.email ?? 'Quire'
      const name = given.email ?? person?.email ?? displayName
      return { body: await registrationOptions(host, challenge, { name, displayName }) }
    },
  })
