import type { Ref } from '../../../src/modules/documents/index.ts'
import { refKey } from '../../../src/modules/site-rendering/document/refs.ts'
import { renderDocument } from '../../../src/modules/site-rendering/document/render-document.ts'
import { extractSpecPart } from '../../../src/modules/site-rendering/openapi/extract-spec-part.ts'
import type { SpecPart } from '../../../src/modules/site-rendering/openapi/spec-part.ts'
import { parseNow } from '../../../src/modules/site-rendering/threads/tasks.ts'
import type {
  DocumentInput,
  PageView,
  RenderedDocument,
  ResolvedRef,
  SiteFrame,
} from '../../../src/modules/site-rendering/views.ts'

/** Targets of references in samples: `broken` ones have none, images are files, all others pages. */
export function targetOf(ref: Ref): ResolvedRef | undefined {
  const key = refKey(ref)
  if (key.includes('broken')) return undefined
  const isFile = ref.kind === 'file' || /\.(?:png|jpg|svg|pdf)$/.test(key)
  if (!isFile) return { href: '/docs/target', title: 'Target', description: 'What it is about.' }
  const file = {
    name: 'file.png',
    blob: 'b',
    contentType: 'image/png',
    size: 12_345,
    width: 800,
    height: 400,
  }
  return { href: '/~files/1/file.png', file }
}

/** Renders Markdown as a page of a site would. */
export function rendered(markdown: string, input: Partial<DocumentInput> = {}): RenderedDocument {
  const { tree, refs } = parseNow(markdown)
  const targets = refs.flatMap((ref): [string, ResolvedRef][] => {
    const target = targetOf(ref)
    return target ? [[refKey(ref), target]] : []
  })
  return renderDocument({
    tree,
    refs: Object.fromEntries(targets),
    specs: {},
    locale: 'en',
    externalTarget: 'self',
    ...input,
  })
}

/** The parts of an OpenAPI document that a text shows. */
export const specsOf = (markdown: string, document: unknown): Record<string, SpecPart> =>
  Object.fromEntries(
    parseNow(markdown).specBlocks.flatMap((block): [string, SpecPart][] => {
      const part = extractSpecPart(document, block)
      return part ? [[block.key, part]] : []
    }),
  )

export const sampleFrame = (changes: Partial<SiteFrame> = {}): SiteFrame => ({
  title: 'Bindery',
  home: '/docs/',
  lang: 'en',
  dir: 'ltr',
  locale: 'en',
  classes: 'corners-rounded',
  headerLinks: [
    { title: 'Blog', href: 'https://example.com', style: 'link', links: [] },
    { title: 'Product', href: null, style: 'link', links: [{ title: 'Press', href: '/docs/press' }] },
    { title: 'Sign in', href: '/docs/sign-in', style: 'button-primary', links: [] },
  ],
  sections: [
    { title: 'Guides', href: '/docs/guides', isCurrent: true, icon: 'book' },
    {
      title: 'More',
      href: '/docs/more',
      isCurrent: false,
      items: [{ title: 'Changes', href: '/docs/changes' }],
    },
  ],
  versions: [
    { title: 'Version 2', href: '/docs/v2', lang: 'en', isCurrent: true },
    { title: 'Version 1', href: '/docs/v1', lang: 'en', isCurrent: false },
  ],
  languages: [
    { title: 'English', href: '/docs/v2', lang: 'en', isCurrent: true },
    { title: 'Deutsch', href: '/docs/de', lang: 'de', isCurrent: false },
  ],
  announcement: {
    message: 'Version 2 is out.',
    link: { title: 'Read more', href: '/docs/news' },
    style: 'info',
  },
  footer: {
    groups: [{ title: 'Legal', links: [{ title: 'Terms', href: '/docs/terms' }] }],
    copyright: '© Bindery',
  },
  themes: { default: 'light', toggeable: true },
  searchHref: '/docs/~search',
  privacyPolicy: 'https://example.com/privacy',
  trademark: true,
  externalTarget: 'self',
  assets: { stylesheet: '/s.css', script: '/s.js', themeScript: '/t.js', icon: '/i.svg', font: '/f.woff2' },
  ...changes,
})

const item = { href: '/docs/x', kind: 'page' as const, isCurrent: false, isOpen: false, children: [] }

export const samplePage = (changes: Partial<PageView> = {}): PageView => ({
  frame: sampleFrame(),
  nav: [
    { ...item, id: 'a', title: 'Welcome' },
    {
      ...item,
      id: 'b',
      title: 'Basics',
      kind: 'group',
      href: null,
      children: [
        {
          ...item,
          id: 'c',
          title: 'Editor',
          isOpen: true,
          children: [{ ...item, id: 'd', title: 'Write a page', isCurrent: true }],
        },
        { ...item, id: 'e', title: 'Import', children: null, branchHref: '/docs/~nav/e' },
      ],
    },
  ],
  breadcrumbs: [{ title: 'Editor', href: '/docs/editor' }],
  title: 'Write a page',
  description: 'How pages are written.',
  layout: {
    width: 'default',
    cover: true,
    coverSize: 'hero',
    title: true,
    description: true,
    tableOfContents: true,
    outline: true,
    pagination: true,
    metadata: true,
  },
  html: '<h2 id="one">One</h2><h2 id="two">Two</h2>',
  operations: [],
  frameOrigins: [],
  connectOrigins: [],
  outline: [
    { id: 'one', title: 'One', level: 2 },
    { id: 'two', title: 'Two', level: 2 },
  ],
  previous: { title: 'Welcome', href: '/docs/' },
  next: { title: 'Import', href: '/docs/import' },
  updatedAt: new Date('2026-03-05T00:00:00Z'),
  actions: {
    markdownHref: '/docs/write.md',
    pdfHref: '/docs/write.pdf',
    editHref: 'https://example.com/edit',
  },
  head: { canonical: 'https://docs.example.com/write', alternates: [] },
  scripts: [],
  ...changes,
})
