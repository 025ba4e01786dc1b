import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Secrets } from '../platform/secrets.ts'

const PURPOSE = 'proofs of hosts'

/** The last segment of the address at which a server that looks for itself asks, below the address of a site. */
export const HOST_QUESTION = '/~host-proof'

/** What a node has seen of a request: what is left of it after all proxies. */
export interface SeenRequest {
  host: string
  path: string
  /** Whether a trusted proxy has passed the address of the client. */
  isForwarded: boolean
}

export const newChallenge = (): string => randomBytes(24).toString('base64url')

/**
 * Lets `/healthz` answer a question below any path: it arrives at whatever a proxy makes of the address of a site. The path
 * that has arrived is passed on.
 */
export function readHostQuestion(request: IncomingMessage): boolean {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2)
  if (!path.endsWith(HOST_QUESTION)) return false
  const challenge = new URLSearchParams(query).get('challenge') ?? ''
  request.url = `/healthz?${new URLSearchParams({ challenge, path })}`
  return true
}

const proofWith = (key: Buffer, challenge: string, { host, path, isForwarded }: SeenRequest) =>
  createHmac('sha256', key).update([challenge, host, path, isForwarded].join('\n')).digest('base64url')

/** What a node of this instance answers to a challenge, with what it has seen. Others do not have the key. */
export async function hostProof(secrets: Pick<Secrets, 'keysFor'>, challenge: string, seen: SeenRequest) {
  const [key] = await secrets.keysFor(PURPOSE)
  return proofWith(key, challenge, seen)
}

/** Whether a node of this instance has made a proof. While keys are rotated, nodes can have another first key. */
export async function isHostProof(
  secrets: Pick<Secrets, 'keysFor'>,
  { challenge, proof: given, ...seen }: SeenRequest & { challenge: string; proof: string },
): Promise<boolean> {
  const proof = Buffer.from(given)
  const keys = await secrets.keysFor(PURPOSE)
  return keys.some((key) => {
    const expected = Buffer.from(proofWith(key, challenge, seen))
    return expected.length === proof.length && timingSafeEqual(expected, proof)
  })
}
