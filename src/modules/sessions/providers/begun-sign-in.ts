import { z } from 'zod'
import { DomainError } from '../../../core/errors.ts'
import type { SignInOptions } from '../../../core/operations/sign-in.ts'
import { digestOf } from '../../tokens/index.ts'
import { consumeCode, createCode, findCode, newCode } from '../codes/one-time-codes.ts'
import { ProviderRefusal } from './provider-refusal.ts'
import { OpenedInvite } from './provider-sign-in.ts'

/** A sign-in at a provider that has begun, as it is stored. Its state is the code, of which the digest is stored. */
const BegunSignIn = z.object({
  provider: z.string(),
  /** The digest of the secret that the browser keeps. */
  browser: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  returnTo: z.string(),
  /** The session in which a person links the provider; null for a sign-in. */
  linkTo: z.object({ userId: z.string(), sessionId: z.string() }).nullable(),
  /** The invite whose link the person has opened. */
  invite: OpenedInvite.nullable(),
})

export type BegunSignIn = z.output<typeof BegunSignIn>

/** Stores a sign-in that begins. Returns its state, and the secret that the browser keeps. */
export async function storeBegun(
  { database, now }: SignInOptions,
  begun: Omit<BegunSignIn, 'browser'>,
  state: string,
): Promise<string> {
  const pending = newCode()
  const data = { ...begun, browser: digestOf(pending) }
  await createCode(database.prisma, now(), { kind: 'provider', code: state, data })
  return pending
}

/** Uses up a sign-in, by its state, in the browser that began it. One of another browser is left as it is. */
export async function takeBegun(
  { database, now }: SignInOptions,
  state: string,
  pending: string | undefined,
): Promise<BegunSignIn> {
  const code = { kind: 'provider', code: state, another: '' } as const
  try {
    const begun = BegunSignIn.parse((await findCode(database, now(), code)).data)
    if (pending === undefined || digestOf(pending) !== begun.browser) throw new ProviderRefusal('expired')
    await database.transaction((tx) => consumeCode(tx, now(), code))
    return begun
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== 'not_found') throw error
    throw new ProviderRefusal('expired', error)
  }
}
