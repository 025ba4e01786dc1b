import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { apis, type CommentFilters, done, failedRequests, refused } from '../support/apis.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { buildPeopleByRole, type PeopleByRole } from '../support/people-by-role.ts'
import { places } from '../support/places.ts'

let t: TestApp
let cast: PeopleByRole

const intro = newId('Page')
const guide = newId('Page')

beforeAll(async () => {
  t = await startApp()
  cast = await buildPeopleByRole(t)
})
afterEach(() => expect(failedRequests(t)).toEqual([]))
afterAll(() => t.close())

describe.each(apis)('comments.list ($name)', ({ enter }) => {
  const as = (who: Person | null) => enter(t, who)

  describe.each(places)('of $where', ({ placeIn, changeRequestOf }) => {
    // Each place and API has its own space, with the same four comments on both targets.
    let here: Pick<PeopleByRole, 'space' | 'changeRequest'>

    beforeAll(async () => {
      const space = await t.build.buildSpace({ organizationId: cast.organization.id })
      here = { space, changeRequest: await t.build.buildChangeRequest({ spaceId: space.id }) }
      for (const target of [{}, { changeRequestId: here.changeRequest.id }]) {
        const add = (markdown: string, author: Person, rest: object = {}) =>
          t.build.buildComment({
            spaceId: space.id,
            ...target,
            markdown,
            postedById: author.user.id,
            ...rest,
          })
        const resolved = {
          status: 'resolved' as const,
          resolvedAt: new Date(),
          resolvedById: cast.admin.user.id,
        }
        await add('one', cast.comment, { pageId: intro })
        await add('two', cast.edit, { pageId: intro, ...resolved })
        await add('three', cast.admin, { pageId: guide })
        await add('four', cast.comment, resolved)
      }
    })

    const textsOf = async (filters: CommentFilters) =>
      (await done(as(cast.read).listComments(placeIn(here), filters))).items.map((item) => item.markdown)

    it('requires a token', async () => {
      await refused(as(null).listComments(placeIn(here)), 401)
    })

    it('a hidden place looks exactly like an absent one', async () => {
      const hidden = await refused(as(cast.stranger).listComments(placeIn(here)), 404)
      const absent = await refused(
        as(cast.read).listComments({
          spaceId: newId('Space'),
          ...(changeRequestOf(here) ? { changeRequest: newId('ChangeRequest') } : {}),
        }),
        404,
      )
      expect(hidden).toEqual(absent)
    })

    it('gives every comment of this target and no other, newest first', async () => {
      const { items, next } = await done(as(cast.read).listComments(placeIn(here)))
      expect(items.map((item) => item.markdown)).toEqual(['four', 'three', 'two', 'one'])
      expect(items.map((item) => item.changeRequest)).toEqual(items.map(() => changeRequestOf(here)))
      expect(next).toBeUndefined()
    })

    it.each<[CommentFilters, string[]]>([
      [{ status: 'all' }, ['four', 'three', 'two', 'one']],
      [{ status: 'open' }, ['three', 'one']],
      [{ status: 'resolved' }, ['four', 'two']],
      [{ order: 'asc' }, ['one', 'two', 'three', 'four']],
      [{ order: 'desc' }, ['four', 'three', 'two', 'one']],
      [{ targetPage: intro }, ['two', 'one']],
      [{ targetPage: newId('Page') }, []],
      [{ targetPage: intro, status: 'resolved' }, ['two']],
      [{ targetPage: intro, order: 'asc' }, ['one', 'two']],
      [{ status: 'open', order: 'asc' }, ['one', 'three']],
    ])('filters by %j', async (filters, expected) => {
      expect(await textsOf(filters)).toEqual(expected)
    })

    it('filters by one author and by several', async () => {
      const [ann, bob] = [cast.comment.user.id, cast.admin.user.id]
      expect(await textsOf({ authors: [ann] })).toEqual(['four', 'one'])
      expect(await textsOf({ authors: [ann, bob] })).toEqual(['four', 'three', 'one'])
      expect(await textsOf({ authors: [cast.stranger.user.id] })).toEqual([])
      expect(await textsOf({ authors: [ann, bob], status: 'open', order: 'asc' })).toEqual(['one', 'three'])
    })

    it('returns documents instead of markdown on request', async () => {
      const { items } = await done(as(cast.read).listComments(placeIn(here), { format: 'document' }))
      expect(items).toHaveLength(4)
      for (const item of items) {
        expect(item).not.toHaveProperty('markdown')
        expect(item.document).toMatchObject({ object: 'document' })
      }
    })

    it('returns each comment exactly as a single read does', async () => {
      const { items } = await done(as(cast.admin).listComments(placeIn(here)))
      const alone = items.map(({ id }) =>
        done(as(cast.admin).getComment({ ...placeIn(here), commentId: id })),
      )
      expect(items).toEqual(await Promise.all(alone))
    })
  })
})
