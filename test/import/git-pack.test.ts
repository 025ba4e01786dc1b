import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readPack } from '../../src/modules/import/git/git-pack.ts'

const limits = { objects: 10, objectBytes: 1_000_000, totalBytes: 2_000_000 }
const blob = 3
const delta = 6

const number = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...number(Math.floor(value / 128))]

function object(type: number, size: number, data: Buffer, distance: number[] = []): Buffer {
  const rest = Math.floor(size / 16)
  const header = rest === 0 ? [(type << 4) | size] : [128 | (type << 4) | (size % 16), ...number(rest)]
  return Buffer.concat([Buffer.from([...header, ...distance]), deflateSync(data)])
}

function packOf(...objects: Buffer[]): Buffer {
  const header = Buffer.from('5041434b00000002', 'hex')
  const count = Buffer.alloc(4)
  count.writeUInt32BE(objects.length)
  const body = Buffer.concat([header, count, ...objects])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}

/** A pack with one object, and one that is a delta of it with these instructions. */
function deltaPack(base: Buffer, instructions: number[]): Buffer {
  const first = object(blob, base.length, base)
  return packOf(first, object(delta, instructions.length, Buffer.from(instructions), [first.length]))
}

describe('a pack', () => {
  it('returns its objects, including deltas', () => {
    const pack = deltaPack(Buffer.from('hello world'), [11, 9, 0x90, 6, 3, 33, 33, 33])
    expect([...readPack(pack, limits).values()].map(({ data }) => data.toString())).toEqual([
      'hello world',
      'hello !!!',
    ])
  })

  it.each([
    [
      'needs more memory than the limit',
      deltaPack(Buffer.from('x'), [1, ...number(2 ** 31), 0x90, 1]),
      /too large/,
    ],
    ['claims a smaller object than it holds', packOf(object(blob, 5, Buffer.alloc(900_000))), /damaged/],
    ['claims a larger object than is allowed', packOf(object(blob, 2 ** 40, Buffer.alloc(1))), /too large/],
    [
      'holds more in sum than is allowed',
      packOf(...[1, 2, 3].map((byte) => object(blob, 900_000, Buffer.alloc(900_000, byte)))),
      /too large/,
    ],
    ['copies from outside of the base', deltaPack(Buffer.from('x'), [1, 9, 0x90, 9]), /damaged/],
    ['writes beyond its result', deltaPack(Buffer.from('abc'), [3, 1, 0x90, 3]), /damaged/],
    ['is built on nothing', packOf(object(delta, 2, Buffer.from([0, 0]), [120])), /incomplete/],
    ['is cut off', packOf(object(blob, 1, Buffer.from('x'))).subarray(0, 25), /not a Git pack|damaged/],
    ['is something else', Buffer.alloc(64), /not a Git pack/],
    [
      'holds too many objects',
      packOf(...Array.from({ length: 11 }, () => object(blob, 0, Buffer.alloc(0)))),
      /more than 10/,
    ],
  ])('that %s is rejected', (_what, pack, message) => {
    expect(() => readPack(pack, limits)).toThrow(message)
  })
})
