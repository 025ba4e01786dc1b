import { z } from 'zod'
import { idField } from '../../core/fields.ts'
import { anyOf } from '../../core/lists/filters.ts'
import { changeRequestPlace } from '../change-requests/index.ts'
import { contentScope } from '../content/index.ts'

const linkStatuses = ['ok', 'broken', 'in-app'] as const
export const LinkStatus = z.enum(linkStatuses)

/** The status that is shown for the status of a row: a link to a file of the repository that is no content is ok. */
export const shownStatus = (status: string): z.output<typeof LinkStatus> =>
  LinkStatus.parse(status === 'outside' ? 'ok' : status)

/** The statuses of rows that a filter by statuses means. */
export const storedStatuses = (statuses: readonly string[] | undefined): string[] | undefined =>
  statuses?.flatMap((status) => (status === 'ok' ? ['ok', 'outside'] : [status]))

export const LinkRelation = z.enum(['reference', 'dependsOn'])

export const ReferenceKind = z.enum(['page', 'file', 'reusable-content', 'space', 'url'])

export const BrokenContext = z.enum(['change-request', 'space'])
export type BrokenContext = z.output<typeof BrokenContext>

const status = anyOf(LinkStatus).optional().meta({ description: 'Only links with one of these statuses.' })

export const SpaceLinksFilters = z.object({ status })
export type SpaceLinksFilters = z.output<typeof SpaceLinksFilters>
export const ListSpaceLinks = z.object({ spaceId: contentScope.spaceId, status })

const brokenContext = anyOf(BrokenContext).optional().meta({
  description: 'Only broken links with one of these contexts.',
})

export const ChangeRequestLinksFilters = z.object({ status, brokenContext })
export type ChangeRequestLinksFilters = z.output<typeof ChangeRequestLinksFilters>
export const ListChangeRequestLinks = z.object({
  ...changeRequestPlace,
  status,
  brokenContext,
})

export const NoFilters = z.object({})
export const ListPageLinks = z.object({ ...contentScope, pageId: idField('Page', 'The ID of the page.') })
export const ListFileBacklinks = z.object({ ...contentScope, fileId: idField('File', 'The ID of the file.') })
