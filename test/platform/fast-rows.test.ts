import fc from 'fast-check'
import { Parser } from 'pg-protocol/dist/parser.js'
import { describe, expect, it } from 'vitest'
import { readRowsFast } from '../../src/platform/fast-rows.ts'

readRowsFast()

type Fields = (string | null)[]

function messageOf(fields: Fields): Buffer {
  const values = fields.map((field) => {
    const bytes = field === null ? Buffer.alloc(0) : Buffer.from(field)
    const length = Buffer.alloc(4)
    length.writeInt32BE(field === null ? -1 : bytes.length)
    return Buffer.concat([length, bytes])
  })
  const body = Buffer.concat(values)
  const head = Buffer.alloc(7)
  head.write('D')
  head.writeInt32BE(body.length + 6, 1)
  head.writeInt16BE(fields.length, 5)
  return Buffer.concat([head, body])
}

const fieldsOf = (message: unknown): Fields => (message as { fields: Fields }).fields

/** Cuts bytes at the given positions, as packets of a network do. */
function cut(bytes: Buffer, positions: readonly number[]): Buffer[] {
  const ends = [...new Set(positions.map((position) => position % (bytes.length + 1)))].sort((a, b) => a - b)
  return [...ends, bytes.length].map((end, index) => Buffer.from(bytes.subarray(ends[index - 1] ?? 0, end)))
}

// Few different values, so that many are those of the row before, of the same length, or share their end.
const value = fc.oneof(
  fc.constantFrom(
    null,
    '',
    'a',
    'b',
    'id_1',
    'id_2',
    'xd_1',
    'é',
    'e\u0301',
    '𝒳',
    'x'.repeat(64),
    'x'.repeat(65),
  ),
  fc.string({ unit: 'binary' }),
)

describe('rows from PostgreSQL', () => {
  it('are read as they were sent, however they are cut into packets', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(value, { maxLength: 6 }), { maxLength: 12 }),
        fc.array(fc.nat(2_000), { maxLength: 8 }),
        (rows, positions) => {
          const parser = new Parser()
          const read: Fields[] = []
          for (const packet of cut(Buffer.concat(rows.map(messageOf)), positions)) {
            parser.parse(packet, (message) => read.push(fieldsOf(message)))
          }
          expect(read).toEqual(rows)
        },
      ),
    )
  })

  it('are read as they were sent, each in a packet of its own', () => {
    const parser = new Parser()
    const read: Fields[] = []
    for (const row of [['a'], ['b'], ['b']]) {
      parser.parse(messageOf(row), (message) => read.push(fieldsOf(message)))
    }
    expect(read).toEqual([['a'], ['b'], ['b']])
  })

  it('are read with the most columns that PostgreSQL has', () => {
    const row = Array.from({ length: 1_664 }, (_, column) => String(column))
    const read: Fields[] = []
    new Parser().parse(Buffer.concat([messageOf(row), messageOf(row)]), (message) =>
      read.push(fieldsOf(message)),
    )
    expect(read).toEqual([row, row])
  })
})
