import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { insertPages } from '../support/content.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'

const { t, open } = await consoleForFile()
const { ann, bo, cy, organization, space, call } = await buildHandbook(t)
const { pool } = t.db.database

/** Elements that a screen adds in one step: more would keep the browser from answering a key. */
const MAX_AT_ONCE = 5_000
/** With the tree of 1,000 pages, each a row of eight elements, which may come in the same step. */
const MAX_WITH_TREE = 14_000
const ids = (kind: Parameters<typeof newId>[0], count: number) =>
  Array.from({ length: count }, () => newId(kind)).sort()

/** Opens a screen, and notes how many elements are added to it at once. */
async function look(path: string, who = ann) {
  const person = await open(who, 'nothing-here')
  const { tab } = person
  await tab.addInitScript(() => {
    const seen = globalThis as { most?: number }
    new MutationObserver((changes) => {
      const added = changes
        .flatMap(({ addedNodes }) => [...addedNodes])
        .reduce((sum, node) => sum + (node instanceof Element ? node.querySelectorAll('*').length + 1 : 0), 0)
      seen.most = Math.max(seen.most ?? 0, added)
    }).observe(document, { childList: true, subtree: true })
  })
  await tab.goto(`${t.origin}/app/${path}`)
  return person
}
const most = (tab: Page) => tab.evaluate(() => (globalThis as { most?: number }).most ?? 0)

describe.skipIf(hasNoBrowser)(`the console with very much of everything${browserNote}`, () => {
  it('shows a list of 5,000 change requests in parts, and keeps as many as were shown when it changes', async () => {
    await pool.query(
      `INSERT INTO "ChangeRequest" ("id", "spaceId", "organizationId", "number", "status", "subject", "createdById",
          "revisionId", "revisionInitialId")
        SELECT c.id, $2, $3, c.n, 'open', 'Change ' || c.n, $4, s."revisionId", s."revisionId"
        FROM unnest($1::text[]) WITH ORDINALITY AS c (id, n), "Space" s WHERE s."id" = $2`,
      [ids('ChangeRequest', 5_000), space, organization, bo.user.id],
    )
    await pool.query('UPDATE "Space" SET "lastNumber" = 5000 WHERE "id" = $1', [space])
    const { tab } = await look(`s/${space}/~changes`)
    const rows = tab.locator('tr[data-row]')
    await tab.getByText('5000 change requests').waitFor()
    expect(await rows.count()).toBe(50)
    for (const count of [100, 150]) {
      await tab.getByRole('button', { name: 'Show more' }).click()
      await expect.poll(() => rows.count(), { timeout: 20_000 }).toBe(count)
    }
    await call(bo, 'POST', `/spaces/${space}/change-requests`, { subject: 'One more' })
    await tab.getByRole('link', { name: 'One more' }).first().waitFor()
    expect(await rows.count()).toBeGreaterThanOrEqual(150)
    expect(await most(tab)).toBeLessThan(MAX_AT_ONCE)
  })

  it('shows an organization of 1,000 spaces in parts', async () => {
    await pool.query(
      `INSERT INTO "Space" ("id", "organizationId", "title", "emoji", "revisionId")
        SELECT s.id, $2, 'Space ' || s.n, '', o."revisionId"
        FROM unnest($1::text[]) WITH ORDINALITY AS s (id, n), "Space" o WHERE o."id" = $3`,
      [ids('Space', 1_000), organization, space],
    )
    const { tab } = await look(`o/${organization}`)
    const rows = tab.locator('main [data-row]')
    await tab.getByRole('link', { name: 'All 1001 spaces' }).waitFor()
    const before = await rows.count()
    expect(before).toBeLessThanOrEqual(100)
    await tab.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows.count(), { timeout: 20_000 }).toBeGreaterThan(before)
    // A change that the list is read again for takes no row away.
    const shown = await rows.count()
    await call(ann, 'POST', `/orgs/${organization}/spaces`, { title: 'A new space' })
    await tab.getByText('All 1002 spaces').waitFor()
    expect(await rows.count()).toBeGreaterThanOrEqual(shown)
    expect(await most(tab)).toBeLessThan(MAX_AT_ONCE)
  })

  it('shows a page of 2 MB from its beginning, and the heading that the address names', async () => {
    // A million characters at most, each of which has two bytes.
    const text = 'Слова текста, который слишком длинный для одной страницы. '.repeat(4)
    const sections = Array.from({ length: 420 }, (_, at) => `## Part ${at}\n\n${`${text}\n\n`.repeat(10)}`)
    await insertPages(t, ann, space, [{ title: 'Long', markdown: sections.join('') }])
    const { tab, complaints } = await look(`s/${space}/long`)
    await tab.locator('#part-3').waitFor()
    expect(await most(tab)).toBeLessThan(MAX_AT_ONCE)
    await tab.goto(`${t.origin}/app/s/${space}/long#part-400`)
    await expect
      .poll(() => tab.locator('#part-400').isVisible(), {
        timeout: 20_000,
      })
      .toBe(true)
    expect(await most(tab)).toBeLessThan(MAX_AT_ONCE)
    expect(complaints).toEqual([])
  })

  it('shows 1,000 changed pages in parts', async () => {
    const { id, number } = (await call(bo, 'POST', `/spaces/${space}/change-requests`, {
      subject: 'Very much',
    })) as { id: string; number: number }
    const pages = Array.from({ length: 1_000 }, (_, at) => ({
      operation: 'insert_page',
      title: `Page ${at}`,
      document: { markdown: `# Page ${at}\n\nText.\n` },
    }))
    for (let from = 0; from < pages.length; from += 50) {
      const changes = pages.slice(from, from + 50)
      await call(bo, 'POST', `/spaces/${space}/change-requests/${id}/content`, { changes })
    }
    const { tab } = await look(`s/${space}/changes/${number}`)
    const items = tab.locator('[data-change]')
    await items.first().waitFor()
    expect(await items.count()).toBeLessThanOrEqual(75)
    await tab.getByRole('link', { name: 'Changes 1000' }).waitFor()
    expect(await most(tab)).toBeLessThan(MAX_WITH_TREE)
  })

  it('shows some of 5,000 threads beside the changes, and leads to the others', async () => {
    const { id, number } = (await call(bo, 'POST', `/spaces/${space}/change-requests`, {
      subject: 'Much discussed',
    })) as { id: string; number: number }
    const { id: page } = (await call(ann, 'GET', `/spaces/${space}/content/path/upgrade`)) as { id: string }
    await call(bo, 'POST', `/spaces/${space}/change-requests/${id}/content`, {
      changes: [
        { operation: 'update_page', page, document: { markdown: '# Upgrade\n\nIt does so itself.\n' } },
      ],
    })
    const { id: first } = (await call(cy, 'POST', `/spaces/${space}/change-requests/${id}/comments`, {
      page,
      body: { markdown: 'Thread 0' },
    })) as { id: string }
    const columns = `"spaceId", "changeRequestId", "targetId", "revisionId", "pageId", "postedById"`
    await pool.query(
      `INSERT INTO "Comment" ("id", ${columns}, "markdown")
        SELECT c.id, ${columns}, 'Thread ' || c.n
        FROM unnest($1::text[]) WITH ORDINALITY AS c (id, n), "Comment" WHERE "Comment"."id" = $2`,
      [ids('Comment', 4_999), first],
    )
    await pool.query('UPDATE "ChangeRequest" SET "commentsOpen" = 5000 WHERE "id" = $1', [id])
    const { tab, complaints } = await look(`s/${space}/changes/${number}`)
    const threads = tab.locator('[data-thread]')
    await threads.first().waitFor()
    await tab.getByText('The first 500 threads are shown beside the changes.').waitFor()
    expect(await threads.count()).toBeLessThanOrEqual(25)
    // The key goes on where the button would.
    for (let count = 0; count < 26; count++) await tab.keyboard.press('n')
    await expect.poll(() => threads.count()).toBe(50)
    expect(await most(tab)).toBeLessThan(MAX_WITH_TREE)
    await tab.getByRole('link', { name: 'All are in the conversation' }).click()
    await tab.getByRole('button', { name: 'Show more threads' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('shows the last of 5,000 replies, earlier ones on demand, and a name of 500 emoji without room for it', async () => {
    // Signed in before the name is one that the server would refuse.
    const { tab: own } = await look('', cy)
    await t.db.database.prisma.user.update({
      where: { id: cy.user.id },
      data: { displayName: '🦊'.repeat(500) },
    })
    const { id } = (await call(cy, 'POST', `/spaces/${space}/comments`, { body: { markdown: 'First' } })) as {
      id: string
    }
    const { id: page } = (await call(ann, 'GET', `/spaces/${space}/content/path/install`)) as { id: string }
    await pool.query('UPDATE "Comment" SET "pageId" = $2, "replyCount" = 5000 WHERE "id" = $1', [id, page])
    await pool.query(
      `INSERT INTO "CommentReply" ("id", "spaceId", "commentId", "markdown", "postedById")
        SELECT r.id, $2, $3, 'Reply ' || r.n, $4 FROM unnest($1::text[]) WITH ORDINALITY AS r (id, n)`,
      [ids('CommentReply', 5_000), space, id, cy.user.id],
    )
    const person = await look(`s/${space}/install`)
    const { tab } = person
    const replies = tab.getByRole('listitem').filter({ hasText: 'Reply' })
    await replies.last().waitFor()
    expect(await replies.count()).toBeLessThanOrEqual(10)
    await tab.getByRole('button', { name: /^Show 50 of 4995 earlier replies/ }).click()
    await expect.poll(() => replies.count(), { timeout: 20_000 }).toBeGreaterThan(50)
    expect(await replies.count()).toBeLessThan(100)
    expect(await most(tab)).toBeLessThan(MAX_AT_ONCE)
    await person.expectAccessible()
    await own.reload()
    await own.getByRole('heading', { level: 1 }).waitFor()
    const widths = await own.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(widths[0]).toBe(widths[1])
  })
})
