import { vi } from 'vitest'
import type { EditConflict } from '../../src/modules/content-changes/edit-conflicts.ts'
import type { TestApp } from './app.ts'

/** Requests that failed with an internal error, without warnings about a machine that is too busy to connect. */
export const failedRequests = ({ faults }: TestApp) =>
  faults.filter((fault) => (fault as { msg?: string }).msg === 'request failed')

/** An error in the format that both APIs share. */
export interface Refusal {
  status: number
  reason: string
  message: string
  details?: { path: (string | number)[]; message: string; conflict?: EditConflict }[]
}

export type Outcome<Value> = { ok: true; value: Value } | ({ ok: false } & Refusal)

export interface Listed<Item> {
  items: Item[]
  /** The cursor of the next page, absent on the last one. Both APIs accept it. */
  next?: string
}

// Stored beside the outcome, so that outcomes of two APIs still compare as equal.
const traces = new WeakMap<object, string>()

/** Remembers the request and the response, for the message of a test that expected something else. */
export function traced<Value>(outcome: Outcome<Value>, trace: string): Outcome<Value> {
  traces.set(outcome, trace)
  return outcome
}

function unexpected(wanted: string, outcome: Outcome<unknown>): Error {
  const got = outcome.ok ? 'success' : `${outcome.status} ${outcome.reason}: ${outcome.message}`
  return new Error(`Expected ${wanted}, got ${got}\n${traces.get(outcome) ?? ''}`)
}

/** The value of an action that must succeed. */
export async function done<Value>(attempt: Promise<Outcome<Value>>): Promise<Value> {
  const outcome = await attempt
  if (!outcome.ok) throw unexpected('success', outcome)
  return outcome.value
}

/** The error of an action that must fail with this status. */
export async function refused(attempt: Promise<Outcome<unknown>>, status: number): Promise<Refusal> {
  const outcome = await attempt
  if (outcome.ok || outcome.status !== status) throw unexpected(`refusal ${status}`, outcome)
  const { ok: _ok, ...refusal } = outcome
  return refusal
}

/** The same where every node learns of the reason by a notification, at most a second later. */
export async function refusedSoon(attempt: () => Promise<Outcome<unknown>>, status: number): Promise<void> {
  await vi.waitFor(() => refused(attempt(), status), { interval: 5, timeout: 1_500 })
}
