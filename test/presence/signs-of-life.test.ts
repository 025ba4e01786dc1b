import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeSigns, QUESTION, type SignOfLife } from '../../src/core/signs/sign-of-life.ts'
import { LIFETIME_MS, SIGN_LIMITS, SignsOfLife } from '../../src/core/signs/signs-of-life.ts'
import '../support/property-seed.ts'

class Clock {
  at = 1_000_000
  readonly now = () => new Date(this.at)
}

const sign = (more: Partial<SignOfLife> = {}): SignOfLife => ({
  userId: 'usr_1',
  client: '',
  spaceId: 'spc_1',
  changeRequestId: null,
  pageId: null,
  mode: 'reading',
  sentAt: 0,
  ...more,
})

const shown = (node: SignsOfLife) =>
  node
    .stateOf('spc_1', null)
    .people.map(({ userId, client, pageId }) => `${userId} ${client} ${pageId}`)
    .sort()

describe('what a node knows of those who are present', () => {
  it('ends 30 seconds after the last sign of life, and is then forgotten', () => {
    const clock = new Clock()
    const node = new SignsOfLife(clock.now)
    node.announce(sign())
    clock.at += LIFETIME_MS - 1
    expect(shown(node)).toHaveLength(1)
    node.announce(sign())
    clock.at += LIFETIME_MS - 1
    expect(shown(node)).toHaveLength(1)
    clock.at += 1
    expect(shown(node)).toEqual([])
    expect(node.size).toBe(1)
    node.sweep()
    expect(node.size).toBe(0)
    node.close()
  })

  it('is told to a node that asks, with the time that is left', () => {
    const clock = new Clock()
    const [one, other, third] = [0, 1, 2].map(() => new SignsOfLife(clock.now)) as [
      SignsOfLife,
      SignsOfLife,
      SignsOfLife,
    ]
    for (const message of one.announce(sign({ pageId: 'pag_1' }))) third.hear(message)
    clock.at += 20_000
    const answers = [...one.hear(QUESTION), ...third.hear(QUESTION)]
    // Only the node of the client answers.
    expect(answers).toHaveLength(1)
    for (const answer of answers) other.hear(answer)
    expect(shown(other)).toEqual(['usr_1  pag_1'])
    clock.at += LIFETIME_MS - 20_000
    expect(shown(other)).toEqual([])
    for (const each of [one, other, third]) each.close()
  })

  it('is bounded in signs of a person, clients of a person, and clients in a space', () => {
    const clock = new Clock()
    const node = new SignsOfLife(clock.now)
    const { signs, windowMs, perPerson, perSpace } = SIGN_LIMITS
    for (let n = 0; n < signs; n++) node.announce(sign({ client: String(n) }))
    expect(shown(node)).toHaveLength(perPerson)
    expect(() => node.announce(sign())).toThrow(`${signs} times in ${windowMs / 1000} seconds`)
    clock.at += windowMs
    node.announce(sign())
    for (let n = 0; n < perSpace * 2; n++) {
      for (const message of encodeSigns([[sign({ userId: `usr_${n}`, sentAt: n }), 0]])) node.hear(message)
    }
    expect(node.size).toBeLessThanOrEqual(perSpace)
    clock.at += LIFETIME_MS
    node.sweep()
    expect(node.size).toBe(0)
    node.close()
  })

  it('fits into notifications, whatever the ids are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 64, unit: 'binary' }), { maxLength: 100 }), (clients) => {
        const messages = encodeSigns(clients.map((client) => [sign({ client }), 5] as const))
        for (const message of messages) expect(Buffer.byteLength(message)).toBeLessThan(8_000)
      }),
    )
  })

  it('is what the last sign of each client says, in whatever order and how often signs arrive', () => {
    const anySign = fc.record({
      userId: fc.constantFrom('usr_1', 'usr_2'),
      client: fc.constantFrom('a', 'b'),
      pageId: fc.constantFrom('pag_1', 'pag_2', null),
      mode: fc.constantFrom('reading' as const, 'editing' as const, null),
      age: fc.integer({ min: 0, max: 25_000 }),
    })
    fc.assert(
      fc.property(fc.array(anySign, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (given, random) => {
        const clock = new Clock()
        // The later one was sent, the larger its time, and the smaller its age.
        const ages = given.map(({ age }) => age).sort((one, other) => other - one)
        const signs = given.map(({ age: _age, ...each }, at) => ({
          sign: sign({ ...each, sentAt: at + 1 }),
          age: ages[at] ?? 0,
        }))
        const order = [...signs, ...signs].map((each) => ({ each, key: random.next().value }))
        order.sort((one, other) => one.key - other.key)
        const node = new SignsOfLife(clock.now)
        for (const { each } of order) {
          for (const message of encodeSigns([[each.sign, each.age]])) node.hear(message)
        }
        const last = new Map(
          signs.map(({ sign: each, age }) => [`${each.userId} ${each.client}`, { each, age }]),
        )
        for (const wait of [0, 5_000, 15_000, LIFETIME_MS]) {
          clock.at = 1_000_000 + wait
          const expected = [...last].flatMap(([key, { each, age }]) =>
            each.mode !== null && age + wait < LIFETIME_MS ? [`${key} ${each.pageId}`] : [],
          )
          expect(shown(node)).toEqual(expected.sort())
        }
        node.close()
      }),
    )
  })
})
