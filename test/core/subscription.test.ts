import { describe, expect, it } from 'vitest'
import type { LoggedEvent } from '../../src/core/events/events.ts'
import { BATCH, Subscription } from '../../src/core/events/subscription.ts'
import { RoomSubscription } from '../../src/core/signs/room-subscription.ts'
import type { RoomState } from '../../src/core/signs/sign-of-life.ts'

/** A log in memory, which passes new events to a subscription. */
function log(given: { events?: number; after?: number; only?: (position: number) => boolean } = {}) {
  const { events = 0, only = () => true } = given
  const after = given.after ?? events
  const all: LoggedEvent[] = []
  const reads: [number, number][] = []
  const append = () => {
    const event = { position: BigInt(all.length + 1) } as LoggedEvent
    all.push(event)
    return event
  }
  for (let count = 0; count < events; count += 1) append()
  let closed = 0
  let during: () => void = () => {}
  const subscription = new Subscription({
    after: BigInt(after),
    newest: () => BigInt(all.length),
    read: async (from, to) => {
      reads.push([Number(from), Number(to)])
      const rows = all.filter(({ position }) => position > from && position <= to).slice(0, BATCH)
      await Promise.resolve()
      during()
      return rows
    },
    matches: ({ position }) => only(Number(position)),
    onClose: () => {
      closed += 1
    },
  })
  return {
    subscription,
    reads,
    /** Appends this many events, and passes them to the subscription. */
    happen: (count: number) => {
      for (let at = 0; at < count; at += 1) subscription.enqueue(append())
    },
    /** Runs once during the next read of the log. */
    whileReading: (work: () => void) => {
      during = () => {
        during = () => {}
        work()
      }
    },
    take: async (count: number) => {
      const taken: number[] = []
      while (taken.length < count) taken.push(Number((await subscription.next()).value?.position))
      return taken
    },
    closings: () => closed,
  }
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

describe('a subscription', () => {
  it('that starts at the end of the log gets live events, and reads nothing', async () => {
    const { subscription, happen, take, reads } = log({ events: 3 })
    expect(subscription.isBehind).toBe(false)
    happen(2)
    expect(subscription.isBehind).toBe(true)
    expect(await take(2)).toEqual([4, 5])
    expect(subscription.isBehind).toBe(false)
    const next = take(1)
    happen(1)
    expect(await next).toEqual([6])
    expect(reads).toEqual([])
  })

  it('ignores earlier events, and events that do not match', async () => {
    const { subscription, happen, take } = log({ events: 3, only: (position) => position % 2 === 0 })
    subscription.enqueue({ position: 2n } as LoggedEvent)
    happen(5)
    expect(await take(3)).toEqual([4, 6, 8])
    subscription.enqueue({ position: 8n } as LoggedEvent)
    expect(subscription.dequeue()).toBeUndefined()
  })

  it.each([1, 499, 500, 501, 1_000, 1_200])(
    'that starts %i events back reads them in batches',
    async (back) => {
      const { subscription, happen, take, reads } = log({ events: 2_000, after: 2_000 - back })
      expect(subscription.isBehind).toBe(true)
      expect(await take(back)).toEqual(numbers(2_001 - back, 2_000))
      happen(1)
      expect(await take(1)).toEqual([2_001])
      // A full batch may not be the last one, so another read follows.
      expect(reads.length).toBe(Math.floor(back / BATCH) + 1)
    },
  )

  it('skips events that do not match', async () => {
    const { take } = log({ events: 1_300, after: 0, only: (position) => position > 1_250 })
    expect(await take(50)).toEqual(numbers(1_251, 1_300))
  })

  it('misses and repeats no event during a read', async () => {
    const { happen, whileReading, take, reads } = log({ events: 10, after: 0 })
    whileReading(() => happen(5))
    expect(await take(15)).toEqual(numbers(1, 15))
    happen(1)
    expect(await take(1)).toEqual([16])
    expect(reads).toEqual([[0, 10]])
  })

  it('reads the log again when the queue overflows during a read', async () => {
    const { happen, whileReading, take, reads } = log({ events: 10, after: 0 })
    whileReading(() => happen(1_001))
    expect(await take(1_011)).toEqual(numbers(1, 1_011))
    expect(reads[1]).toEqual([10, 1_011])
  })

  it('queues up to 1,000 events, and reads the log for more', async () => {
    const few = log()
    few.happen(1_000)
    expect(await few.take(1_000)).toEqual(numbers(1, 1_000))
    expect(few.reads).toEqual([])
    const many = log()
    many.happen(1_001)
    expect(await many.take(1_001)).toEqual(numbers(1, 1_001))
    expect(many.reads[0]).toEqual([1_000, 1_001])
    many.happen(1)
    expect(await many.take(1)).toEqual([1_002])
  })

  it('passes a live event to the waiting consumer, at once and only once', () => {
    const { subscription, happen } = log()
    const woken: (bigint | undefined)[] = []
    expect(subscription.notifyNext({ notify: (event) => woken.push(event?.position) })).toBe(true)
    happen(1)
    expect(woken).toEqual([1n])
    happen(1)
    expect(woken).toEqual([1n])
    // The second event has to be dequeued first.
    expect(subscription.notifyNext({ notify: () => {} })).toBe(false)
    expect(subscription.dequeue()?.position).toBe(2n)
    expect(subscription.notifyNext({ notify: () => {} })).toBe(true)
    expect(log({ events: 1, after: 0 }).subscription.notifyNext({ notify: () => {} })).toBe(false)
  })

  it('reports that there is more without waiting for another event', async () => {
    const { subscription, happen } = log()
    happen(1)
    expect(await subscription.untilMore()).toBe(true)
    expect(subscription.dequeue()?.position).toBe(1n)
  })
})

describe('a subscription that ends', () => {
  const end = { done: true, value: undefined }

  it('drops queued events, wakes the waiting consumer, and closes once', async () => {
    const { subscription, happen, closings } = log()
    const next = subscription.next()
    expect(await subscription.return()).toEqual(end)
    expect(await next).toEqual(end)
    await subscription.return()
    expect(closings()).toBe(1)
    happen(1)
    expect(await subscription.next()).toEqual(end)
    expect(subscription.notifyNext({ notify: () => {} })).toBe(false)
    const full = log()
    full.happen(3)
    await full.subscription.return()
    expect(await full.subscription.next()).toEqual(end)
  })

  it('during a read delivers none of its events', async () => {
    const { subscription, whileReading } = log({ events: 10, after: 0 })
    whileReading(() => void subscription.return())
    expect(await subscription.next()).toEqual(end)
  })

  it('with an error rejects once with the first', async () => {
    const { subscription, happen, closings } = log()
    happen(1)
    subscription.fail(new Error('first'))
    subscription.fail(new Error('second'))
    await expect(subscription.next()).rejects.toThrow('first')
    expect(await subscription.next()).toEqual(end)
    expect(closings()).toBe(1)
  })

  it('is its own iterator', async () => {
    const { subscription, happen } = log()
    happen(2)
    const seen: bigint[] = []
    for await (const { position } of subscription) {
      seen.push(position)
      if (seen.length === 2) break
    }
    expect(seen).toEqual([1n, 2n])
    expect(await subscription.next()).toEqual(end)
  })
})

describe('a subscription to a room', () => {
  const state = (version: number) => ({ version }) as unknown as RoomState

  function room() {
    const access = log()
    const checked: number[] = []
    const subscription = new RoomSubscription({
      first: state(1),
      access: access.subscription,
      onAccess: ({ position }) => checked.push(Number(position)),
      onClose: () => {},
    })
    return { subscription, access, checked }
  }

  it('keeps only the newest state for a subscriber that takes none, and passes it to one that waits', async () => {
    const { subscription } = room()
    expect(subscription.dequeue()).toEqual(state(1))
    subscription.put(state(2))
    subscription.put(state(3))
    expect((await subscription.next()).value).toEqual(state(3))
    const next = subscription.next()
    subscription.put(state(4))
    expect((await next).value).toEqual(state(4))
    expect(subscription.dequeue()).toBeUndefined()
  })

  it('ends together with the subscription to access, whichever of them ends', async () => {
    const left = room()
    await left.subscription.return()
    expect(left.access.closings()).toBe(1)
    left.subscription.put(state(2))
    expect(await left.subscription.next()).toEqual({ done: true, value: undefined })
    const denied = room()
    denied.access.happen(1)
    denied.access.subscription.fail(new Error('no access'))
    await expect(async () => {
      for await (const _ of denied.subscription);
    }).rejects.toThrow('no access')
  })
})
