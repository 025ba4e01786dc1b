import { createHash } from 'node:crypto'
import { DomainError } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import { freeSlug, slugOf } from '../../documents/index.ts'
import type { FileRecord, GitOrigin, PageRecord } from '../../revisions/index.ts'
import type { Draft } from '../pages/draft.ts'
import { saidBy } from '../pages/members.ts'
import type { ImportedContent, ImportedPage } from './types.ts'

/** The name that Git gives to a file with these bytes. With the path it tells where something came from. */
export function originOf(path: string, bytes: string | Buffer): GitOrigin {
  const content = Buffer.from(bytes as string)
  const oid = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')
  return { oid, path }
}

/** Puts imported pages after those at the root of a draft, and what they are made with beside what it has. */
export async function graft(
  draft: Draft,
  { pages, reusables }: Pick<ImportedContent, 'pages' | 'reusables'>,
  files: readonly FileRecord[],
  now: Date,
): Promise<void> {
  for (const file of files) draft.setFile(newId('File'), file)
  for (const { title, markdown, path } of reusables) {
    const document = draft.keep(markdown)
    draft.setReusable(newId('ReusableContent'), {
      title,
      createdAt: now.toISOString(),
      git: originOf(path, markdown),
      ...(document ? { document } : {}),
    })
  }
  const siblings = await draft.below(null)
  draft.setFolder(null, [...siblings, ...placeAll(draft, null, pages, siblings, now)])
}

/** Places pages below a parent with everything below them, and gives the parent's new entries. */
function placeAll(
  draft: Draft,
  parent: string | null,
  pages: readonly ImportedPage[],
  siblings: readonly [string, string][],
  now: Date,
): [string, string][] {
  const taken = new Set(siblings.map(([, slug]) => slug))
  return pages.map((imported) => {
    const id = newId('Page')
    const page = recordOf(draft, parent, imported, now)
    if (page.type !== 'link') page.slug = freeSlug(imported.slug ?? slugOf(page.title), taken)
    taken.add(page.slug)
    draft.setPage(id, page)
    if (imported.pages.length > 0) draft.setFolder(id, placeAll(draft, id, imported.pages, [], now))
    return [id, page.slug]
  })
}

function recordOf(draft: Draft, parent: string | null, imported: ImportedPage, now: Date): PageRecord {
  const { type, title, linkTitle, description, markdown, url, path } = imported
  const document = draft.keep(markdown)
  return {
    type,
    parent,
    slug: '',
    title,
    createdAt: now.toISOString(),
    ...(linkTitle ? { linkTitle } : {}),
    ...(description ? { description } : {}),
    ...(document ? { document } : {}),
    ...(type === 'link' ? { target: { kind: 'url', url: url ?? '' } } : {}),
    ...(path ? { git: originOf(path, markdown) } : {}),
    ...said(path, markdown),
  }
}

/** What the source says of its page; the file is named when it cannot be read. */
function said(path: string | undefined, markdown: string) {
  try {
    return saidBy(markdown)
  } catch (error) {
    if (!(error instanceof DomainError) || path === undefined) throw error
    throw new DomainError(error.reason, `${path}: ${error.message}`, [
      { path: [path], message: error.message },
    ])
  }
}
