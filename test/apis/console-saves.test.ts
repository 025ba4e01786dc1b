import { expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { bodyOf, query } from '../support/refusals.ts'
import { buildWorld } from '../support/world.ts'

const t = await appForFile()
const world = await buildWorld(t)

const SAVE = `mutation Save($i: ChangeContentInput!) { changeContent(input: $i) { revision { id } changeRequest { id version outdated } changes { kind subjectId ref merged page { pageId path } } } }`
const REVIEW = `mutation Review($i: SubmitReviewInput!) { submitReview(input: $i) { review { id status outdated comment { id } } comments { id target { page { pageId } } } } }`

const run = async (document: string, i: object) =>
  bodyOf(await query(t.origin, document, { token: world.person.token, variables: { i } }))

it('an editor saves, is told that its text was merged, and a reviewer answers with comments', async () => {
  const { id: changeRequestId } = await t.build.buildChangeRequest({
    spaceId: world.space.id,
    status: 'open',
    createdById: world.person.user.id,
  })
  const save = async (change: object, expectedRevision?: string) =>
    (await run(SAVE, { changeRequestId, changes: [change], expectedRevision })).data.changeContent
  const text = 'One.\n\nTwo.\n\nThree.\n'
  const first = await save({ insertPage: { title: 'Page', markdown: text, ref: 'page' } })
  expect(first.changes).toMatchObject([
    { kind: 'CREATED_PAGE', ref: 'page', merged: false, page: { path: 'page' } },
  ])
  const page = first.changes[0].subjectId
  const update = (markdown: string) => save({ updatePage: { page, markdown } }, first.revision.id)
  const second = await update(text.replace('One', 'First'))
  expect(await update(text.replace('Three', 'Third'))).toMatchObject({
    changeRequest: { id: changeRequestId },
    changes: [{ subjectId: page, merged: true }],
  })
  const { errors } = await run(SAVE, {
    changeRequestId,
    changes: [{ updatePage: { page, markdown: text.replace('One', '1') } }],
    expectedRevision: first.revision.id,
  })
  expect(errors[0].extensions).toMatchObject({
    code: 'CONFLICT',
    status: 409,
    details: [
      {
        conflict: { base: text, ours: text.replace('One', '1'), hunks: [{ theirs: { lines: ['First.'] } }] },
      },
    ],
  })
  expect(second.revision.id).not.toBe(first.revision.id)
  const { data } = await run(REVIEW, {
    changeRequestId,
    status: 'CHANGES_REQUESTED',
    comment: { markdown: 'Almost' },
    comments: [{ body: { markdown: 'Why?' }, page }],
  })
  expect(data.submitReview).toMatchObject({
    review: { status: 'CHANGES_REQUESTED', outdated: false },
    comments: [{ target: { page: { pageId: page } } }],
  })
})
