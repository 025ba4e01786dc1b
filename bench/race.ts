import type { Child } from './children.ts'
import { cpuOf, cpuOfPostgres } from './cpu.ts'

/** One query sent to one contestant. */
export interface Entry {
  name: string
  server: Child
  path: string
  body?: object
  headers?: Record<string, string>
  /** The status of a success, if it is not 200. */
  expected?: number
  /** The requests that each connection repeats in order, instead of `path` and `body`. */
  perConnection?: WireRequest[][]
}

export interface WireRequest {
  method: string
  path: string
  body?: string
  headers?: Record<string, string>
}

export interface Slot {
  perSecond: number
  nodeMs: number
  postgresMs: number
  /** Response times in milliseconds. */
  p50: number
  p99: number
}

export interface Result extends Slot {
  name: string
  bytes: number
  slots: Slot[]
}

const WARM_UP_REQUESTS = 64
/** V8 takes several seconds to compile what runs often: after two, a small read took half as much CPU again. */
const WARM_UP_SECONDS = [2, 6]

const requestOf = ({ server, path, body, headers = {} }: Entry) => ({
  url: server.origin + path,
  method: body ? 'POST' : 'GET',
  headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
  ...(body ? { body: JSON.stringify(body) } : {}),
})

export async function answerTo(entry: Entry): Promise<string> {
  const { url, ...init } = requestOf(entry)
  const response = await fetch(url, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${entry.name} answered ${response.status}: ${text.slice(0, 500)}`)
  return text
}

export const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1 + (sorted.length % 2)], sorted[middle]]
  return (low + high) / 2
}

/**
 * Alternates between the contestants, so that other load on the machine affects all of them equally. A slot is a
 * number of requests and not a time: it ends when the last one is answered.
 */
export async function race(
  entries: Entry[],
  options: { loader: Child; postmaster: number; rounds: number; seconds: number; warmUp?: readonly number[] },
): Promise<Result[]> {
  const { loader, postmaster, warmUp = WARM_UP_SECONDS } = options
  const run = async (entry: Entry, amount: number): Promise<Slot> => {
    const node = cpuOf(entry.server.pid)
    const postgres = cpuOfPostgres(postmaster)
    const { perConnection, expected = 200 } = entry
    const { seconds, requests, failed, p50, p99 } = await loader.ask<{
      seconds: number
      requests: number
      failed: number
      p50: number
      p99: number
    }>({ ...requestOf(entry), amount, expected, perConnection })
    if (failed > 0) throw new Error(`${entry.name} failed ${failed} of ${requests} requests`)
    return {
      perSecond: requests / seconds,
      nodeMs: (cpuOf(entry.server.pid) - node) / requests,
      postgresMs: (cpuOfPostgres(postmaster) - postgres) / requests,
      p50,
      p99,
    }
  }

  const amounts: number[] = []
  for (const entry of entries) {
    let last = await run(entry, WARM_UP_REQUESTS)
    for (const seconds of warmUp) last = await run(entry, wholeTurns(last.perSecond * seconds))
    amounts.push(wholeTurns(last.perSecond * options.seconds))
  }
  const slots: Slot[][] = entries.map(() => [])
  for (let round = 0; round < options.rounds; round++) {
    for (const [index, entry] of entries.entries()) {
      slots[index]?.push(await run(entry, amounts[index] ?? WARM_UP_REQUESTS))
    }
  }
  return Promise.all(
    entries.map(async (entry, index) => ({
      name: entry.name,
      bytes:
        entry.expected === undefined && !entry.perConnection ? Buffer.byteLength(await answerTo(entry)) : 0,
      ...mediansOf(slots[index] ?? []),
    })),
  )
}

const mediansOf = (slots: Slot[]): Slot & { slots: Slot[] } => ({
  slots,
  perSecond: median(slots.map((slot) => slot.perSecond)),
  nodeMs: median(slots.map((slot) => slot.nodeMs)),
  postgresMs: median(slots.map((slot) => slot.postgresMs)),
  p50: median(slots.map((slot) => slot.p50)),
  p99: median(slots.map((slot) => slot.p99)),
})

/** The results of one contestant in several races as one. */
export const merged = (results: readonly [Result, ...Result[]]): Result => ({
  ...results[0],
  ...mediansOf(results.flatMap(({ slots }) => slots)),
})

/** A multiple of the warm-up, so that every connection sends all its requests equally often. */
const wholeTurns = (requests: number): number =>
  Math.max(1, Math.round(requests / WARM_UP_REQUESTS)) * WARM_UP_REQUESTS

/** The speed relative to the second, as the median over rounds: the two slots of a round are adjacent in time. */
export function ratio(first: Result, second: Result): number {
  return median(
    first.slots.map((slot, round) => slot.perSecond / (second.slots[round]?.perSecond ?? Number.NaN)),
  )
}
