import { z } from 'zod'
import type { View } from '../../../rest/route.ts'
import { type FileRecord, type PageRecord, type PlacedPage, pathOf } from '../../revisions/index.ts'
import { isViewed } from '../viewed/viewed.loaders.ts'
import { type ChangedAttributes, changedAttributes, shownFile } from './changed-attributes.ts'
import {
  type ChangedPlaces,
  changedPlaces,
  type Difference,
  type Differences,
} from './differences.service.ts'
import type { SemanticChange } from './semantic-changes.ts'

const ChangedPage = z.object({
  id: z.string(),
  type: z.enum(['document', 'group', 'link', 'computed']),
  title: z.string(),
  slug: z.string(),
  path: z.string().optional().meta({ description: 'Absent for pages without an address, such as links.' }),
})
type ChangedPage = z.input<typeof ChangedPage>

const Attributes = z
  .record(z.string(), z.object({ before: z.unknown().optional(), after: z.unknown().optional() }))
  .meta({ description: 'The values before and after, of those that differ.' })

const RestChange = z.object({
  type: z.enum([
    'page_created',
    'page_moved',
    'page_edited',
    'page_deleted',
    'file_created',
    'file_edited',
    'file_deleted',
    'reusable_content_created',
    'reusable_content_edited',
    'reusable_content_deleted',
    'variables_edited',
  ]),
  page: ChangedPage.optional(),
  parent: z.object({ before: ChangedPage.optional(), after: ChangedPage.optional() }).optional(),
  file: z
    .object({ id: z.string(), name: z.string(), contentType: z.string(), downloadURL: z.string() })
    .optional(),
  reusableContent: z
    .object({ id: z.string(), title: z.string(), document: z.string().optional() })
    .optional(),
  variables: Attributes.optional().meta({ description: 'One variable by its name.' }),
  attributes: Attributes.optional(),
  viewed: z.boolean().optional().meta({
    description:
      'For pages of a change request: whether you have marked the page as viewed since it last changed.',
  }),
})
type RestChange = z.input<typeof RestChange>

export const RestDifferences = z
  .object({
    changes: z.array(RestChange),
    more: z.int().optional(),
    next: z.object({ page: z.string() }).optional(),
  })
  .meta({ id: 'SemanticChanges' })

function changedPage(id: string, page: PageRecord, placed: PlacedPage | undefined): ChangedPage {
  const hasPath = page.type === 'document' || page.type === 'group'
  return {
    id,
    type: page.type,
    title: page.title,
    slug: page.slug,
    path: hasPath && placed ? pathOf(placed) : undefined,
  }
}

/** The page that a page is directly below. */
function parentOf(placed: PlacedPage | undefined): ChangedPage | undefined {
  const [parent, ...above] = placed?.above ?? []
  return parent && changedPage(parent.id, parent.page, { ...parent, above })
}

const versionOf = <Version>(change: { after: Version } | { before: Version }): Version =>
  'after' in change ? change.after : change.before

function toRestChange(row: Difference, places: ReadonlyMap<string, ChangedPlaces>, view: View): RestChange {
  const { change } = row
  if ('page' in change) {
    const { before, after } = places.get(change.page) ?? {}
    const page = changedPage(change.page, versionOf<PageRecord>(change), after ?? before)
    if (change.type === 'page_moved') {
      return { type: change.type, page, parent: { before: parentOf(before), after: parentOf(after) } }
    }
    return change.type === 'page_edited'
      ? { type: change.type, page, attributes: changedAttributes(row, view.urls) }
      : { type: change.type, page }
  }
  if ('file' in change) {
    const file = shownFile(change.file, versionOf<FileRecord>(change), row, view.urls)
    if (change.type !== 'file_edited') return { type: change.type, file }
    return { type: change.type, file, attributes: changedAttributes(row, view.urls) }
  }
  if ('reusable' in change) return reusableChange(change, changedAttributes(row, view.urls))
  const { variable, type: _type, ...values } = change
  return { type: 'variables_edited', variables: { [variable]: values } }
}

function reusableChange(
  change: Extract<SemanticChange, { reusable: string }>,
  attributes: ChangedAttributes,
): RestChange {
  const { title, document } = 'after' in change ? change.after : change.before
  const reusableContent = { id: change.reusable, title, document }
  if (change.type !== 'reusable_edited') {
    const type = change.type === 'reusable_created' ? 'reusable_content_created' : 'reusable_content_deleted'
    return { type, reusableContent }
  }
  return { type: 'reusable_content_edited', reusableContent, attributes }
}

export async function presentDifferences(
  { page, more }: Differences,
  view: View,
): Promise<z.input<typeof RestDifferences>> {
  const next = page.hasNextPage ? page.endCursor : null
  const [places, viewed] = await Promise.all([
    view.caller.load(changedPlaces, page.rows),
    Promise.all(page.rows.map((row) => view.caller.load(isViewed, row))),
  ])
  return {
    changes: page.rows.map((row, at) => ({
      ...toRestChange(row, places, view),
      ...(viewed[at] === null ? {} : { viewed: viewed[at] }),
    })),
    more: more > 0 ? more : undefined,
    next: next === null ? undefined : { page: next },
  }
}
