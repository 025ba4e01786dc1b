import fc from 'fast-check'
import { expect, it } from 'vitest'
import { done } from '../../support/apis.ts'
import { type Change, contentApis } from '../../support/apis-content.ts'
import { appForFile } from '../../support/app.ts'
import { buildPeopleByRole } from '../../support/people-by-role.ts'
import '../../support/property-seed.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
const [rest] = contentApis
if (!rest) throw new Error('There is no API.')
const editor = rest.enter(t, cast.edit)
const { id: spaceId } = await t.build.buildSpace({ organizationId: cast.organization.id })
const { id: changeRequest } = await t.build.buildChangeRequest({ spaceId, createdById: cast.edit.user.id })
const at = { spaceId, changeRequest }

const edit = fc.oneof(
  fc.record({ kind: fc.constant('replace' as const), words: fc.stringMatching(/^[a-z]{1,8}$/) }),
  fc.record({ kind: fc.constant('add' as const), words: fc.stringMatching(/^[a-z]{1,8}$/) }),
  fc.record({ kind: fc.constant('remove' as const), words: fc.constant('') }),
)
type Edit = { kind: 'replace' | 'add' | 'remove'; words: string }

/** What happened to a line: nothing, an edit of one side, the same edit of both, or two edits. */
const fate = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.record({ theirs: edit }) },
  { weight: 2, arbitrary: fc.record({ ours: edit }) },
  { weight: 1, arbitrary: edit.map((both) => ({ theirs: both, ours: both })) },
  { weight: 1, arbitrary: fc.record({ theirs: edit, ours: edit }) },
)
interface Fate {
  theirs?: Edit
  ours?: Edit
}

/** Every line differs from the others. Lines that are not edited are between those that are. */
function versionOf(fates: readonly Fate[], editOf: (fate: Fate) => Edit | undefined): string {
  return fates
    .flatMap((each, n) => {
      const [line, change] = [`Line ${n} of the text.`, editOf(each)]
      const lines = !change
        ? [line]
        : { replace: [`${n} ${change.words}`], add: [line, `${n} ${change.words}`], remove: [] }[change.kind]
      return [...lines, `Between ${n}, first.`, `Between ${n}, second.`]
    })
    .map((line) => `${line}\n`)
    .join('')
}

const isConflict = ({ theirs, ours }: Fate) =>
  theirs !== undefined && ours !== undefined && JSON.stringify(theirs) !== JSON.stringify(ours)

it('a save keeps the edits of both sides, equal ones once, and is rejected for different edits of a line', async () => {
  const pages = fc.array(fc.array(fate, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(pages, async (texts) => {
      const insert = (fates: Fate[]): Change => ({
        operation: 'insert_page',
        title: 'Page',
        markdown: versionOf(fates, () => undefined),
      })
      const base = await done(editor.save(at, texts.map(insert)))
      const save = (editOf: (fate: Fate) => Edit | undefined, expected?: string) =>
        editor.save(
          at,
          texts.map((fates, n) => ({
            operation: 'update_page',
            page: base.changes[n]?.id,
            markdown: versionOf(fates, editOf),
          })),
          expected,
        )
      const theirs = await done(save((each) => each.theirs))
      const outcome = await save((each) => each.ours, base.revision)
      const written = await Promise.all(
        base.changes.map(async ({ id }) => (await done(editor.page(at, id))).markdown),
      )
      if (texts.flat().some(isConflict)) {
        expect(outcome).toMatchObject({ ok: false, status: 409 })
        const conflicting = new Set(
          outcome.ok ? [] : outcome.details?.map(({ conflict }) => conflict?.subjectId),
        )
        expect([...conflicting]).toEqual(
          base.changes.flatMap(({ id }, n) => (texts[n]?.some(isConflict) ? [id] : [])),
        )
        expect(written).toEqual(texts.map((fates) => versionOf(fates, (each) => each.theirs)))
        expect((await done(editor.revision(at))).id).toBe(theirs.revision)
      } else {
        expect(outcome).toMatchObject({ ok: true })
        expect(written).toEqual(texts.map((fates) => versionOf(fates, (each) => each.ours ?? each.theirs)))
      }
    }),
    { numRuns: 30 },
  )
}, 120_000)
