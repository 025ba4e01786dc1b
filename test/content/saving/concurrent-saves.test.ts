import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { done, failedRequests, refused } from '../../support/apis.ts'
import { type Change, type ContentAt, contentApis } from '../../support/apis-content.ts'
import { startApp } from '../../support/app.ts'
import { whileChanged } from '../../support/concurrent-change.ts'
import { WAIT } from '../../support/live.ts'
import { buildPeopleByRole } from '../../support/people-by-role.ts'
import { bodyOf, send } from '../../support/refusals.ts'

const t = await startApp()
const other = await startApp({ sharing: t, apart: true })
const cast = await buildPeopleByRole(t)
const { prisma, pool } = t.db.database
const isExpected = new Set<unknown>()
afterEach(() =>
  expect([...failedRequests(t), ...failedRequests(other)].filter((fault) => !isExpected.has(fault))).toEqual(
    [],
  ),
)
afterAll(async () => {
  await other.close()
  await t.close()
})

const PARAGRAPHS = Array.from({ length: 12 }, (_, n) => `Paragraph ${n}.`)
const textOf = (paragraphs: readonly string[]) => `${paragraphs.join('\n\n')}\n`
const withEdit = (n: number, words: string) => textOf(PARAGRAPHS.with(n, words))
const update = (page: string, markdown: string): Change => ({ operation: 'update_page', page, markdown })

describe.each(contentApis)('saves at the same time on two nodes ($name)', ({ enter }) => {
  const nodes = [enter(t, cast.edit), enter(other, cast.edit)] as const
  const [editor] = nodes

  async function page(where: 'main' | 'proposed') {
    const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
    const { id } = await t.build.buildChangeRequest({ spaceId, createdById: cast.edit.user.id })
    const at: ContentAt = where === 'main' ? { spaceId } : { spaceId, changeRequest: id }
    const insert = { operation: 'insert_page', title: 'Page', markdown: textOf(PARAGRAPHS) }
    const { revision, changes } = await done(editor.save(at, [insert]))
    return { at, revision, page: changes[0]?.id ?? '' }
  }

  const read = async (at: ContentAt, id: string) => (await done(editor.page(at, id))).markdown
  const revisions = ({ spaceId }: ContentAt) => prisma.revision.count({ where: { spaceId } })

  it.each(['main', 'proposed'] as const)('keep all edits of different lines (%s)', async (where) => {
    const { at, revision, page: id } = await page(where)
    const saved = await Promise.all(
      PARAGRAPHS.map((_, n) =>
        done((nodes[n % 2] ?? editor).save(at, [update(id, withEdit(n, `Edit ${n}.`))], revision)),
      ),
    )
    expect(await read(at, id)).toBe(textOf(PARAGRAPHS.map((_, n) => `Edit ${n}.`)))
    // Each save has a revision of its own, of which only the first is the text that was sent.
    expect(new Set(saved.map((each) => each.revision)).size).toBe(PARAGRAPHS.length)
    expect(saved.filter(({ changes }) => !changes[0]?.merged)).toHaveLength(1)
  })

  it('let one of two edits of the same line win, and reject the other with it', async () => {
    const { at, revision, page: id } = await page('main')
    const words = ['One.', 'Two.']
    const outcomes = await Promise.all(
      nodes.map((node, n) => node.save(at, [update(id, withEdit(3, words[n] ?? ''))], revision)),
    )
    const winner = outcomes.findIndex(({ ok }) => ok)
    const loser = outcomes[1 - winner]
    expect(loser).toMatchObject({
      ok: false,
      status: 409,
      details: [
        {
          conflict: { theirs: withEdit(3, words[winner] ?? ''), ours: withEdit(3, words[1 - winner] ?? '') },
        },
      ],
    })
    expect(await read(at, id)).toBe(withEdit(3, words[winner] ?? ''))
  })

  it('of the same text are one revision and one event', async () => {
    const { at, revision, page: id } = await page('main')
    const before = await revisions(at)
    const saved = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        done((nodes[n % 2] ?? editor).save(at, [update(id, withEdit(5, 'Edited.'))], revision)),
      ),
    )
    expect(new Set(saved.map((each) => each.revision)).size).toBe(1)
    expect(await revisions(at)).toBe(before + 1)
    expect(await prisma.event.count({ where: { spaceId: at.spaceId, type: 'space.content_updated' } })).toBe(
      2,
    )
  })

  it('are merged with what was saved after they were prepared', async () => {
    const { at, revision, page: id } = await page('main')
    const { revision: later } = await done(editor.save(at, [update(id, withEdit(1, 'Later.'))]))
    // The space is as before while the save is prepared, and changes while it waits for the lock.
    await prisma.space.update({ where: { id: at.spaceId }, data: { revisionId: revision } })
    const change = {
      sql: 'UPDATE "Space" SET "revisionId" = $2 WHERE "id" = $1',
      values: [at.spaceId, later],
    }
    const saved = await whileChanged(t, change, () =>
      done(editor.save(at, [update(id, withEdit(8, 'Edited.'))], revision)),
    )
    expect(saved.changes).toEqual([{ kind: 'updated_page', id, merged: true }])
    expect(await read(at, id)).toBe(textOf(PARAGRAPHS.with(1, 'Later.').with(8, 'Edited.')))
  })

  it('leave nothing if their connection is lost, and can be repeated', async () => {
    const { at, revision, page: id } = await page('main')
    await done(editor.save(at, [update(id, withEdit(1, 'Later.'))]))
    const before = await revisions(at)
    const blocker = await pool.connect()
    try {
      await blocker.query('BEGIN')
      await blocker.query('SELECT 1 FROM "Space" WHERE "id" = $1 FOR UPDATE', [at.spaceId])
      const save = editor.save(at, [update(id, withEdit(8, 'Edited.'))], revision)
      await vi.waitFor(async () => {
        const { rowCount } = await pool.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        if (rowCount === 0) throw new Error('it does not wait')
      }, WAIT)
      await refused(save, 503)
    } finally {
      await blocker.query('ROLLBACK')
      blocker.release()
    }
    for (const fault of failedRequests(t)) isExpected.add(fault)
    expect(await revisions(at)).toBe(before)
    await done(editor.save(at, [update(id, withEdit(8, 'Edited.'))], revision))
    expect(await read(at, id)).toBe(textOf(PARAGRAPHS.with(1, 'Later.').with(8, 'Edited.')))
  })
})

it('a save that is sent again with its key is done once, although its revision is outdated by then', async () => {
  const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
  const [, graphql] = contentApis
  const api = graphql?.enter(t, cast.edit)
  if (!api) throw new Error('There is no API.')
  const first = await done(
    api.save({ spaceId }, [{ operation: 'insert_page', title: 'Page', markdown: textOf(PARAGRAPHS) }]),
  )
  const page = first.changes[0]?.id ?? ''
  const save = (node: typeof t) =>
    send(node.origin, `/v1/spaces/${spaceId}/content`, {
      token: cast.edit.token,
      json: { changes: [update(page, withEdit(2, 'Edited.'))], expectedRevision: first.revision },
      headers: { 'idempotency-key': 'the save of a tab' },
    })
  const once = bodyOf(await save(t))
  // Others change the same line after it.
  await done(api.save({ spaceId }, [update(page, withEdit(2, 'Others.'))]))
  expect(bodyOf(await save(other))).toEqual(once)
  expect((await done(api.page({ spaceId }, page))).markdown).toBe(withEdit(2, 'Others.'))
})
