import { isDeepStrictEqual } from 'node:util'
import type { Urls } from '../../../http/urls.ts'
import { fileUrl, toRestLayout } from '../../content/index.ts'
import type { FileRecord, PageRecord, ReusableRecord } from '../../revisions/index.ts'
import type { Difference } from './differences.service.ts'

/** Values before and after a change, by name. */
export type ChangedAttributes = Record<string, { before?: unknown; after?: unknown }>

/** What differs between two versions of a resource. */
function attributesOf(before: object, after: object): ChangedAttributes {
  const values: [Record<string, unknown>, Record<string, unknown>] = [{ ...before }, { ...after }]
  const names = new Set(values.flatMap((version) => Object.keys(version)))
  return Object.fromEntries(
    [...names]
      .filter((name) => !isDeepStrictEqual(values[0][name], values[1][name]))
      .map((name) => [name, { before: values[0][name], after: values[1][name] }]),
  )
}

/** The values of a page that an edit changes: not where it is, and not what follows from every edit. */
function editable(page: PageRecord): object {
  const { type: _type, parent: _parent, git: _git, createdAt: _created, updatedAt: _updated, ...own } = page
  return page.type === 'document' ? { ...own, layout: toRestLayout(page) } : own
}

export const shownFile = (id: string, file: FileRecord, { content }: Difference, urls: Urls) => ({
  id,
  name: file.name,
  contentType: file.contentType,
  downloadURL: fileUrl(urls, content.spaceId, file),
})

function fileAttributes(file: FileRecord | undefined, row: Difference, urls: Urls): object {
  if (!file) return {}
  const { id: _id, ...shown } = shownFile('', file, row, urls)
  const dimensions = file.width && file.height ? { width: file.width, height: file.height } : undefined
  return { ...shown, size: file.size, dimensions }
}

const reusableAttributes = ({ title, document }: ReusableRecord) => ({ title, document })

/** What a change of a resource changed, its position in the tree apart. Everything, for a file that is new or deleted. */
export function changedAttributes(row: Difference, urls: Urls): ChangedAttributes {
  const { change } = row
  switch (change.type) {
    case 'page_edited':
      return attributesOf(editable(change.before), editable(change.after))
    case 'file_created':
      return attributesOf({}, fileAttributes(change.after, row, urls))
    case 'file_deleted':
      return attributesOf(fileAttributes(change.before, row, urls), {})
    case 'file_edited':
      // A replaced file has other bytes at the least, so its attributes are never empty.
      return attributesOf(fileAttributes(change.before, row, urls), fileAttributes(change.after, row, urls))
    case 'reusable_edited':
      return attributesOf(reusableAttributes(change.before), reusableAttributes(change.after))
    case 'variable_created':
      return { value: { after: change.after } }
    case 'variable_edited':
      return { value: { before: change.before, after: change.after } }
    case 'variable_deleted':
      return { value: { before: change.before } }
    default:
      return {}
  }
}
