import type { Random } from './random.ts'

/** Replaced with 5,000 nested arrays or objects when the value is serialized. */
const DEEP_ARRAY = '@deep array@'
const DEEP_OBJECT = '@deep object@'
const DEPTH = 5_000

const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\u202e\ufeff',
  '𝕏'.repeat(200),
  'é'.repeat(1_000),
  'a'.repeat(65),
  'a'.repeat(300),
  'a'.repeat(3_000),
  'a'.repeat(50_000),
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-1',
  '1e999',
  '99999999999999999999999',
  '../../etc/passwd',
  "'; DROP TABLE x; --",
  '%00',
  '%',
  '\r\nX-Injected: 1',
  'http://',
  'http://[',
  'https://a b',
  'https://127.0.0.1:99999/',
  'javascript:1',
  'mailto:',
  'file:///etc/passwd',
  '2026-13-45T99:99:99Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.001Z',
  '-000001-01-01T00:00:00Z',
  'a@',
  `${'a'.repeat(300)}@example.com`,
  '---\ntitle: [\n---\n# x',
  '[](',
  '{% if %}',
  '<details><summary>',
  '((((((((((',
]

const numbers = [0, -0, -1, 0.5, 1e-320, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, -(2 ** 63), 1e308]

const others = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  DEEP_ARRAY,
  DEEP_OBJECT,
  { length: -1 },
  { toString: 1, valueOf: null },
  JSON.parse('{"__proto__":{"admin":true}}'),
  { constructor: { prototype: { admin: true } } },
  Array.from({ length: 2_000 }, (_, n) => n),
  Array.from({ length: 1_001 }, () => 'a'),
  Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`k${n}`, n])),
]

export const hostileText = (random: Random): string => random.pick(texts)
export const hostileNumber = (random: Random): number => random.pick(numbers)

export function hostileValue(random: Random): unknown {
  const kind = random.below(10)
  if (kind < 5) return hostileText(random)
  if (kind < 7) return hostileNumber(random)
  return random.pick(others)
}

/** The JSON of a value, with deep nesting and numbers that JSON.stringify cannot write. */
export function hostileJson(value: unknown): string {
  return (JSON.stringify(value) ?? 'null')
    .replaceAll(`"${DEEP_ARRAY}"`, '['.repeat(DEPTH) + ']'.repeat(DEPTH))
    .replaceAll(`"${DEEP_OBJECT}"`, `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`)
}

/** The value with one part replaced, removed, wrapped, or extended by an unknown property. */
export function mutated(random: Random, value: unknown): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.7)) {
    const at = random.below(value.length)
    return value.with(at, mutated(random, value[at]))
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && random.chance(0.8)) {
    const entries = Object.entries(value)
    if (entries.length === 0 || random.chance(0.15)) {
      return Object.fromEntries([...entries, [hostileText(random) || 'extra', hostileValue(random)]])
    }
    const at = random.below(entries.length)
    const [key, inner] = entries[at] as [string, unknown]
    if (random.chance(0.1)) return Object.fromEntries(entries.toSpliced(at, 1))
    return Object.fromEntries(entries.with(at, [key, mutated(random, inner)]))
  }
  if (typeof value === 'string' && value.length > 0 && random.chance(0.3)) return random.damaged(value)
  return random.chance(0.1) ? [value] : hostileValue(random)
}
