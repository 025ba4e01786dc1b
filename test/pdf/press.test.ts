import { describe, expect, it } from 'vitest'
import { Press, type PressOptions } from '../../src/modules/pdf/production/press.ts'

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
const pressOf = (options: Partial<PressOptions> = {}) =>
  new Press<string>({ atOnce: { short: 1, long: 1 }, maxWaiting: 7, ...options })

describe('the queue of PDFs', () => {
  it('renders one at a time, in the order of requests', async () => {
    const press = pressOf()
    const [one, other] = [job(), job()]
    const first = press.make('one', still(), 'long', one.work)
    const second = press.make('other', still(), 'long', other.work)
    await one.begun
    expect(other.times()).toBe(0)
    one.finish('1')
    expect(await first).toBe('1')
    await other.begun
    other.finish('2')
    expect(await second).toBe('2')
  })

  it('renders several long ones at once, and short ones without waiting for them', async () => {
    const press = pressOf({ atOnce: { short: 1, long: 2 } })
    const [one, two, three, short] = [job(), job(), job(), job()]
    const all = [one, two, three].map((each, at) => press.make(`${at}`, still(), 'long', each.work))
    await Promise.all([one.begun, two.begun])
    const brief = press.make('short', still(), 'short', short.work)
    await short.begun
    short.finish('short')
    expect(await brief).toBe('short')
    expect(three.times()).toBe(0)
    one.finish('long')
    await three.begun
    for (const each of [two, three]) each.finish('long')
    expect(await Promise.all(all)).toEqual(['long', 'long', 'long'])
  })

  it('accepts short ones while too many long ones wait', async () => {
    const press = pressOf({ maxWaiting: 0 })
    const one = job()
    const first = press.make('one', still(), 'long', one.work)
    await expect(press.make('two', still(), 'long', one.work)).rejects.toMatchObject({
      reason: 'unavailable',
    })
    expect(await press.make('short', still(), 'short', async () => '1')).toBe('1')
    one.finish('1')
    await first
  })

  it('renders those of another organization at once, whatever the first one renders and has queued', async () => {
    const press = pressOf({ maxWaiting: 1 })
    const [one, two, other] = [job(), job(), job()]
    const first = press.make('one', still(), 'long', one.work, 'first')
    const second = press.make('two', still(), 'long', two.work, 'first')
    await one.begun
    await expect(press.make('three', still(), 'long', two.work, 'first')).rejects.toMatchObject({
      reason: 'unavailable',
    })
    const others = press.make('other', still(), 'long', other.work, 'second')
    await other.begun
    expect(two.times()).toBe(0)
    for (const each of [other, one, two]) each.finish('made')
    expect(await Promise.all([first, second, others])).toEqual(['made', 'made', 'made'])
  })

  it('renders to the end what no client waits for', async () => {
    const press = pressOf()
    const one = job()
    const started = press.start('one', 'long', one.work)
    const leaver = new AbortController()
    const left = press.make('one', leaver.signal, 'long', one.work)
    await one.begun
    leaver.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    expect(press.has('one')).toBe(true)
    one.finish('1')
    expect(await started).toBe('1')
    expect(press.has('one')).toBe(false)
    expect(one.times()).toBe(1)
  })

  it('renders once for concurrent requests, and again for later ones', async () => {
    const press = pressOf()
    const made = job()
    const all = [press.make('one', still(), 'long', made.work), press.make('one', still(), 'long', made.work)]
    made.finish('1')
    expect(await Promise.all(all)).toEqual(['1', '1'])
    expect(made.times()).toBe(1)
    await press.make('one', still(), 'long', made.work)
    expect(made.times()).toBe(2)
  })

  it('continues while a client waits, and cancels work without a client', async () => {
    const press = pressOf()
    const [one, other] = [job(), job()]
    const [leaver, last] = [new AbortController(), new AbortController()]
    const left = press.make('one', leaver.signal, 'long', one.work)
    const stays = press.make('one', last.signal, 'long', one.work)
    await one.begun
    leaver.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    const next = press.make('other', still(), 'long', other.work)
    last.abort(new Error('gone as well'))
    await expect(stays).rejects.toThrow('gone as well')
    await other.begun
    other.finish('2')
    expect(await next).toBe('2')
  })

  it('never starts work that was cancelled in the queue', async () => {
    const press = pressOf()
    const [one, other] = [job(), job()]
    const first = press.make('one', still(), 'long', one.work)
    const leaver = new AbortController()
    const given = press.make('other', leaver.signal, 'long', other.work)
    leaver.abort(new Error('gone'))
    await expect(given).rejects.toThrow('gone')
    one.finish('1')
    await first
    await press.close()
    expect(other.times()).toBe(0)
  })

  it('rejects requests beyond the queue, until there is space', async () => {
    const press = pressOf({ maxWaiting: 0 })
    const one = job()
    const first = press.make('one', still(), 'long', one.work)
    await expect(press.make('other', still(), 'long', one.work)).rejects.toMatchObject({
      reason: 'unavailable',
    })
    one.finish('1')
    await first
    expect(await press.make('other', still(), 'long', async () => '2')).toBe('2')
  })

  it('continues after a failure', async () => {
    const press = pressOf()
    const fails = press.make('one', still(), 'long', () => Promise.reject(new Error('broken')))
    await expect(fails).rejects.toThrow('broken')
    expect(await press.make('one', still(), 'long', async () => '1')).toBe('1')
  })

  it('cancels all runs when it is closed, and accepts no more', async () => {
    const press = pressOf()
    const one = job()
    const first = press.make('one', still(), 'long', one.work)
    const refused = expect(first).rejects.toMatchObject({ reason: 'unavailable' })
    await one.begun
    await press.close()
    await refused
    await expect(press.make('two', still(), 'long', one.work)).rejects.toMatchObject({
      reason: 'unavailable',
    })
  })
})
