import { describe, expect, it } from 'vitest'
import { claimsBySchema, conditionsMetBy } from '../../src/modules/sites/adaptive/claims.ts'
import type { AdaptiveSchema } from '../../src/modules/sites/adaptive/schema-problem.ts'

const schema: AdaptiveSchema = {
  type: 'object',
  properties: {
    isBeta: { type: 'boolean' },
    plan: { type: 'string', enum: ['free', 'pro'] },
    seats: { type: 'number' },
    roles: { type: 'array', items: { type: 'string' } },
    account: { type: 'object', properties: { isPaid: { type: 'boolean' }, name: { type: 'string' } } },
    unsigned: { type: 'object', properties: { language: { type: 'string' } } },
  },
}

describe('the claims of a visitor', () => {
  it('are those of the schema', () => {
    const signed = { isBeta: true, plan: 'pro', seats: 3, roles: ['a'], account: { isPaid: true, name: 'x' } }
    expect(claimsBySchema(schema, { signed, unsigned: { language: 'en' } })).toEqual({
      ...signed,
      unsigned: { language: 'en' },
    })
  })

  it('are dropped where they are not in the schema or break it', () => {
    const signed = {
      isBeta: 'true',
      plan: 'enterprise',
      seats: Number.NaN,
      roles: ['a', 1],
      account: { isPaid: 1, name: 'x', more: true },
      unsigned: { language: 'signed' },
      other: true,
      ...JSON.parse('{"__proto__": {"isBeta": true}}'),
    }
    expect(claimsBySchema(schema, { signed, unsigned: { isBeta: true, language: 1 } })).toEqual({
      account: { name: 'x' },
      unsigned: {},
    })
    for (const given of [null, undefined, 'text', ['isBeta'], 1]) {
      expect(claimsBySchema(schema, { signed: given, unsigned: given })).toEqual({ unsigned: {} })
    }
    expect(claimsBySchema(null, { signed: { isBeta: true }, unsigned: { language: 'en' } })).toEqual({
      unsigned: {},
    })
  })

  it('do not inherit from an object prototype', () => {
    const inheriting = { type: 'object', properties: { constructor: { type: 'string' } } } as AdaptiveSchema
    expect(claimsBySchema(inheriting, { signed: {} })).toEqual({ unsigned: {} })
  })
})

describe('a condition', () => {
  const claims = claimsBySchema(schema, { signed: { isBeta: true, plan: 'pro', roles: ['admin'] } })

  it('shows what it holds for', async () => {
    const conditions = [
      'visitor.claims.isBeta',
      'visitor.claims.plan === "pro" && visitor.claims.roles.includes("admin")',
      '!visitor.claims.account',
      'visitor.claims.account?.isPaid !== true',
    ]
    expect([...(await conditionsMetBy(conditions, claims))]).toEqual(conditions)
  })

  it('hides what it does not hold for, and what it fails for', async () => {
    const conditions = [
      'visitor.claims.plan === "free"',
      'visitor.claims.seats > 1',
      'visitor.claims.account.isPaid',
      '!visitor.claims.account.isPaid',
      'visitor.claims.constructor',
      'visitor.claims.__proto__',
      'visitor.constructor.constructor("return process")()',
      'visitor.claims.roles.map(String)',
      'process.exit(1)',
      'globalThis',
      'visitor.',
      '',
      `${'!'.repeat(200)}true`,
      `${'('.repeat(2_000)}true${')'.repeat(2_000)}`,
    ]
    expect([...(await conditionsMetBy(conditions, claims))]).toEqual([])
  })

  it('is evaluated together with many others', async () => {
    const conditions = Array.from(
      { length: 500 },
      (_, index) => `visitor.claims.isBeta && ${index} % 2 === 0`,
    )
    const held = await conditionsMetBy([...conditions, ...conditions, 'visitor.'], claims)
    expect([...held]).toEqual(conditions.filter((_, index) => index % 2 === 0))
  })
})
