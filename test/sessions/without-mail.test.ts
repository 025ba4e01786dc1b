import { describe, expect, it } from 'vitest'
import { accountApis } from '../support/apis-accounts.ts'
import { sharingApis } from '../support/apis-sharing.ts'
import { appForFile } from '../support/app.ts'
import { done, refused } from '../support/outcome.ts'
import { Browser, PASSWORD, signedIn } from './signing-in.ts'

const t = await appForFile()
const { prisma } = t.db.database
const newAdmin = async () => {
  const { id } = await t.build.buildOrganization()
  return { id, admin: await t.build.buildPerson({ organizationId: id, role: 'admin' }) }
}
const person = { displayName: 'Bea', password: PASSWORD }

describe.each(sharingApis)('without mail, an invitation at $name', ({ name, enter }) => {
  it('is a link to copy, which proves no address', async () => {
    const { id: organization, admin } = await newAdmin()
    const email = `copied-${name}@example.com`
    const { invites } = await done(
      enter(t, admin).invite(organization, { emails: [{ email, role: 'read' }] }),
    )
    const link = invites[0]?.link ?? ''
    expect(link).toBe(`${t.origin}/app/join/${organization}#${invites[0]?.key}`)
    const key = link.split('#')[1]
    const browser = new Browser(t)
    const seen = await browser.auth('join/look', { organization, key })
    expect(seen.body).toMatchObject({ email, needsMail: false })
    expect(seen.body).not.toHaveProperty('hasAccount')
    expect((await browser.auth('join', { organization, key, ...person })).status).toBe(200)
    const member = await prisma.member.findFirstOrThrow({
      where: { organizationId: organization, role: 'read' },
    })
    const account = await prisma.account.findUniqueOrThrow({ where: { userId: member.userId } })
    expect(account.emailConfirmedAt).toBeNull()
  })

  it('by an open link creates an account for a free address, and never changes one that exists', async () => {
    const { id: organization, admin } = await newAdmin()
    const { key } = await done(enter(t, admin).createLink(organization, { role: 'read' }))
    const { user } = await t.build.buildPerson()
    const { email: taken } = await signedIn(t, user.id)
    const join = (email: string) => new Browser(t).auth('join', { organization, key, email, ...person })
    const hash = () => prisma.account.findUnique({ where: { userId: user.id } })
    const before = await hash()
    expect((await join(taken)).status).toBe(409)
    expect(await hash()).toEqual(before)
    const email = `open-${name}@example.com`
    const answers = await Promise.all([join(email), join(email)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await prisma.member.count({ where: { organizationId: organization } })).toBe(2)
  })
})

describe('without mail, whoever has an open link', () => {
  const opened = async () => {
    const { id: organization, admin } = await newAdmin()
    const [api] = sharingApis
    const link = await api?.enter(t, admin).createLink(organization, { role: 'read' })
    const { user } = await t.build.buildPerson()
    const { email: taken } = await signedIn(t, user.id)
    const key = link?.ok ? link.value.key : ''
    const join = (email: string, chosen: object = {}) =>
      new Browser(t).auth('join', { organization, key, email, ...person, ...chosen })
    return { organization, taken, free: `free-${organization}@example.com`, join }
  }

  it('finds out at ten addresses an hour at most which have accounts', async () => {
    const { taken, join } = await opened()
    for (let n = 0; n < 10; n++) expect((await join(taken)).status).toBe(409)
    expect((await join(taken)).status).toBe(429)
  })

  it('is charged alike for an address with and without an account', async () => {
    const { taken, free, join } = await opened()
    const charged = () => t.db.statements.filter(({ text }) => text.includes('INTO "SignInBudget"')).length
    const answers = []
    for (const email of [taken, free]) {
      const before = charged()
      answers.push([(await join(email)).status, charged() - before])
    }
    expect(answers).toEqual([
      [409, 1],
      [200, 1],
    ])
  })

  it.each([
    ['a common password', { password: 'passwordpassword' }],
    ['no password', { password: undefined }],
    ['no name', { displayName: undefined }],
  ])('is told the same about both with %s, and creates no account', async (_kind, chosen) => {
    const { organization, taken, free, join } = await opened()
    const [known, unknown] = [await join(taken, chosen), await join(free, chosen)]
    expect([known.status, known.body.error.message]).toEqual([400, unknown.body.error.message])
    expect(unknown.status).toBe(400)
    expect(await prisma.user.count({ where: { email: free } })).toBe(0)
    expect(await prisma.member.count({ where: { organizationId: organization } })).toBe(1)
  })
})

describe.each(accountApis)('without mail, an e-mail address at $name', ({ name, enter }) => {
  it('is set by an operator, and by nobody for themselves', async () => {
    const { admin } = await newAdmin()
    const email = `set-${name}@example.com`
    const own = await refused(enter(t, admin).updateUser(admin.user.id, { email }), 409)
    expect(own.message).toContain('Ask another operator')
    const operator = await t.build.buildPerson()
    await prisma.user.update({ where: { id: operator.user.id }, data: { isOperator: true } })
    await done(enter(t, operator).updateUser(admin.user.id, { email }))
    expect((await prisma.user.findUniqueOrThrow({ where: { id: admin.user.id } })).email).toBe(email)
    await refused(enter(t, operator).updateUser(operator.user.id, { email: 'own@example.com' }), 409)
  })
})

it('says without mail where to get a link to reset a password', async () => {
  const answer = await new Browser(t).auth('reset/request', { email: 'nobody@example.com' })
  expect(answer.status).toBe(409)
  expect(answer.body.error.message).toContain('Ask an operator')
})
