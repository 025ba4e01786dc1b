import { z } from 'zod'
import type { View } from '../../rest/route.ts'
import { type FileRecord, type PageRecord, pathOf, type ReusableRecord } from '../revisions/index.ts'
import { appPath, type Content } from './content.places.ts'
import type { PageReading, Telling } from './content.service.ts'
import { documentFromMarkdown } from './document/index.ts'
import { splitSource } from './pages/front-matter.ts'
import { layoutOf } from './pages/layout.ts'
import type { PageTree } from './pages/tree.ts'

export const RestFile = z.object({
  object: z.literal('file'),
  id: z.string(),
  name: z.string(),
  contentType: z.string(),
  downloadURL: z.string(),
  size: z.int(),
  dimensions: z.object({ width: z.int(), height: z.int() }).optional(),
  git: z.object({ oid: z.string(), path: z.string() }).optional(),
})

export const toRestFile = (
  id: string,
  file: FileRecord,
  { spaceId }: Content,
  { urls }: View,
  telling: Telling = { metadata: true },
): z.input<typeof RestFile> => ({
  object: 'file',
  id,
  name: file.name,
  contentType: file.contentType,
  downloadURL: urls.file(spaceId, file),
  size: file.size,
  dimensions: file.width && file.height ? { width: file.width, height: file.height } : undefined,
  git: telling.metadata ? file.git : undefined,
})

// Pages nest in themselves; what each variant has is in its presenter.
export const RestPage = z.looseObject({ id: z.string(), title: z.string(), type: z.string() })
export type RestPage = z.input<typeof RestPage>

const baseOf = ({ id, page }: Pick<PageTree, 'id' | 'page'>) => ({
  id,
  title: page.title,
  linkTitle: page.linkTitle,
  emoji: page.emoji,
  icon: page.icon,
  condition: page.condition,
  createdAt: page.createdAt,
  updatedAt: page.updatedAt,
})

/** A page with everything below it, without its text. */
export function toRestPage(tree: PageTree, content: Content, view: View, telling: Telling): RestPage {
  const { page } = tree
  const below = () => tree.pages.map((child) => toRestPage(child, content, view, telling))
  switch (page.type) {
    case 'document':
      return { ...baseOf(tree), ...documentMembers(tree, content, view, telling), pages: below() }
    case 'group':
      return {
        ...baseOf(tree),
        type: 'group',
        kind: 'group',
        slug: page.slug,
        path: pathOf(tree),
        ...flagsOf(page),
        pages: below(),
      }
    case 'link':
      return {
        ...baseOf(tree),
        type: 'link',
        kind: 'link',
        target: page.target,
        hidden: page.hidden ?? false,
        ...hrefOf(page),
      }
    case 'computed':
      return { ...baseOf(tree), type: 'computed', computed: page.computed }
  }
}

const flagsOf = ({ hidden, noIndex, noRobotsIndex }: PageRecord) => ({
  hidden: hidden ?? false,
  noIndex: noIndex ?? false,
  noRobotsIndex: noRobotsIndex ?? false,
})

const hrefOf = ({ target }: PageRecord) => (target?.kind === 'url' ? { href: target.url } : {})

function documentMembers(tree: PageTree, content: Content, { urls }: View, { metadata }: Telling) {
  const { page } = tree
  const path = pathOf(tree)
  return {
    type: 'document',
    kind: 'sheet',
    slug: page.slug,
    path,
    description: page.description,
    documentId: page.document,
    layout: layoutOf(page),
    cover: page.cover,
    variables: page.variables,
    ...flagsOf(page),
    computed: page.computed,
    git: metadata ? page.git : undefined,
    urls: { app: urls.app(appPath(content, path)) },
  }
}

/** A text in the form that was asked for. Front matter is no part of the document: its page tells what it says. */
export function bodyIn(format: PageReading['format'], markdown: string) {
  return format === 'document' ? { document: documentFromMarkdown(splitSource(markdown).body) } : { markdown }
}

export const RestReusable = z.looseObject({
  object: z.literal('reusable-content'),
  id: z.string(),
  title: z.string(),
})

export const toRestReusable = (id: string, reusable: ReusableRecord, telling: Telling) => ({
  object: 'reusable-content' as const,
  id,
  title: reusable.title,
  document: reusable.document,
  git: telling.metadata ? reusable.git : undefined,
})
