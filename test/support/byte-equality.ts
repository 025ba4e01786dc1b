import { expect } from 'vitest'

/** Vitest compares bytes one by one, which takes seconds for a megabyte. */
function areBytesEqual(one: unknown, other: unknown): boolean | undefined {
  if (!(one instanceof Uint8Array) || !(other instanceof Uint8Array)) return undefined
  // As for all other objects, a buffer does not equal a plain array of the same bytes.
  return one.constructor === other.constructor && Buffer.compare(one, other) === 0
}

expect.addEqualityTesters([areBytesEqual])
