import { DomainError } from '../../core/errors.ts'
import {
  FrontMatterError,
  patchFrontMatter,
  patchTitle,
  type StatedMetadata,
  statedMetadata,
} from '../page-metadata/index.ts'
import type { PageRecord } from '../revisions/index.ts'
import type { PageMembers } from './changes.model.ts'

/** Fields that an empty text removes. */
const CLEARABLE = ['linkTitle', 'emoji', 'icon', 'description', 'condition'] as const
const FLAGS = ['hidden', 'noIndex', 'noRobotsIndex'] as const

/** Fields that a source can set, and their keys in front matter. */
const STATED = {
  icon: 'icon',
  description: 'description',
  condition: 'if',
  hidden: 'hidden',
  noIndex: 'noIndex',
  noRobotsIndex: 'noRobotsIndex',
} as const

/** The fields of a page that a batch can set, without its position. */
export const MEMBERS = ['title', ...CLEARABLE, ...FLAGS] as const

/** The fields that change the page. Setting the others would only rewrite how its source states them. */
export const changedMembers = (page: PageRecord, members: PageMembers): PageMembers => {
  const next = withMembers(page, members)
  return Object.fromEntries(MEMBERS.flatMap((key) => (next[key] === page[key] ? [] : [[key, members[key]]])))
}

/** A page with new fields. Empty and false values are removed. */
export function withMembers(page: PageRecord, members: PageMembers): PageRecord {
  const next: PageRecord = { ...page }
  if (members.title !== undefined) next.title = members.title
  for (const key of CLEARABLE) {
    const value = members[key]
    if (value === '') delete next[key]
    else if (value !== undefined) next[key] = value
  }
  for (const key of FLAGS) {
    if (members[key]) next[key] = true
    else if (members[key] === false) delete next[key]
  }
  return next
}

/** A page with a new source: the metadata of the old source is replaced by that of the new one. */
export function withSource(page: PageRecord, before: StatedMetadata, after: StatedMetadata): PageRecord {
  const gone = new Set(Object.keys(before).filter((key) => key !== 'title'))
  const rest = Object.fromEntries(Object.entries(page).filter(([key]) => !gone.has(key)))
  // Only optional keys were removed.
  return { ...(rest as unknown as PageRecord), ...after }
}

/** The source after fields of its page changed: wherever it sets them itself, it gets the new values. */
export function sourceWith(source: string, members: PageMembers): string {
  const stated = statedMetadata(source)
  const changes: Record<string, unknown> = {}
  for (const [member, key] of Object.entries(STATED) as [keyof typeof STATED, string][]) {
    const value = members[member]
    if (value !== undefined && member in stated) changes[key] = value === '' ? undefined : value
  }
  try {
    const patched = Object.keys(changes).length > 0 ? patchFrontMatter(source, changes) : source
    return members.title === undefined || stated.title === undefined
      ? patched
      : patchTitle(patched, members.title)
  } catch (error) {
    if (error instanceof FrontMatterError) throw new DomainError('invalid_input', error.message)
    throw error
  }
}
