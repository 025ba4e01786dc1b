import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { appForFile } from '../support/app.ts'
import { type Browser, signedIn } from './signing-in.ts'

const t = await appForFile()
const { prisma } = t.db.database

afterEach(() => {
  t.clock.now = () => new Date()
  expect(t.faults).toEqual([])
})

/** An operator who has just signed in, and whom and what they act on. */
async function stage() {
  const { id: organizationId } = await t.build.buildOrganization()
  const own = await t.build.buildUser({ isOperator: true })
  const other = await t.build.buildUser()
  // Two of each, because the last operator and the last admin cannot be erased.
  await t.build.buildUser({ isOperator: true })
  for (const { id: userId } of [own, other])
    await t.build.buildMember({ organizationId, userId, role: 'admin' })
  const siteId = newId('Site')
  await prisma.site.create({
    data: {
      id: siteId,
      organizationId,
      title: 'Handbook',
      visibility: 'visitor-auth',
      createdAt: new Date(),
    },
  })
  const { browser } = await signedIn(t, own.id)
  return { browser, organizationId, siteId, otherId: other.id }
}

type Stage = Awaited<ReturnType<typeof stage>>

interface Sensitive {
  title: string
  rest: (stage: Stage) => { method: string; path: string; body?: object }
  graphql: (stage: Stage) => { name: string; input: object; selection: string }
}

const sensitive: Sensitive[] = [
  {
    title: 'making an operator',
    rest: ({ otherId }) => ({ method: 'PATCH', path: `/users/${otherId}`, body: { isOperator: true } }),
    graphql: ({ otherId }) => ({
      name: 'setUserOperator',
      input: { userId: otherId, isOperator: true },
      selection: 'user { id }',
    }),
  },
  {
    title: 'another key of a site',
    rest: ({ organizationId, siteId }) => ({
      method: 'POST',
      path: `/orgs/${organizationId}/sites/${siteId}/publishing/auth/regenerate`,
    }),
    graphql: ({ siteId }) => ({
      name: 'regenerateSitePublishingAuth',
      input: { siteId },
      selection: 'publishingAuth { version }',
    }),
  },
  {
    title: 'erasing another person',
    rest: ({ otherId }) => ({ method: 'DELETE', path: `/users/${otherId}` }),
    graphql: ({ otherId }) => ({ name: 'deleteUser', input: { userId: otherId }, selection: 'deletedId' }),
  },
  {
    title: 'erasing oneself',
    rest: () => ({ method: 'DELETE', path: '/user' }),
    graphql: () => ({ name: 'deleteViewer', input: {}, selection: 'deletedId' }),
  },
  {
    title: 'a link to reset the password of another person',
    rest: ({ otherId }) => ({ method: 'POST', path: `/users/${otherId}/password-reset` }),
    graphql: ({ otherId }) => ({
      name: 'createPasswordReset',
      input: { userId: otherId },
      selection: 'expiresAt',
    }),
  },
  {
    title: 'ending the sessions of another person',
    rest: ({ otherId }) => ({ method: 'DELETE', path: `/users/${otherId}/sessions` }),
    graphql: ({ otherId }) => ({ name: 'endUserSessions', input: { userId: otherId }, selection: 'count' }),
  },
  {
    title: 'revoking the API tokens of another person',
    rest: ({ otherId }) => ({ method: 'DELETE', path: `/users/${otherId}/tokens` }),
    graphql: ({ otherId }) => ({
      name: 'revokeUserApiTokens',
      input: { userId: otherId },
      selection: 'count',
    }),
  },
  {
    title: 'disabling another person',
    rest: ({ otherId }) => ({ method: 'POST', path: `/users/${otherId}/disable` }),
    graphql: ({ otherId }) => ({ name: 'disableUser', input: { userId: otherId }, selection: 'count' }),
  },
  {
    title: 'enabling another person',
    rest: ({ otherId }) => ({ method: 'POST', path: `/users/${otherId}/enable` }),
    graphql: ({ otherId }) => ({ name: 'enableUser', input: { userId: otherId }, selection: 'user { id }' }),
  },
]

/** Why an operation was refused; null if it was done. */
type Refusal = { status: number; message: string } | null

async function byRest({ rest }: Sensitive, at: Stage): Promise<Refusal> {
  const { method, path, body } = rest(at)
  const answer = await at.browser.send(`/v1${path}`, body, { method })
  return answer.status < 300 ? null : { status: answer.status, message: answer.body.error.message }
}

async function byGraphQL({ graphql }: Sensitive, at: Stage): Promise<Refusal> {
  const { name, input, selection } = graphql(at)
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
  const query = `mutation ($input: ${type}) { ${name}(input: $input) { ${selection} } }`
  const { errors } = await mutate(at.browser, query, input)
  return errors ? { status: errors[0].extensions.status, message: errors[0].message } : null
}

const mutate = async (browser: Browser, query: string, input: object) =>
  (await browser.graphql(query, { input })).body

describe.each([
  { name: 'REST', ask: byRest },
  { name: 'GraphQL', ask: byGraphQL },
])('with a session ($name)', ({ ask }) => {
  it.each(sensitive)('$title requires a sign-in within 15 minutes', async (operation) => {
    const at = await stage()
    const begun = Date.now()
    const askAfter = (minutes: number) => {
      t.clock.now = () => new Date(begun + minutes * 60_000)
      return ask(operation, at)
    }
    expect(await askAfter(16)).toEqual({
      status: 403,
      message: 'This requires that you signed in within the last 15 minutes. Sign in again.',
    })
    expect(await askAfter(14)).toBeNull()
  })
})
