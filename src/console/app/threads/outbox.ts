import { useSyncExternalStore } from 'react'
import { codeOf, RequestError } from '../relay/request-error.ts'
import { viewer } from './viewer.ts'

/** A text on its way to the server. */
export interface Outgoing {
  /** With the same key, a text that is sent twice is posted once. */
  key: string
  /** Where it was written, for the composer that shows it. */
  target: string
  text: string
  state: 'sending' | 'retrying' | 'failed'
  /** Why the server refused it. */
  code?: string
}

/** Posts a text. The promise fails with the error of the request. */
export type Deliver = (outgoing: Outgoing) => Promise<void>

const PAUSES_MS = [2_000, 5_000, 15_000, 30_000]
/** What a later attempt can change. */
const RETRIED: ReadonlySet<string> = new Set([
  'CONNECTION_LOST',
  'UNAVAILABLE',
  'RATE_LIMITED',
  'UNAUTHENTICATED',
])

let entries: readonly Outgoing[] = []
let ownedBy: string | undefined
const listeners = new Set<() => void>()
const underWay = new Set<string>()

const storageKey = (): string => `quire-outbox:${viewer().id}`

/** What was not sent when the page was last left. */
function load(): void {
  const owner = viewer().id
  if (ownedBy === owner) return
  ownedBy = owner
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey()) ?? '[]') as Outgoing[]
    entries = Array.isArray(kept) ? kept : []
  } catch {
    entries = []
  }
}

function change(next: readonly Outgoing[]): void {
  entries = next
  try {
    if (next.length === 0) localStorage.removeItem(storageKey())
    else localStorage.setItem(storageKey(), JSON.stringify(next))
  } catch {
    // Storage is full or disabled: the texts live as long as the page.
  }
  for (const listener of listeners) listener()
}

const update = (key: string, facts: Partial<Outgoing>): void =>
  change(entries.map((entry) => (entry.key === key ? { ...entry, ...facts } : entry)))

/** Waits until another attempt makes sense: some seconds, or until the browser is online again. */
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
  })

/** Sends a text until the server has taken or refused it. */
async function run(key: string, deliver: Deliver): Promise<void> {
  if (underWay.has(key)) return
  underWay.add(key)
  try {
    for (let attempt = 0; ; attempt++) {
      const entry = entries.find((each) => each.key === key)
      if (!entry) return
      try {
        await deliver(entry)
        change(entries.filter((each) => each.key !== key))
        return
      } catch (error) {
        if (!RETRIED.has(codeOf(error))) return update(key, { state: 'failed', code: codeOf(error) })
        update(key, { state: 'retrying' })
        const waitSeconds = error instanceof RequestError ? error.retryAfter : undefined
        await pause(waitSeconds === undefined ? (PAUSES_MS[attempt] ?? 30_000) : waitSeconds * 1_000)
      }
    }
  } finally {
    underWay.delete(key)
  }
}

/** Sends a text that was just written. */
export function post(target: string, text: string, deliver: Deliver): void {
  load()
  const key = crypto.randomUUID()
  change([...entries, { key, target, text, state: 'sending' }])
  void run(key, deliver)
}

/** Sends what is left of an earlier visit. Safe to call again: the key makes it the same text. */
export function resume(target: string, deliver: Deliver): void {
  load()
  for (const entry of entries) {
    if (entry.target === target && entry.state !== 'failed') void run(entry.key, deliver)
  }
}

/** Sends all that is left of an earlier visit, wherever it was written. */
export function resumeAll(deliverTo: (target: string) => Deliver | undefined): void {
  load()
  for (const target of new Set(entries.map((entry) => entry.target))) {
    const deliver = deliverTo(target)
    if (deliver) resume(target, deliver)
  }
}

/** Takes a text back that the server refused. */
export function takeBack(key: string): void {
  change(entries.filter((entry) => entry.key !== key))
}

const snapshot = (): readonly Outgoing[] => {
  load()
  return entries
}

/** The texts of a target that the server has not taken yet. */
export function useOutgoing(target: string): readonly Outgoing[] {
  const all = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, snapshot)
  return all.filter((entry) => entry.target === target)
}
