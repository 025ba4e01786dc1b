import { describe, expect, it } from 'vitest'
import { FairSlots, type Release, SlotsFull, slotsOfAll } from '../../src/platform/turns/fair-slots.ts'

/** Requests a slot, and notes in `started` when it gets one. */
function requesting(slots: FairSlots) {
  const started: string[] = []
  const held = new Map<string, Release>()
  const request = (organization: string, name: string, signal?: AbortSignal) => {
    const taken = slots.take(organization, { signal }).then((release) => {
      started.push(name)
      held.set(name, release)
    })
    taken.catch(() => {})
    return taken
  }
  /** Frees the slot that was taken under this name, and lets the next one start. */
  const free = async (name: string) => {
    held.get(name)?.()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { started, request, free }
}

describe('slots that organizations share', () => {
  it('go to one organization after the other, whatever one of them has queued before', async () => {
    const { started, request, free } = requesting(new FairSlots({ each: 1, all: 1 }))
    for (let at = 0; at < 1_000; at++) request('a', `a${at}`)
    request('b', 'b0')
    request('b', 'b1')
    request('c', 'c0')
    await free('none')
    for (const name of ['a0', 'a1', 'b0', 'c0', 'a2', 'b1']) await free(name)
    expect(started).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3'])
  })

  it('are never all held by one organization', async () => {
    const { started, request } = requesting(new FairSlots({ each: 2 }))
    for (const name of ['a0', 'a1', 'a2', 'a3']) request('a', name)
    request('b', 'b0')
    await new Promise(setImmediate)
    expect(started).toEqual(['a0', 'a1', 'b0'])
    expect([1, 2, 4, 10].map(slotsOfAll)).toEqual([2, 3, 6, 15])
  })

  it('are given to those that hold fewer first', async () => {
    const { started, request, free } = requesting(new FairSlots({ each: 2, all: 2 }))
    for (const name of ['a0', 'a1', 'a2', 'a3']) request('a', name)
    request('b', 'b0')
    request('c', 'c0')
    await free('none')
    for (const name of ['a0', 'b0', 'c0']) await free(name)
    expect(started).toEqual(['a0', 'a1', 'b0', 'c0', 'a2'])
  })

  it('have a limit on what one organization can wait for, which leaves room for others', async () => {
    const slots = new FairSlots({ each: 1, all: 1, maxWaiting: 2, maxWaitingBytes: 10 })
    const release = await slots.take('a')
    const waiting = [slots.take('a', { bytes: 4 }), slots.take('b', { bytes: 4 })]
    expect(() => slots.take('a', { bytes: 7 })).toThrow(SlotsFull)
    waiting.push(slots.take('a', { bytes: 6 }))
    expect(() => slots.take('a')).toThrow(SlotsFull)
    waiting.push(slots.take('c', { bytes: 6 }))
    // As many as all organizations can wait for.
    expect(() => slots.take('d')).toThrow(SlotsFull)
    release()
    await Promise.all(waiting.map(async (each) => (await each)()))
    expect(slots.takeNow('a')).toBeTypeOf('function')
  })

  it('are not given to a request that was aborted, and are freed once', async () => {
    const slots = new FairSlots({ each: 1, all: 1 })
    const { started, request, free } = requesting(slots)
    const leaver = new AbortController()
    request('a', 'a0')
    const left = request('b', 'b0', leaver.signal)
    request('c', 'c0')
    await free('none')
    leaver.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    await expect(async () => slots.take('b', { signal: leaver.signal })).rejects.toThrow('gone')
    await free('a0')
    await free('a0')
    expect(started).toEqual(['a0', 'c0'])
    expect(slots.takeNow('d')).toBeUndefined()
    await free('c0')
    expect(slots.takeNow('d')).toBeTypeOf('function')
  })

  it('refuse everything that waits', async () => {
    const slots = new FairSlots({ each: 1, all: 1 })
    const release = await slots.take('a')
    const waiting = ['a', 'b'].map((organization) => slots.take(organization))
    slots.refuseWaiting(new Error('closed'))
    for (const each of waiting) await expect(each).rejects.toThrow('closed')
    release()
    expect(slots.takeNow('c')).toBeTypeOf('function')
  })
})
