import { z } from 'zod'
import { isHostProof, newChallenge } from '../../http/host-proof.ts'
import { type Outbound, OutboundFailed, OutboundRefused } from '../../platform/outbound.ts'
import type { Secrets } from '../../platform/secrets.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 4 * 1024

const Proof = z.object({ host: z.string().max(300), proof: z.string().max(100) })

/** What is at an origin: this instance, as it sees the host; another server; or nothing. */
export type HostAnswer =
  | { kind: 'this'; status: number; host: string }
  | { kind: 'other'; status: number }
  | { kind: 'nothing'; problem: string }

/** Asks a server whether it is this instance, by a challenge that only its nodes can answer. */
export async function askHost(
  { outbound, secrets }: { outbound: Outbound; secrets: Pick<Secrets, 'keysFor'> },
  origin: string,
  signal?: AbortSignal,
): Promise<HostAnswer> {
  const challenge = newChallenge()
  try {
    const { status, body } = await outbound.fetch(`${origin}/healthz?challenge=${challenge}`, {
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      redirects: 0,
      signal,
    })
    const answer = Proof.safeParse(jsonIn(body))
    const isThis = answer.success && (await isHostProof(secrets, { challenge, ...answer.data }))
    return isThis ? { kind: 'this', status, host: answer.data.host } : { kind: 'other', status }
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
