import { z } from 'zod'
import { HOST_QUESTION, isHostProof, newChallenge, type SeenRequest } from '../../http/host-proof.ts'
import { type Outbound, OutboundFailed, OutboundRefused } from '../../platform/outbound.ts'
import type { Secrets } from '../../platform/secrets.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 4 * 1024

const Proof = z.object({
  host: z.string().max(300),
  path: z.string().max(2_000),
  isForwarded: z.boolean(),
  proof: z.string().max(100),
})

/** What is at an address: this instance, with what it sees of the request; another server; or nothing. */
export type HostAnswer =
  | { kind: 'this'; status: number; seen: SeenRequest }
  | { kind: 'other'; status: number }
  | { kind: 'nothing'; problem: string }

/** Asks what is at the address of a site whether it is this instance, by a challenge that only its nodes can answer. */
export async function askHost(
  { outbound, secrets }: { outbound: Outbound; secrets: Pick<Secrets, 'keysFor'> },
  address: string,
  signal?: AbortSignal,
): Promise<HostAnswer> {
  const challenge = newChallenge()
  try {
    const { status, body } = await outbound.fetch(`${address}${HOST_QUESTION}?challenge=${challenge}`, {
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      redirects: 0,
      signal,
    })
    const answer = Proof.safeParse(jsonIn(body))
    const isThis = answer.success && (await isHostProof(secrets, { challenge, ...answer.data }))
    if (!isThis) return { kind: 'other', status }
    const { host, path, isForwarded } = answer.data
    return { kind: 'this', status, seen: { host, path, isForwarded } }
  } catch (error) {
    if (error instanceof OutboundFailed && error.code === 'too_large') return { kind: 'other', status: 200 }
    if (error instanceof OutboundFailed || error instanceof OutboundRefused)
      return { kind: 'nothing', problem: error.message }
    throw error
  }
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
