import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { place } from '../content.model.ts'

export const linkStatuses = ['ok', 'broken', 'in-app'] as const
export const LinkStatus = z.enum(linkStatuses)

const status = LinkStatus.optional().meta({ description: 'Only links of this status.' })

export const SpaceLinksFilters = z.object({ status })
export type SpaceLinksFilters = z.output<typeof SpaceLinksFilters>
export const ListSpaceLinks = z.object({ spaceId: place.spaceId, status })

export const NoFilters = z.object({})
export const ListPageLinks = z.object({ ...place, pageId: idField('Page', 'The page.') })
export const ListFileBacklinks = z.object({ ...place, fileId: idField('File', 'The file.') })
