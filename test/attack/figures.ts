import { expect } from 'vitest'

/** The limit of a figure. */
export type Bound = { below: number } | { atMost: number } | { atLeast: number } | { exactly: number }

/** The longest that nothing else on a server may be done: what follows the size of input takes turns, or has a thread. */
export const MAX_STALL_MS = 50

const isWithin = (value: number, bound: Bound): boolean => {
  if ('below' in bound) return value < bound.below
  if ('atMost' in bound) return value <= bound.atMost
  if ('atLeast' in bound) return value >= bound.atLeast
  return value === bound.exactly
}

const textOf = (bound: Bound): string => {
  if ('below' in bound) return `< ${format(bound.below)}`
  if ('atMost' in bound) return `≤ ${format(bound.atMost)}`
  if ('atLeast' in bound) return `≥ ${format(bound.atLeast)}`
  return format(bound.exactly)
}

const format = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 1 })

/** Prints a figure, which the reporter repeats in its table, and fails the test if it is out of bounds. */
export function figure(name: string, value: number, bound: Bound): void {
  const line = `figure: ${name} = ${format(value)} (must be ${textOf(bound)})`
  // biome-ignore lint/suspicious/noConsole: the reporter gets the output of tests only through the console
  console.info(line)
  expect(isWithin(value, bound), line).toBe(true)
}
