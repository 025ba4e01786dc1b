import { notFound } from '../../core/errors.ts'
import type { Context } from '../../core/operations/context.ts'
import { listOperation } from '../../core/operations/operation.ts'
import { getChangeRequestRow } from '../change-requests/index.ts'
import {
  type ContentScope,
  type FileInRevision,
  findFile,
  findPage,
  getContent,
  type PageRow,
} from '../content/index.ts'
import { getSpaceRow } from '../spaces/index.ts'
import { fileBacklinks, linksOfPageList, linksOfSpace, pageBacklinks } from './links.lists.ts'
import { isMain } from './links.loaders.ts'
import {
  ChangeRequestLinksFilters,
  ListChangeRequestLinks,
  ListFileBacklinks,
  ListPageLinks,
  ListSpaceLinks,
  NoFilters,
  SpaceLinksFilters,
} from './links.model.ts'
import { linksOfChangeRequest } from './links-of-change-request.ts'

const scope = 'space:read' as const

async function pageAt({ reads }: Context, at: ContentScope & { pageId: string }): Promise<PageRow> {
  const page = await findPage(reads, await getContent(reads, at), at.pageId)
  if (!page) throw notFound('This page')
  return page
}

async function fileAt({ reads }: Context, at: ContentScope & { fileId: string }): Promise<FileInRevision> {
  const file = await findFile(reads, await getContent(reads, at), at.fileId)
  if (!file) throw notFound('This file')
  return file
}

export const listSpaceLinks = listOperation({
  id: 'links.list',
  input: ListSpaceLinks,
  filters: SpaceLinksFilters,
  scope,
  parent: (ctx, { spaceId }) => getSpaceRow(ctx.reads, spaceId),
  list: () => linksOfSpace,
})

export const listChangeRequestLinks = listOperation({
  id: 'links.listOfChangeRequest',
  input: ListChangeRequestLinks,
  filters: ChangeRequestLinksFilters,
  scope,
  parent: (ctx, { spaceId, changeRequestId }) => getChangeRequestRow(ctx.reads, spaceId, changeRequestId),
  list: () => linksOfChangeRequest,
})

export const listPageLinks = listOperation({
  id: 'links.listOfPage',
  input: ListPageLinks,
  filters: NoFilters,
  scope,
  parent: pageAt,
  list: () => linksOfPageList,
})

export const listPageBacklinks = listOperation({
  id: 'links.listToPage',
  input: ListPageLinks,
  filters: NoFilters,
  scope,
  parent: pageAt,
  list: ({ content }) => (isMain(content) ? pageBacklinks.stored : pageBacklinks.computed),
})

export const listFileBacklinks = listOperation({
  id: 'links.listToFile',
  input: ListFileBacklinks,
  filters: NoFilters,
  scope,
  parent: fileAt,
  list: ({ content }) => (isMain(content) ? fileBacklinks.stored : fileBacklinks.computed),
})
