import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { budgetOfAddress, trustIn } from '../../src/http/address.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { send } from '../support/refusals.ts'

describe('the budget of an address', () => {
  it.each([
    ['192.0.2.1', 'address:192.0.2.1'],
    ['::ffff:192.0.2.1', 'address:192.0.2.1'],
    ['2001:db8:1:2::1', 'address:2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', 'address:2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:0:0:0:9', 'address:2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', 'address:2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'address:fe80::/64'],
    ['not an address', 'address:unknown'],
    ['', 'address:unknown'],
  ])('of %s is %s', (address, name) => expect(budgetOfAddress(address)).toBe(name))
})

describe('trust in proxies', () => {
  it.each([
    [0, '127.0.0.1', 0, false],
    [1, '127.0.0.1', 0, true],
    [1, '198.51.100.1', 1, false],
    [['10.0.0.0/8', '2001:db8::/32'], '10.1.2.3', 0, true],
    [['10.0.0.0/8', '2001:db8::/32'], '::ffff:10.1.2.3', 5, true],
    [['10.0.0.0/8', '2001:db8::/32'], '11.1.2.3', 0, false],
    [['10.0.0.0/8', '2001:db8::/32'], '2001:db8::9', 0, true],
    [['10.0.0.0/8'], 'made up', 0, false],
    [['10.0.0.7'], '10.0.0.7', 0, true],
    [['10.0.0.7'], '10.0.0.8', 0, false],
  ])('%j: %s, %i hops away, is %s', (proxies, address, hop, isTrusted) =>
    expect(trustIn(proxies)(address, hop)).toBe(isTrusted),
  )
})

describe('X-Forwarded-For', () => {
  const LIMIT = 4
  let first: TestApp
  let now: number
  const apps = new Map<string, TestApp>()

  beforeAll(async () => {
    now = Date.now()
    for (const trust of ['0', '1', '2', '127.0.0.0/8,10.0.0.0/8', '10.0.0.0/8']) {
      const environment = { RATE_LIMIT: String(LIMIT), TRUST_PROXY: trust }
      const app = await startApp({ environment, ...(first ? { sharing: first } : {}) })
      first ??= app
      apps.set(trust, app)
    }
    first.clock.now = () => new Date(now)
  })
  afterAll(async () => {
    for (const app of [...apps.values()].reverse()) await app.close()
  })

  /** The statuses of one request more than the limit, each with another header. */
  async function statuses(trust: string, forwardedFor: (at: number) => string): Promise<number[]> {
    now += 120_000
    const { origin } = apps.get(trust) ?? first
    const seen: number[] = []
    for (let at = 0; at <= LIMIT; at++) {
      const headers = { 'X-Forwarded-For': forwardedFor(at) }
      // WebSockets share the budget of the address.
      seen.push(at === 1 ? await upgrade(origin, headers) : (await send(origin, '/docs', { headers })).status)
    }
    return seen
  }

  /** Opens a WebSocket without a token and closes it, which costs its address a point. */
  async function upgrade(origin: string, headers: Record<string, string>): Promise<number> {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers,
    })
    await new Promise((resolve) => socket.once('open', resolve))
    socket.send(JSON.stringify({ type: 'connection_init' }))
    await new Promise((resolve) => socket.once('message', resolve))
    socket.close()
    await new Promise((resolve) => socket.once('close', resolve))
    return 200
  }

  const REFUSED = [200, 200, 200, 200, 429]
  const SERVED = [200, 200, 200, 200, 200]

  it.each([
    ['0', 'any header', (at: number) => `198.51.100.${at}`],
    ['1', 'what the client puts before the proxy', (at: number) => `198.51.100.${at}, 203.0.113.1`],
    ['2', 'what the client puts before both', (at: number) => `192.0.2.${at}, 203.0.113.2, 10.0.0.1`],
    [
      '127.0.0.0/8,10.0.0.0/8',
      'a hop that is not trusted',
      (at: number) => `192.0.2.${at}, 203.0.113.3, 10.0.0.1`,
    ],
    ['10.0.0.0/8', 'a client that is not a proxy', (at: number) => `198.51.100.${at}`],
    ['1', 'addresses of one IPv6 network', (at: number) => `2001:db8:0:7::${at}`],
    ['1', 'what is no address', (at: number) => `made-up-${at}`],
  ])('with TRUST_PROXY=%s, %s results in no new budget', async (trust, _title, forwardedFor) => {
    expect(await statuses(trust, forwardedFor)).toEqual(REFUSED)
  })

  it.each([
    ['1', (at: number) => `198.51.100.${at}`],
    ['2', (at: number) => `198.51.100.${at}, 10.0.0.1`],
    ['127.0.0.0/8,10.0.0.0/8', (at: number) => `198.51.100.${at}, 10.0.0.1`],
    ['1', (at: number) => `2001:db8:0:${at}::1`],
  ])('with TRUST_PROXY=%s, every client behind the proxies has its own', async (trust, forwardedFor) => {
    expect(await statuses(trust, forwardedFor)).toEqual(SERVED)
  })
})
