import { afterEach, describe, expect, it } from 'vitest'
import { done, failedRequests } from '../../support/apis.ts'
import { type Change, type ContentAt, contentApis } from '../../support/apis-content.ts'
import { appForFile } from '../../support/app.ts'
import { buildPeopleByRole } from '../../support/people-by-role.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
const { prisma } = t.db.database
afterEach(() => expect(failedRequests(t)).toEqual([]))

const TEXT = '---\ndescription: "Quoted"\n---\n\nA heading\n=========\n\nSome __bold__ text.\r\n'
const REUSED = 'Reused.\n'

const update = (page: string, more: object): Change => ({ operation: 'update_page', page, ...more })

describe.each(contentApis)('a save of equal content ($name)', ({ enter }) => {
  const editor = () => enter(t, cast.edit)

  async function fill(where: 'main content' | 'a change request') {
    const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
    const request = await t.build.buildChangeRequest({ spaceId, createdById: cast.edit.user.id })
    const at: ContentAt = where === 'main content' ? { spaceId } : { spaceId, changeRequest: request.id }
    const { revision, changes } = await done(
      editor().save(at, [
        { operation: 'insert_page', title: 'Page', markdown: TEXT, emoji: '1f600', ref: 'page' },
        { operation: 'insert_page', title: 'Below', into: 'page' },
        {
          operation: 'insert_page',
          title: 'Link',
          type: 'link',
          target: { kind: 'url', url: 'https://example.com/' },
        },
        { operation: 'insert_reusable_content', title: 'Reused', markdown: REUSED },
        { operation: 'set_variable', name: 'one', value: '1' },
        { operation: 'set_variable', name: 'two', value: '2' },
      ]),
    )
    const [page = '', below = '', link = '', reusable = ''] = changes.map(({ id }) => id)
    return { at, revision, page, below, link, reusable }
  }

  /** All that a save leaves: revisions, events, and rows that count or point to them. */
  const tracesOf = async ({ spaceId }: ContentAt) => ({
    revisions: await prisma.revision.count({ where: { spaceId } }),
    events: await prisma.event.count({ where: { spaceId } }),
    space: await prisma.space.findUniqueOrThrow({ where: { id: spaceId } }),
    requests: await prisma.changeRequest.findMany({ where: { spaceId }, include: { contributors: true } }),
    texts: await prisma.document.count({ where: { spaceId } }),
  })

  const places = ['main content', 'a change request'] as const

  it.each(places)('returns the current revision, and writes and notifies nothing, in %s', async (where) => {
    const { at, revision, page, below, link, reusable } = await fill(where)
    const before = await tracesOf(at)
    const { title, description, slug } = await done(editor().page(at, page))
    const equal: Change[][] = [
      [update(page, { markdown: TEXT })],
      [update(page, { title, emoji: '1f600', slug, description, hidden: false, icon: '' })],
      [update(page, { at: 0 }), update(below, { into: page, at: 0 })],
      [update(link, { target: { kind: 'url', url: 'https://example.com/' } })],
      [
        {
          operation: 'update_reusable_content',
          reusableContent: reusable,
          title: 'Reused',
          markdown: REUSED,
        },
      ],
      [
        { operation: 'set_variable', name: 'one', value: '1' },
        { operation: 'set_variable', name: 'three', value: null },
      ],
      [{ operation: 'revert_page', page, revision }],
      [update(page, { title: 'Other', markdown: 'Other\n' }), update(page, { title, markdown: TEXT })],
      [
        { operation: 'insert_page', title: 'New', ref: 'new' },
        { operation: 'delete_page', page: 'new' },
      ],
    ]
    for (const changes of [...equal, equal.flat().slice(0, 9)]) {
      expect((await done(editor().save(at, changes))).revision, JSON.stringify(changes)).toBe(revision)
      expect((await done(editor().save(at, changes, revision))).revision).toBe(revision)
    }
    expect(await tracesOf(at)).toEqual(before)
    expect(await done(editor().page(at, page))).toMatchObject({ title, markdown: TEXT })
  })

  it.each(places)('leaves out the equal ones of several changes, in %s', async (where) => {
    const { at, revision, page, below } = await fill(where)
    const updatedAt = async (id: string) => (await readRecord(at, id))?.updatedAt
    const saved = await done(
      editor().save(at, [update(page, { markdown: TEXT }), update(below, { markdown: 'New\n' })]),
    )
    expect(saved.revision).not.toBe(revision)
    expect(saved.changes.map(({ id }) => id)).toEqual([page, below])
    expect([await updatedAt(page), await updatedAt(below)]).toEqual([undefined, expect.any(String)])
  })

  async function readRecord(at: ContentAt, id: string): Promise<{ updatedAt?: string } | undefined> {
    const nodes = await prisma.contentNode.findMany({ where: { spaceId: at.spaceId } })
    const { pagesRoot } = await prisma.revision.findUniqueOrThrow({
      where: { id: (await done(editor().revision(at))).id },
    })
    const root = nodes.find(({ hash }) => hash === pagesRoot)
    return (root?.entries as Record<string, { updatedAt?: string }> | undefined)?.[id]
  }

  it('is an edit if a byte of the source differs', async () => {
    const { at, revision, page } = await fill('a change request')
    const saved = await done(editor().save(at, [update(page, { markdown: TEXT.replace('\r\n', '\n') })]))
    expect(saved.revision).not.toBe(revision)
  })
})
