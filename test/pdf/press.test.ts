import { describe, expect, it } from 'vitest'
import { Press } from '../../src/modules/pdf/production/press.ts'

function resolvers<Value>() {
  let resolve: (value: Value) => void = () => {}
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/** Work that ends on demand or when it is aborted. */
function job() {
  const { promise, resolve } = resolvers<string>()
  const begun = resolvers<void>()
  let times = 0
  const work = (signal: AbortSignal) => {
    times += 1
    begun.resolve()
    return new Promise<string>((done, fail) => {
      promise.then(done)
      signal.addEventListener('abort', () => fail(signal.reason), { once: true })
    })
  }
  return { work, finish: resolve, begun: begun.promise, times: () => times }
}
const still = () => new AbortController().signal

describe('the queue of PDFs', () => {
  it('renders one at a time, in the order of requests', async () => {
    const press = new Press<string>()
    const [one, other] = [job(), job()]
    const first = press.make('one', still(), one.work)
    const second = press.make('other', still(), other.work)
    await one.begun
    expect(other.times()).toBe(0)
    one.finish('1')
    expect(await first).toBe('1')
    await other.begun
    other.finish('2')
    expect(await second).toBe('2')
  })

  it('renders once for concurrent requests, and again for later ones', async () => {
    const press = new Press<string>()
    const made = job()
    const all = [press.make('one', still(), made.work), press.make('one', still(), made.work)]
    made.finish('1')
    expect(await Promise.all(all)).toEqual(['1', '1'])
    expect(made.times()).toBe(1)
    await press.make('one', still(), made.work)
    expect(made.times()).toBe(2)
  })

  it('continues while a client waits, and cancels work without a client', async () => {
    const press = new Press<string>()
    const [one, other] = [job(), job()]
    const [leaver, last] = [new AbortController(), new AbortController()]
    const left = press.make('one', leaver.signal, one.work)
    const stays = press.make('one', last.signal, one.work)
    await one.begun
    leaver.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    const next = press.make('other', still(), other.work)
    last.abort(new Error('gone as well'))
    await expect(stays).rejects.toThrow('gone as well')
    await other.begun
    other.finish('2')
    expect(await next).toBe('2')
  })

  it('never starts work that was cancelled in the queue', async () => {
    const press = new Press<string>()
    const [one, other] = [job(), job()]
    const first = press.make('one', still(), one.work)
    const leaver = new AbortController()
    const given = press.make('other', leaver.signal, other.work)
    leaver.abort(new Error('gone'))
    await expect(given).rejects.toThrow('gone')
    one.finish('1')
    await first
    await press.close()
    expect(other.times()).toBe(0)
  })

  it('rejects requests beyond the queue, until there is space', async () => {
    const press = new Press<string>(1)
    const one = job()
    const first = press.make('one', still(), one.work)
    await expect(press.make('other', still(), one.work)).rejects.toMatchObject({ reason: 'unavailable' })
    one.finish('1')
    await first
    expect(await press.make('other', still(), async () => '2')).toBe('2')
  })

  it('continues after a failure', async () => {
    const press = new Press<string>()
    const fails = press.make('one', still(), () => Promise.reject(new Error('broken')))
    await expect(fails).rejects.toThrow('broken')
    expect(await press.make('one', still(), async () => '1')).toBe('1')
  })

  it('cancels all runs when it is closed, and accepts no more', async () => {
    const press = new Press<string>()
    const one = job()
    const first = press.make('one', still(), one.work)
    const refused = expect(first).rejects.toMatchObject({ reason: 'unavailable' })
    await one.begun
    await press.close()
    await refused
    await expect(press.make('two', still(), one.work)).rejects.toMatchObject({ reason: 'unavailable' })
  })
})
