import { expect, it } from 'vitest'
import { encodeInTurns, encodeJson, RawJson } from '../../src/http/bodies/raw-json.ts'

const LONG = 'A "long" text, with é, 😀 and \u2028.\n'.repeat(2_000)
const raw = new RawJson(Buffer.from(JSON.stringify({ kept: LONG })))
const answer = { data: { short: 'text', texts: [LONG, LONG], none: null, raw, at: new Date(0) }, [LONG]: 1 }
const expected = { ...answer, data: { ...answer.data, raw: { kept: LONG }, at: new Date(0).toISOString() } }

it('the encoder encodes a response with parts that are encoded already', () => {
  expect(JSON.parse(String(encodeJson(answer)))).toEqual(expected)
})

it('the encoder encodes a response in parts to the same bytes', async () => {
  expect(String(await encodeInTurns(answer))).toBe(String(encodeJson(answer)))
})

it('the encoder serves others between the texts of a long response', async () => {
  const texts = Array.from({ length: 400 }, () => LONG)
  let others = 0
  const count = () => {
    others++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await encodeInTurns(texts)
  clearImmediate(next)
  expect(others).toBeGreaterThan(1)
})

it('the encoder encodes responses at the same time without mixing them', async () => {
  const values = Array.from({ length: 5 }, (_, index) => [LONG, index, { raw, text: `${index}${LONG}` }])
  const encoded = await Promise.all(values.map((value) => encodeInTurns(value)))
  expect(encoded.map(String)).toEqual(values.map((value) => String(encodeJson(value))))
})

it('the encoder serves others between the items of a long list, and encodes it to the same bytes', async () => {
  const item = (n: number) => ({ n, text: 'words '.repeat(20), raw, none: undefined, at: new Date(n) })
  const rows = Array.from({ length: 5_000 }, (_, n) => [item(n), undefined, n, [item(n)]][n % 4])
  const value = { data: { rows, nested: { rows } }, empty: [] }
  let others = 0
  const count = () => {
    others++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const encoded = await encodeInTurns(value)
  clearImmediate(next)
  expect(others).toBeGreaterThan(1)
  expect(encoded.equals(Buffer.from(encodeJson(value)))).toBe(true)
})
