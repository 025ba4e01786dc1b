import { expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { tripsOf, tripsUnderLock } from '../support/statements.ts'

const t = await appForFile()
const organization = await t.build.buildOrganization()
const { token } = await t.build.buildPerson({ organizationId: organization.id, role: 'admin' })
const space = await t.build.buildSpace({ organizationId: organization.id })

// biome-ignore lint/suspicious/noExplicitAny: a response of any operation, read property by property
async function call(method: string, path: string, body: object): Promise<any> {
  const response = await fetch(`${t.origin}/v1/spaces/${space.id}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBeLessThan(300)
  return response.json()
}

const post = () => call('POST', '/comments', { body: { markdown: 'Hello' } })
const insert = (n: number) => ({
  operation: 'insert_page',
  title: `Page ${n}`,
  document: { markdown: `# Page ${n}\n\nIt has some words, and a [link](https://example.com).\n` },
})
const edit = (page: string, n: number) => ({
  operation: 'update_page',
  page,
  document: { markdown: `# Page\n\nIt has other words: ${n}.\n` },
})

async function proposed(pages: string[]) {
  const { id } = await call('POST', '/change-requests', { subject: 'Edits' })
  const changes = pages.map((page) => edit(page, Math.random()))
  return { path: `/change-requests/${id}`, changes }
}

it('a comment is posted with few statements, and its locks are held for one round trip', async () => {
  await post()
  const trips = await tripsOf(t, post)
  expect(trips.flat().length).toBeLessThanOrEqual(7)
  expect(tripsUnderLock(trips)).toBeLessThanOrEqual(2)
})

it('a reaction is added with few statements, and its lock is held for two round trips', async () => {
  const { id } = await post()
  const changes = [{ addedReactions: ['👍'] }, { removedReactions: ['👍'] }]
  for (const isMeasured of [false, true]) {
    for (const change of changes) {
      const trips = await tripsOf(t, () => call('PUT', `/comments/${id}`, change))
      if (!isMeasured) continue
      expect(trips.flat().length).toBeLessThanOrEqual(10)
      expect(tripsUnderLock(trips)).toBeLessThanOrEqual(2)
    }
  }
})

it('a page of a change request is edited, and ten pages are merged, with few round trips under locks', async () => {
  const { changes } = await call('POST', '/content', {
    changes: Array.from({ length: 12 }, (_, n) => insert(n)),
  })
  const pages = changes.map(({ page }: { page: { id: string } }) => page.id).slice(0, 10)
  for (const isMeasured of [false, true]) {
    const one = await proposed(pages.slice(0, 1))
    const edited = await tripsOf(t, () => call('POST', `${one.path}/content`, { changes: one.changes }))
    const ten = await proposed(pages)
    await call('POST', `${ten.path}/content`, { changes: ten.changes })
    const merged = await tripsOf(t, () => call('POST', `${ten.path}/merge`, {}))
    if (!isMeasured) continue
    expect(edited.flat().length).toBeLessThanOrEqual(12)
    expect(tripsUnderLock(edited)).toBeLessThanOrEqual(4)
    expect(merged.flat().length).toBeLessThanOrEqual(28)
    expect(tripsUnderLock(merged)).toBeLessThanOrEqual(8)
  }
})
