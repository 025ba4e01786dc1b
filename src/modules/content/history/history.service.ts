import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { idField } from '../../../core/fields.ts'
import { NoFilters } from '../../../core/lists/page.ts'
import { listOperation } from '../../../core/operations/operation.ts'
import { contentPlace, getChangeRequestRow } from '../../change-requests/index.ts'
import { getSpaceRow } from '../../spaces/index.ts'
import { findPage } from '../content.loaders.ts'
import { contentScope } from '../content.model.ts'
import { getContent } from '../content-scope.ts'
import { type HistoryOwner, revisionsOfOwner, revisionsOfPage } from './history.lists.ts'

const ListRevisions = z.object({
  spaceId: contentScope.spaceId,
  changeRequestId: contentPlace.changeRequestId,
})

export const listRevisions = listOperation({
  id: 'content.listRevisions',
  input: ListRevisions,
  filters: NoFilters,
  scope: 'space:read',
  parent: (ctx, { spaceId, changeRequestId }): Promise<HistoryOwner> =>
    changeRequestId === undefined
      ? getSpaceRow(ctx.reads, spaceId)
      : getChangeRequestRow(ctx.reads, spaceId, changeRequestId),
  list: () => revisionsOfOwner,
})

export const listPageRevisions = listOperation({
  id: 'content.listPageRevisions',
  input: ListRevisions.extend({ pageId: idField('Page', 'The ID of the page.') }),
  filters: NoFilters,
  scope: 'space:read',
  parent: async (ctx, { pageId, ...place }) => {
    const page = await findPage(ctx.reads, await getContent(ctx.reads, place), pageId)
    if (!page) throw notFound('This page')
    return page
  },
  list: () => revisionsOfPage,
})
