import { readOf } from '../../../core/lists/loaders.ts'
import type { ChangeRequestRow } from '../../change-requests/index.ts'
import { differencesOfChangeRequest } from '../differences/differences.service.ts'
import { isViewed } from './viewed.loaders.ts'

/** The number of pages that a change request changes, and how many of them the viewer has marked. */
export const viewedProgress = readOf('space:read', async (reads, changeRequest: ChangeRequestRow) => {
  const all = (await reads.load(differencesOfChangeRequest.all, changeRequest)) ?? []
  const pages = new Map(all.flatMap((row) => ('page' in row.change ? [[row.change.page, row] as const] : [])))
  const marks = await Promise.all([...pages.values()].map((row) => isViewed.read(reads, row)))
  return { pages: pages.size, viewed: marks.filter(Boolean).length }
})
