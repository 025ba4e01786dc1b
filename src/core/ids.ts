import { randomFillSync } from 'node:crypto'
import type { Declared } from './facts.ts'
import { Registry } from './registry.ts'

/** The kinds of resources with an ID. Modules declare theirs, each with its prefix. */
export type Kind = Declared<'ids'>

export const prefixes = new Registry<Kind, string>('kind of id')
prefixes.add({ Request: 'req' })

/** Crockford's base 32: no letter that looks like a digit, and byte order is numeric order. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_DIGITS = 10
const RANDOM_DIGITS = 16

let lastTime = 0
let counter = 0
const pool = Buffer.alloc(4096)
let used = pool.length

/** A random byte. They are made many at a time. */
function randomByte(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return pool[used++] ?? 0
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

let printedTime = { time: -1, text: '' }

/** The digits of the time, which many ids share. */
function timeDigits(): string {
  if (printedTime.time !== lastTime) printedTime = { time: lastTime, text: digits(lastTime, TIME_DIGITS) }
  return printedTime.text
}

/**
 * A new id: prefix, 48 bits of time, a 15-bit counter within the millisecond and 65 random bits (UUIDv7's
 * layout in base 32). Ids of one process sort by creation, those of several processes within the skew of
 * their clocks.
 */
export function newId(kind: Kind, at: number = Date.now()): string {
  if (at > lastTime) {
    lastTime = at
    counter = ((randomByte() << 8) | randomByte()) & 0x3fff
  } else if (++counter > 0x7fff) {
    // The counter of this millisecond is used up: use the next millisecond, to keep the order.
    lastTime++
    counter = 0
  }
  let tail = ''
  for (let i = 3; i < RANDOM_DIGITS; i++) tail += ALPHABET[randomByte() & 31]
  return `${prefixes.get(kind)}_${timeDigits()}${digits(counter, 3)}${tail}`
}

const prefixIn = (id: string): string | undefined => /^([a-z]+)_[a-zA-Z0-9_-]{1,60}$/.exec(id)?.[1]

/** The kind of an id by its prefix, or undefined when it has none of ours. */
export function kindOf(id: string): Kind | undefined {
  const prefix = prefixIn(id)
  return prefix === undefined ? undefined : kindWith(prefix)
}

const kinds = new Map<string, Kind>()

function kindWith(prefix: string): Kind | undefined {
  // Modules are declared before the first request, so the kind of a prefix never changes.
  if (!kinds.has(prefix)) for (const [kind, each] of prefixes.entries()) kinds.set(each, kind)
  return kinds.get(prefix)
}

/** Whether an id has this prefix. Worker threads, which load no modules, use prefixes instead of kinds. */
export const hasPrefix = (id: string, prefix: string): boolean => prefixIn(id) === prefix
