import type { z } from 'zod'
import type { SignInOptions, SignInRequest } from '../../../core/operations/sign-in.ts'
import { digestOf } from '../../tokens/index.ts'
import { type ChallengePurpose, challengeIn, checkChallenge } from './challenges.ts'
import { requirePasskeyHost } from './passkey-host.ts'
import type { NewPasskey, PreparedPasskey } from './passkeys.model.ts'
import { verifyRegistration } from './webauthn.ts'

/** Verifies a new passkey against its challenge, before the transaction that stores it and uses the challenge up. */
export async function preparePasskey(
  options: SignInOptions,
  { name, answer }: z.output<typeof NewPasskey>,
  request: SignInRequest,
  bound: Extract<ChallengePurpose, { purpose: 'add' | 'choose' }>,
): Promise<z.output<typeof PreparedPasskey>> {
  const host = requirePasskeyHost(options, request)
  const challenge = challengeIn(answer.response.clientDataJSON)
  await checkChallenge(options, challenge, bound)
  return {
    challenge: digestOf(challenge),
    name: name ?? `Passkey of ${options.now().toISOString().slice(0, 10)}`,
    ...(await verifyRegistration(host, challenge, answer)),
  }
}
