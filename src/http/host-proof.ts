import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../platform/secrets.ts'

const PURPOSE = 'proofs of hosts'

export const newChallenge = (): string => randomBytes(24).toString('base64url')

const proofWith = (key: Buffer, challenge: string, host: string) =>
  createHmac('sha256', key).update(`${challenge}\n${host}`).digest('base64url')

/** What a node of this instance answers to a challenge, with the host that it has seen. Others do not have the key. */
export async function hostProof(secrets: Pick<Secrets, 'keysFor'>, challenge: string, host: string) {
  const [key] = await secrets.keysFor(PURPOSE)
  return proofWith(key, challenge, host)
}

/** Whether a node of this instance has made a proof. While keys are rotated, nodes can have another first key. */
export async function isHostProof(
  secrets: Pick<Secrets, 'keysFor'>,
  given: { challenge: string; host: string; proof: string },
): Promise<boolean> {
  const proof = Buffer.from(given.proof)
  const keys = await secrets.keysFor(PURPOSE)
  return keys.some((key) => {
    const expected = Buffer.from(proofWith(key, given.challenge, given.host))
    return expected.length === proof.length && timingSafeEqual(expected, proof)
  })
}
