import { randomFillSync } from 'node:crypto'

/** Every kind of thing that has an id. The prefix tells the kind, so one id serves REST and Relay alike. */
export const prefixes = {
  Organization: 'org',
  User: 'usr',
  Member: 'mem',
  Team: 'tea',
  Collection: 'col',
  Space: 'spc',
  ChangeRequest: 'cr',
  Comment: 'cmt',
  CommentReply: 'rpl',
  Reaction: 'rct',
  Review: 'rvw',
  Revision: 'rev',
  Page: 'pag',
  File: 'fil',
  ReusableContent: 'rus',
  Conflict: 'cfl',
  Invite: 'inv',
  Grant: 'gra',
  ApiToken: 'tok',
  Event: 'evt',
  Webhook: 'whk',
  WebhookDelivery: 'whd',
  Request: 'req',
} as const

export type Kind = keyof typeof prefixes

const kinds = new Map(Object.entries(prefixes).map(([kind, prefix]) => [prefix as string, kind as Kind]))

/** Crockford's base 32: no letter that reads like a digit, and byte order is numeric order. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_DIGITS = 10
const RANDOM_DIGITS = 16

let lastTime = 0
let counter = 0
const pool = Buffer.alloc(4096)
let used = pool.length

function randomBytes(count: number): Buffer {
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += count
  return pool.subarray(used - count, used)
}

function digits(value: number, length: number): string {
  let text = ''
  let rest = value
  for (let i = 0; i < length; i++) {
    text = ALPHABET[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/**
 * A new id: prefix, 48 bits of time, a 15-bit counter within the millisecond and 65 random bits (UUIDv7's layout in
 * base 32). Ids of one process sort in the order they were made, those of several within the skew of their clocks.
 */
export function newId(kind: Kind, at: number = Date.now()): string {
  if (at > lastTime) {
    lastTime = at
    counter = randomBytes(2).readUInt16BE() & 0x3fff
  } else if (++counter > 0x7fff) {
    // The counter of this millisecond is used up: borrow the next one rather than break the order.
    lastTime++
    counter = 0
  }
  let tail = ''
  for (const byte of randomBytes(RANDOM_DIGITS - 3)) tail += ALPHABET[byte & 31]
  return `${prefixes[kind]}_${digits(lastTime, TIME_DIGITS)}${digits(counter, 3)}${tail}`
}

/** The kind that an id claims to be, or undefined when it is not an id of ours. */
export function kindOf(id: string): Kind | undefined {
  const prefix = /^([a-z]+)_[a-zA-Z0-9_-]{1,60}$/.exec(id)?.[1]
  return prefix === undefined ? undefined : kinds.get(prefix)
}
