import { hash, verify } from '@node-rs/argon2'
import { DomainError } from '../../../core/errors.ts'
import { FairSlots, SlotsFull } from '../../../platform/turns/fair-slots.ts'

/** Memory in KiB, passes and lanes: what OWASP recommends, about 30 ms on one core. */
const ARGON2ID = 2
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes run on threads of libuv, which reading files and finding hosts use as well, so few run at a time. */
const slots = new FairSlots({ each: 1, all: 2, maxWaiting: 20 })

/** The hash of no password, so that attempts at unknown accounts take as long as others. */
let noPassword: Promise<string> | undefined

/** Does work that hashes, while few others do. `network` is where the request comes from: they take turns. */
export async function whileHashing<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
  try {
    const release = await slots.take(network)
    try {
      return await work()
    } finally {
      release()
    }
  } catch (error) {
    if (!(error instanceof SlotsFull)) throw error
    throw new DomainError('unavailable', 'Too many people sign in at the moment. Try again in a few seconds.')
  }
}

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** Whether the password has this hash. Takes as long for null, which no password has. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  noPassword ??= hash('', COST)
  const matches = await verify(stored ?? (await noPassword), password)
  return matches && stored !== null
}
