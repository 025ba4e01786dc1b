import fc from 'fast-check'
import { expect, it } from 'vitest'
import { done, type Refusal, refused } from '../support/apis.ts'
import { type MergeView, mergingApis, type RuleView, restMerging } from '../support/apis-merging.ts'
import type { Proposal } from '../support/apis-reviews.ts'
import { appForFile, startApp } from '../support/app.ts'
import { insertPages } from '../support/content.ts'
import type { Person } from '../support/factories.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'
import '../support/property-seed.ts'

const t = await appForFile()
/** Another node, which is asked. What it has found before stays in its memory while the first node changes content. */
const second = await startApp({ sharing: t })
const cast = await buildPeopleByRole(t)
const organizationId = cast.organization.id

const PAGES = 4
const LINES = 6

const edit = fc.record({
  side: fc.constantFrom('main' as const, 'change' as const),
  kind: fc.constantFrom('line', 'line', 'line', 'title', 'slug', 'move', 'delete', 'add'),
  page: fc.nat(PAGES - 1),
  other: fc.nat(PAGES - 1),
  line: fc.nat(LINES - 1),
  word: fc.constantFrom('alpha', 'beta'),
  /** Whether the second node is asked after it, and so knows an earlier state when the merge comes. */
  isAsked: fc.boolean(),
})
type Edit = ReturnType<typeof edit.generate>['value']

const rules = fc.uniqueArray(
  fc.constantFrom<RuleView>(
    { rule: 'require_up_to_date_change_request' },
    { rule: 'require_change_request_subject' },
    { rule: 'require_open_change_request' },
    { rule: 'require_approvals', count: 1 },
  ),
  { maxLength: 1 },
)

const textOf = (lines: readonly string[]) => `${lines.join('\n\n')}\n`
const start = Array.from({ length: LINES }, (_, n) => `Line ${n}.`)

/** One side: the texts of its pages as it has written them. */
class Side {
  readonly texts = Array.from({ length: PAGES }, () => [...start])
  readonly #path: string
  readonly #who: Person
  readonly #pages: readonly string[]

  constructor(path: string, who: Person, pages: readonly string[]) {
    this.#path = path
    this.#who = who
    this.#pages = pages
  }

  /** Makes an edit. One that this side rejects, such as one of a page that it has deleted, changes nothing. */
  async make({ kind, page: n, other, line, word }: Edit): Promise<void> {
    const page = this.#pages[n]
    const text = this.texts[n] ?? []
    if (kind === 'line') text[line] = `Line ${line}, ${word}.`
    const change = {
      line: { operation: 'update_page', page, document: { markdown: textOf(text) } },
      title: { operation: 'update_page', page, title: `Page ${word}` },
      slug: { operation: 'update_page', page, slug: word },
      move: { operation: 'update_page', page, into: this.#pages[other] },
      delete: { operation: 'delete_page', page },
      add: { operation: 'insert_page', title: word, slug: word, document: { markdown: `${line}\n` } },
    }[kind]
    const answer = await callRest(t, this.#who, 'POST', `${this.#path}/content`, {
      body: { changes: [change] },
    })
    if (answer.status !== 200) kinds.rejected++
    if (answer.status >= 500) throw new Error(answer.trace)
  }
}

/** How often each was seen, so that no kind of example is missing. */
const kinds = { clean: 0, outdated: 0, conflicts: 0, blocked: 0, merged: 0, rejected: 0 }

const pagesOf = ({ details = [] }: Refusal) =>
  [...new Set(details.flatMap(({ path: [type, id] }) => (type === 'page' ? [id] : [])))].sort()

/** Merges, and compares what happens with what was said. */
async function mergeAsSaid(at: Proposal, said: MergeView): Promise<void> {
  const merger = restMerging(t, cast.review)
  if (said.state === 'conflicts') {
    const refusal = await refused(merger.merge(at), 409)
    expect(refusal.reason).toBe('conflict')
    expect(refusal.details).toHaveLength(said.conflicts)
    expect(said.conflictingPages.map(({ page }) => page).sort()).toEqual(pagesOf(refusal))
    return
  }
  expect(said).toMatchObject({ conflicts: 0, conflictingPages: [] })
  if (said.state === 'blocked') {
    const refusal = await refused(merger.merge(at), 412)
    expect(refusal.details?.map(({ path, message }) => ({ rule: path[1], message }))).toEqual(said.blockedBy)
    return
  }
  expect(said.blockedBy).toEqual([])
  expect(await done(merger.merge(at))).toBe('merge')
}

it('what another node says about a merge is what the merge then does', async () => {
  const examples = fc.record({
    edits: fc.array(edit, { minLength: 1, maxLength: 7 }),
    rules,
    subject: fc.constantFrom('', 'Better'),
    isUpdated: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(examples, async ({ edits, rules, subject, isUpdated }) => {
      const { id: spaceId } = await t.build.buildSpace({ organizationId })
      const pages = await insertPages(
        t,
        cast.admin,
        spaceId,
        Array.from({ length: PAGES }, (_, n) => ({ title: `Page ${n}`, markdown: textOf(start) })),
      )
      const author = restMerging(t, cast.edit)
      const { id: changeRequestId } = await done(author.create(spaceId, { subject }))
      const at = { spaceId, changeRequestId }
      const path = `/spaces/${spaceId}/change-requests/${changeRequestId}`
      const sides = {
        main: new Side(`/spaces/${spaceId}`, cast.admin, pages),
        change: new Side(path, cast.edit, pages),
      }
      const ask = async (): Promise<MergeView> => {
        const [first, ...others] = await Promise.all(
          mergingApis.map(({ enter }) => done(enter(second, cast.review).mergeability(at))),
        )
        for (const other of others) expect(other).toEqual(first)
        return first as MergeView
      }
      for (const each of edits) {
        await sides[each.side].make(each)
        if (each.isAsked) await ask()
      }
      if (isUpdated) await callRest(t, cast.edit, 'POST', `${path}/update`)
      if (rules.length > 0) {
        await done(restMerging(t, cast.admin).setRules(spaceId, { type: 'rules', rules }))
      }
      const said = await ask()
      kinds[said.state as keyof typeof kinds]++
      await mergeAsSaid(at, said)
      // Conflicts are resolved one by one, and the node that is asked counts down with them.
      if (said.state === 'conflicts') {
        if (!isUpdated) await callRest(t, cast.edit, 'POST', `${path}/update`)
        const { body } = await callRest(t, cast.edit, 'GET', `${path}/conflicts`, { query: { limit: 50 } })
        const { items } = body as { items: { id: string }[] }
        expect(items).toHaveLength(said.conflicts)
        for (const [n, { id }] of items.entries()) {
          expect((await ask()).conflicts).toBe(items.length - n)
          const answer = await callRest(t, cast.edit, 'POST', `${path}/conflicts/${id}/resolve`, {
            body: { resolution: n % 2 ? 'primary' : 'changed' },
          })
          expect(answer.status, answer.trace).toBe(200)
        }
        const resolved = await ask()
        kinds[resolved.state as keyof typeof kinds]++
        await mergeAsSaid(at, resolved)
      }
      if ((await ask()).state === 'merged') kinds.merged++
    }),
    { numRuns: 25 },
  )
  expect(Math.min(...Object.values(kinds)), JSON.stringify(kinds)).toBeGreaterThan(0)
}, 120_000)
