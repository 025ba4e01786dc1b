import { hash, verify } from '@node-rs/argon2'
import { DomainError } from '../../../core/errors.ts'
import { FairSlots, type Release, SlotsFull } from '../../../platform/turns/fair-slots.ts'

/** Memory in KiB, passes and lanes: what OWASP recommends, about 30 ms on one core. */
const ARGON2ID = 2
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashes run on threads of libuv, which reading files and finding hosts use as well, so one runs at a time for each of
 * these: people whom a session, a link or their browser makes known; networks in which no password was wrong in the last
 * hour; all others. However many of the others there are, known people wait only for one another.
 */
const queue = () => new FairSlots({ each: 1, all: 1, maxWaiting: 20 })
const queues = { known: queue(), unknown: queue(), suspicious: queue() }

/** Where work that hashes waits, and who takes turns there: a user, a link or a network. */
export interface Turn {
  readonly queue: keyof typeof queues
  readonly of: string
}

/** The hash of no password, so that attempts at unknown accounts take as long as others. */
let noPassword: Promise<string> | undefined

/** Does work that hashes, when its turn has come. */
export async function whileHashing<Result>(
  { queue, of }: Turn,
  work: (hasWaited: boolean) => Promise<Result>,
): Promise<Result> {
  const atOnce = queues[queue].takeNow(of)
  const release = atOnce ?? (await waitFor(queues[queue], of))
  try {
    return await work(!atOnce)
  } finally {
    release()
  }
}

async function waitFor(slots: FairSlots, of: string): Promise<Release> {
  try {
    return await slots.take(of)
  } catch (error) {
    if (!(error instanceof SlotsFull)) throw error
    throw new DomainError('unavailable', 'Too many people sign in at the moment. Try again in a few seconds.')
  }
}

/**
 * The same for an attempt that may be a guess. `look` throws if no attempt is left. It runs before the attempt waits, so
 * that a refused one takes no turn, and again after it has waited, because others may have failed meanwhile.
 */
export async function whileGuessing<Seen, Result>(
  look: () => Promise<Seen>,
  turnOf: (seen: Seen) => Turn,
  work: (seen: Seen) => Promise<Result>,
): Promise<Result> {
  const seen = await look()
  return whileHashing(turnOf(seen), async (hasWaited) => work(hasWaited ? await look() : seen))
}

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** Whether the password has this hash. Takes as long for null, which no password has. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  noPassword ??= hash('', COST)
  const matches = await verify(stored ?? (await noPassword), password)
  return matches && stored !== null
}
