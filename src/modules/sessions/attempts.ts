import { hash } from 'node:crypto'
import { DomainError } from '../../core/errors.ts'
import type { SignInBudget } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'

/**
 * How many failed attempts an hour there can be: as many at once, and then one whenever a part of the hour has passed.
 * Attempts from a browser in which the person has signed in before are counted by themselves, so a stranger who guesses
 * passwords does not lock anybody out of their own browser.
 */
const PER_HOUR = { account: 10, browser: 20, network: 100 } as const

const HOUR_MS = 60 * 60 * 1000

/** What an attempt is charged to. */
export interface Attempt {
  email: string
  /** The digest of the secret of a browser; it counts only if the account knows it. */
  browser: string | undefined
  /** Where it comes from. */
  network: string
}

type Kind = keyof typeof PER_HOUR

const keyFor = (kind: Kind, ...parts: string[]) => `${kind}:${hash('sha256', parts.join('\n'), 'base64url')}`

const FIND = statement<SignInBudget>({
  name: 'signInBudgets',
  text: `SELECT "key", "points", "updatedAt" FROM "SignInBudget" WHERE "key" = ANY($1)`,
})

const CHARGE = statement({
  name: 'chargeSignIn',
  text: `INSERT INTO "SignInBudget" AS b ("key", "points", "updatedAt")
    SELECT k."key", k."limit" - 1, $3 FROM unnest($1::text[], $2::float8[]) k("key", "limit") ORDER BY k."key"
    ON CONFLICT ("key") DO UPDATE SET "updatedAt" = EXCLUDED."updatedAt", "points" = GREATEST(0, LEAST(EXCLUDED."points" + 1,
      b."points" + (EXCLUDED."points" + 1) * extract(epoch FROM EXCLUDED."updatedAt" - b."updatedAt") / 3600) - 1)`,
})

/** The budgets of one attempt to sign in. */
export class AttemptBudgets {
  readonly #keys: Readonly<Record<Kind, string>>
  readonly #now: Date
  #left = new Map<string, number>()
  #hasNetworkFailed = false

  constructor({ email, browser = '', network }: Attempt, now: Date) {
    this.#now = now
    this.#keys = {
      account: keyFor('account', email),
      browser: keyFor('browser', email, browser),
      network: keyFor('network', network),
    }
  }

  async read(db: Queryable): Promise<void> {
    const rows = await db.query(FIND, [Object.values(this.#keys)])
    for (const { key, points, updatedAt } of rows) {
      const limit = PER_HOUR[key.split(':', 1)[0] as Kind]
      const refilled = (limit * (this.#now.getTime() - updatedAt.getTime())) / HOUR_MS
      this.#left.set(key, Math.min(limit, points + refilled))
      if (key === this.#keys.network) this.#hasNetworkFailed = refilled < limit
    }
  }

  /** Whether an attempt from the network has failed in the last hour. */
  get hasNetworkFailed(): boolean {
    return this.#hasNetworkFailed
  }

  /** Throws unless an attempt is left. */
  require(isKnownBrowser: boolean): void {
    for (const kind of kindsFor(isKnownBrowser)) {
      const left = this.#left.get(this.#keys[kind]) ?? PER_HOUR[kind]
      if (left >= 1) continue
      const seconds = Math.ceil(((1 - left) * 3600) / PER_HOUR[kind])
      throw new DomainError(
        'rate_limited',
        `There were too many attempts to sign in. Wait ${Math.ceil(seconds / 60)} minutes, or sign in with a passkey, a provider, or a link to reset the password.`,
      )
    }
  }

  /** Charges an attempt that failed. */
  async charge(db: Queryable, isKnownBrowser: boolean): Promise<void> {
    const kinds = kindsFor(isKnownBrowser)
    await db.query(CHARGE, [
      kinds.map((kind) => this.#keys[kind]),
      kinds.map((kind) => PER_HOUR[kind]),
      this.#now,
    ])
  }
}

const kindsFor = (isKnownBrowser: boolean): Kind[] => (isKnownBrowser ? ['browser'] : ['account', 'network'])
