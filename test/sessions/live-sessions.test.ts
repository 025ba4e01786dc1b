import { afterAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { StoredSessions } from '../../src/modules/sessions/sessions.authentication.ts'
import { MAX_SESSIONS } from '../../src/modules/sessions/sessions.model.ts'
import { digestOf, disableUser } from '../../src/modules/tokens/index.ts'
import { appForFile, startApp } from '../support/app.ts'
import { callRest } from '../support/rest-api.ts'
import { openSessionSocket, type SessionSocket, userOf } from './session-sockets.ts'
import { Browser, PASSWORD, signedIn } from './signing-in.ts'

// No node checks periodically what has ended, so that only the notification of the end counts.
const environment = { EVENT_POLL_MS: '3600000' }
const t = await appForFile({ environment })
const other = await startApp({ sharing: t, apart: true, environment })
afterAll(() => other.close())
const nodes = [t, other]
const { prisma } = t.db.database
const organization = await t.build.buildOrganization()
const admin = await t.build.buildPerson({ organizationId: organization.id, role: 'admin' })
const { id: spaceId } = await t.build.buildSpace({ organizationId: organization.id })

/** A person who is signed in in two browsers. */
async function person() {
  const { user } = await t.build.buildPerson({ organizationId: organization.id, role: 'edit' })
  const { browser: first, email } = await signedIn(t, user.id)
  const second = new Browser(t)
  await second.auth('password', { email, password: PASSWORD })
  return { user, email, first, second }
}

type Person = Awaited<ReturnType<typeof person>>

const idOf = async (browser: Browser): Promise<string> => {
  const { body } = await browser.graphql('{ viewer { sessions(first: 9) { nodes { id isCurrent } } } }')
  return body.data.viewer.sessions.nodes.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id
}

const socketsOf = ({ cookie }: Browser) => Promise.all(nodes.map((node) => openSessionSocket(node, cookie)))

const streamsOf = ({ headers, cookie }: Browser) =>
  Promise.all(
    nodes.map((node) =>
      fetch(`${node.origin}/graphql`, {
        method: 'POST',
        headers: { ...headers, cookie, accept: 'text/event-stream', 'content-type': 'application/json' },
        body: JSON.stringify({ query: `subscription { spaceActivity(spaceId: "${spaceId}") { cursor } }` }),
      }),
    ),
  )

const succeeded = ({ status }: { status: number }) => expect(status).toBeLessThan(300)

/** How the first session of a person ends, and whether the second one does as well. */
const ends: [string, (person: Person) => Promise<void>, 'both' | 'one'][] = [
  ['a sign-out', async ({ first }) => succeeded(await first.auth('sign-out')), 'one'],
  [
    'its person, in another browser',
    async ({ first, second }) =>
      succeeded(await second.send(`/v1/user/sessions/${await idOf(first)}`, undefined, { method: 'DELETE' })),
    'one',
  ],
  [
    'the end of all others',
    async ({ second }) => {
      const { body } = await second.graphql('mutation { endOtherSessions(input: {}) { count } }')
      expect(body.data.endOtherSessions.count).toBe(1)
    },
    'one',
  ],
  [
    'a new password',
    async ({ second }) => {
      const change = { currentPassword: PASSWORD, newPassword: 'another few unusual words' }
      succeeded(await second.send('/v1/user/password', change, { method: 'PUT' }))
    },
    'one',
  ],
  [
    'a link that resets the password',
    async ({ user }) => {
      const { body } = await callRest(t, admin, 'POST', `/users/${user.id}/password-reset`)
      const code = (body as { link: string }).link.split('#')[1]
      succeeded(await new Browser(t).auth('reset', { code, password: 'another few unusual words' }))
    },
    'both',
  ],
  [
    'an admin',
    async ({ user }) => succeeded(await callRest(t, admin, 'DELETE', `/users/${user.id}/sessions`)),
    'both',
  ],
  [
    'disabling the person',
    async ({ user }) => {
      await t.db.database.transaction((tx) => disableUser(tx, { userId: user.id, now: new Date() }))
    },
    'both',
  ],
  [
    'deleting the account',
    async ({ second }) => succeeded(await second.send('/v1/user', undefined, { method: 'DELETE' })),
    'both',
  ],
  [
    'many newer sessions',
    async ({ user, email, second }) => {
      const {
        digest: _digest,
        id: _id,
        ...session
      } = await prisma.session.findUniqueOrThrow({
        where: { id: await idOf(second) },
      })
      const newer = Array.from({ length: MAX_SESSIONS - 2 }, () => {
        const id = newId('Session')
        return { ...session, id, userId: user.id, digest: id }
      })
      await prisma.session.createMany({ data: newer })
      succeeded(await new Browser(t).auth('password', { email, password: PASSWORD }))
    },
    'one',
  ],
]

describe('a session that ends', () => {
  it.each(ends)('by %s closes its sockets and streams on every node', async (_by, end, which) => {
    const { first, second, user, ...others } = await person()
    const ended = await socketsOf(first)
    const kept = await socketsOf(second)
    const streams = await streamsOf(first)
    expect(streams.map(({ status }) => status)).toEqual([200, 200])
    const { cookie } = first
    await end({ first, second, user, ...others })

    const codes = (sockets: SessionSocket[]) => Promise.all(sockets.map(({ closed }) => closed))
    expect(await codes(ended)).toEqual([4403, 4403])
    await Promise.all(streams.map((stream) => stream.text()))
    for (const node of nodes) {
      const thief = new Browser(node)
      thief.cookies.set('quire', /quire=([^;]+)/.exec(cookie)?.[1] ?? '')
      expect((await thief.graphql('{ viewer { user { id } } }')).status).toBe(401)
    }
    if (which === 'both') expect(await codes(kept)).toEqual([4403, 4403])
    else expect(await Promise.all(kept.map(userOf))).toEqual([user.id, user.id])
    for (const socket of kept) socket.close()
  })

  it('ends a connection that was opened with it, but registered after its end was announced', async () => {
    const { first } = await person()
    const sessions = new StoredSessions({ database: t.db.database, now: () => new Date() })
    const secret = first.cookies.get('quire') ?? ''
    const viewer = await sessions.viewerOf(secret)
    sessions.channels.quire_sessions?.(viewer.tokenId)
    let isEnded = false
    sessions.onEnd(viewer, () => {
      isEnded = true
    })
    expect(isEnded).toBe(true)
    // Nor is it found by a statement that runs while the end is announced.
    expect(await prisma.session.count({ where: { digest: digestOf(secret) } })).toBe(1)
    const found = sessions.viewerOf(secret)
    sessions.channels.quire_sessions?.(viewer.tokenId)
    await expect(found).rejects.toThrow('this session has ended')
  })
})

describe('a role that is lowered while sockets are open', () => {
  const run = async ({ send, messages }: SessionSocket, query: string) => {
    send({ id: 'run', type: 'subscribe', payload: { query } })
    const next = await messages.next()
    // After a result, the end of the operation follows.
    await messages.next()
    return next.payload
  }
  const propose = `mutation { createChangeRequest(input: { spaceId: "${spaceId}" }) { changeRequest { id } } }`
  const read = `{ space(id: "${spaceId}") { id } }`
  const emails = `{ space(id: "${spaceId}") { comments(first: 1) { nodes { postedBy { email } } } } }`
  const showing = (email: string | null) => ({ space: { comments: { nodes: [{ postedBy: { email } }] } } })

  it('counts at once on every node, and a member who was removed gets no further event', async () => {
    const { first, user } = await person()
    const member = `/orgs/${organization.id}/members/${user.id}`
    const setRole = async (role: string | null) =>
      succeeded(await callRest(t, admin, 'PATCH', member, { body: { role } }))
    await t.build.buildGrant('read', { userId: user.id }, { spaceId }, organization.id)
    await t.build.buildComment({ spaceId, postedById: admin.user.id })
    const sockets = await socketsOf(first)
    for (const socket of sockets) expect((await run(socket, propose))?.errors).toBeUndefined()
    await setRole('read')
    for (const socket of sockets) {
      expect((await run(socket, propose))?.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
      expect((await run(socket, read))?.data).toEqual({ space: { id: spaceId } })
      expect((await run(socket, emails))?.data).toEqual(showing(admin.user.email))
    }
    const streams = await streamsOf(first)
    await setRole(null)
    for (const socket of sockets) {
      expect((await run(socket, emails))?.data).toEqual(showing(null))
    }
    succeeded(await callRest(t, admin, 'DELETE', member))
    const body = { body: { markdown: 'Not for them.' } }
    succeeded(await callRest(t, admin, 'POST', `/spaces/${spaceId}/comments`, { body }))
    for (const stream of streams) expect(await stream.text()).toContain('FORBIDDEN')
    for (const socket of sockets) {
      expect((await run(socket, read))?.data).toEqual({ space: null })
      socket.close()
    }
  })
})
