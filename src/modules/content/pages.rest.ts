import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import type { View } from '../../rest/route.ts'
import { printedBodies, splitSource } from '../documents/index.ts'
import {
  type FileRecord,
  type GitOrigin,
  type PageRecord,
  pathOf,
  type ReusableRecord,
} from '../revisions/index.ts'
import type { OutputOptions, PageFormat } from './content.service.ts'
import { fileUrl } from './content.urls.ts'
import { appPath, type Content } from './content-scope.ts'
import { layoutOf } from './pages/layout.ts'
import type { PageTree } from './pages/tree.ts'

const originOf = (git: GitOrigin | undefined) => git && { oid: git.oid, path: git.path }

export const RestFile = z
  .object({
    object: z.literal('file'),
    id: z.string(),
    name: z.string(),
    contentType: z.string(),
    downloadURL: z.string(),
    size: z.int(),
    dimensions: z.object({ width: z.int(), height: z.int() }).optional(),
    git: z.object({ oid: z.string(), path: z.string() }).optional(),
  })
  .meta({ id: 'File' })

export const toRestFile = (
  id: string,
  file: FileRecord,
  { spaceId }: Content,
  { urls }: View,
  output: OutputOptions = { metadata: true },
): z.input<typeof RestFile> => ({
  object: 'file',
  id,
  name: file.name,
  contentType: file.contentType,
  downloadURL: fileUrl(urls, spaceId, file),
  size: file.size,
  dimensions: file.width && file.height ? { width: file.width, height: file.height } : undefined,
  git: output.metadata ? originOf(file.git) : undefined,
})

const RestGitOrigin = z.object({ oid: z.string(), path: z.string() }).meta({ id: 'GitOrigin' })

/** A reference by id, in covers and link pages. */
const RestIdReference = z
  .object({
    kind: z.enum(['url', 'file', 'page', 'anchor', 'space']),
    url: z.string().optional(),
    file: z.string().optional(),
    page: z.string().optional(),
    anchor: z.string().optional(),
    space: z.string().optional(),
  })
  .meta({ id: 'IdReference' })

const RestLayout = z
  .object({
    width: z.enum(['default', 'wide']),
    cover: z.boolean(),
    coverSize: z.enum(['hero', 'full', 'background']),
    title: z.boolean(),
    description: z.boolean(),
    tableOfContents: z.boolean(),
    outline: z.boolean(),
    pagination: z.boolean(),
    metadata: z.boolean(),
    coverMask: z.literal('none'),
    tags: z.boolean(),
    actions: z.boolean(),
    anchors: z.boolean(),
  })
  .meta({ id: 'PageLayout' })

/** A page without its descendants. */
const OwnPage = z.object({
  id: z.string(),
  title: z.string(),
  linkTitle: z.string().optional(),
  emoji: z.string().optional(),
  icon: z.string().optional(),
  condition: z.string().optional(),
  createdAt: Timestamp.optional(),
  updatedAt: Timestamp.optional(),
  type: z.enum(['document', 'group', 'link', 'computed']),
  kind: z.enum(['sheet', 'group', 'link']).optional(),
  slug: z.string().optional(),
  path: z.string().optional(),
  description: z.string().optional(),
  documentId: z.string().optional(),
  layout: RestLayout.optional(),
  tags: z
    .array(z.unknown())
    .optional()
    .meta({ description: 'Tags of pages are not stored, so it is empty.' }),
  cover: z
    .object({
      ref: RestIdReference.optional(),
      refDark: RestIdReference.optional(),
      yPos: z.number(),
      height: z.number().optional(),
    })
    .optional(),
  variables: z.record(z.string(), z.string()).optional(),
  target: RestIdReference.optional(),
  href: z.string().optional(),
  hidden: z.boolean().optional(),
  noIndex: z.boolean().optional(),
  noRobotsIndex: z.boolean().optional(),
  computed: z
    .object({
      type: z.string(),
      props: z.record(z.string(), z.unknown()),
      dependencies: z.record(z.string(), z.unknown()),
    })
    .optional(),
  computedSeed: z.string().optional(),
  git: RestGitOrigin.optional(),
  urls: z.object({ app: z.string() }).optional(),
  markdown: z.string().optional(),
  document: z.unknown().optional(),
})

export interface RestPage extends z.input<typeof OwnPage> {
  pages?: RestPage[] | undefined
}

export const RestPage: z.ZodType<RestPage, RestPage> = z
  .object({
    ...OwnPage.shape,
    get pages() {
      return z.array(RestPage).optional()
    },
  })
  .meta({ id: 'Page' })

/** What no page hides. */
const SHOWN = { coverMask: 'none', tags: true, actions: true, anchors: true } as const
const NO_TAGS: unknown[] = []

/** Most pages have no layout of their own, and share this one. */
const DEFAULT_LAYOUT = { ...layoutOf({}), ...SHOWN }

export const toRestLayout = (page: Pick<PageRecord, 'layout'>): z.input<typeof RestLayout> =>
  page.layout ? { ...DEFAULT_LAYOUT, ...page.layout } : DEFAULT_LAYOUT

/** A source with its defaults: imports store what the repository says. */
const wholeSource = (source: PageRecord['computed']) =>
  source && { ...source, props: { models: true, ...source.props } }

/** The names of the types in older clients. */
const kinds = { document: 'sheet', group: 'group', link: 'link', computed: undefined } as const

/**
 * A page with its descendants, without its text. All page types are written as one object literal with undefined
 * for missing fields: composing it from parts is many times slower for a large space.
 */
export function toRestPage(tree: PageTree, content: Content, view: View, output: OutputOptions): RestPage {
  const { id, page } = tree
  const { type, target } = page
  const isText = type === 'document'
  const hasPath = isText || type === 'group'
  const path = hasPath ? pathOf(tree) : undefined
  return {
    id,
    title: page.title,
    linkTitle: page.linkTitle,
    emoji: page.emoji,
    icon: page.icon,
    condition: page.condition,
    createdAt: page.createdAt,
    updatedAt: page.updatedAt,
    type,
    kind: kinds[type],
    slug: hasPath ? page.slug : undefined,
    path,
    description: isText ? page.description : undefined,
    documentId: isText ? page.document : undefined,
    layout: isText ? toRestLayout(page) : undefined,
    tags: isText ? NO_TAGS : undefined,
    cover: isText ? page.cover : undefined,
    variables: isText ? page.variables : undefined,
    target: type === 'link' ? target : undefined,
    href: type === 'link' && target?.kind === 'url' ? target.url : undefined,
    hidden: type === 'computed' ? undefined : (page.hidden ?? false),
    noIndex: hasPath ? (page.noIndex ?? false) : undefined,
    noRobotsIndex: hasPath ? (page.noRobotsIndex ?? false) : undefined,
    computed: type === 'computed' ? wholeSource(page.computed) : isText ? page.computed : undefined,
    computedSeed: page.computedSeed,
    git: isText && output.metadata ? originOf(page.git) : undefined,
    urls: isText ? { app: view.urls.app(appPath(content, path ?? '')) } : undefined,
    pages: hasPath ? tree.pages.map((child) => toRestPage(child, content, view, output)) : undefined,
  }
}

/** A text in the requested format. Front matter is not part of the document; its values are fields of the page. */
export async function bodyIn(format: PageFormat['format'], markdown: string, { caller }: View) {
  const text = format === 'document' ? splitSource(markdown).body : markdown
  const [body] = await printedBodies(caller, format, [text])
  return body
}

export const RestReusable = z
  .object({
    object: z.literal('reusable-content'),
    id: z.string(),
    title: z.string(),
    markdown: z.string().optional(),
    document: z.unknown().optional(),
    git: RestGitOrigin.optional(),
  })
  .meta({ id: 'ReusableContent' })

export const toRestReusable = (id: string, reusable: ReusableRecord, output: OutputOptions) => ({
  object: 'reusable-content' as const,
  id,
  title: reusable.title,
  document: reusable.document,
  git: output.metadata ? originOf(reusable.git) : undefined,
})
