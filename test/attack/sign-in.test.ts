import { expect, it } from 'vitest'
import { hashPassword } from '../../src/modules/sessions/passwords/password-hash.ts'
import { Browser, PASSWORD } from '../sessions/signing-in.ts'
import { figure } from './figures.ts'
import { Target } from './target.ts'

const TRIES = 2_000

const pad = (n: number) => String(n).padStart(4, '0')
const known = (n: number) => `person-${pad(n)}@example.com`
const unknown = (n: number) => `nobody-${pad(n)}@example.com`

/** How often a value of the first list is above one of the second: 0.5 if nothing distinguishes them. */
function shareAbove(first: readonly number[], second: readonly number[]): number {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ].sort((a, b) => a.value - b.value)
  let below = 0
  let above = 0
  for (const { isFirst } of all) {
    if (isFirst) above += below
    else below++
  }
  return above / (first.length * second.length)
}

it('2,000 attempts tell nobody which e-mail addresses have an account', async () => {
  const target = await Target.start({ TRUST_PROXY: '1' })
  const { prisma } = target.db.database
  const passwordHash = await hashPassword(PASSWORD)
  const people = Array.from({ length: TRIES / 2 }, (_, n) => ({ id: `usr_known${pad(n)}`, n }))
  await prisma.user.createMany({
    data: people.map(({ id, n }) => ({ id, email: known(n), displayName: 'Ann' })),
  })
  await prisma.account.createMany({ data: people.map(({ id }) => ({ userId: id, passwordHash })) })

  const answers = new Set<string>()
  const attempt = async (email: string, n: number): Promise<number> => {
    // Each from another address: the budgets of accounts and addresses would end it after a few.
    const browser = new Browser(target, { 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` })
    const begun = performance.now()
    const { status, text } = await browser.auth('password', { email, password: 'another password' })
    const ms = performance.now() - begun
    answers.add(`${status} ${text}`)
    return ms
  }
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let n = 0; n < TRIES / 2; n++) {
    // In turns, so that other load on the machine concerns both.
    const order = n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) {
      const email = kind === 'known' ? known(n) : unknown(n)
      times[kind].push(await attempt(email, 2 * n + (kind === 'known' ? 0 : 1)))
    }
  }
  expect([...answers]).toHaveLength(1)
  const share = shareAbove(times.known, times.unknown)
  // Five standard deviations for as many attempts whose times have one distribution.
  figure('distance of the times of known and unknown accounts from chance', Math.abs(share - 0.5) * 100, {
    below: 6.5,
  })
  expect(target.bugs()).toEqual([])
  await target.end()
})
