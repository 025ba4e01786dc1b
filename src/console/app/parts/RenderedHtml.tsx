import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { memo, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { addCopyButtons, setUpCopying } from '../../../modules/publishing/assets/script/copying.ts'
import { addZoomButtons, setUpImages } from '../../../modules/publishing/assets/script/images.ts'
import { setTexts } from '../../../modules/publishing/assets/script/page.ts'
import { setUpTabs } from '../../../modules/publishing/assets/script/tabs.ts'
import { texts } from '../texts/index.ts'
import { chunksOf, type HtmlBlock, heightOf } from './chunks.ts'
import styles from './RenderedHtml.module.css'
import { elementsOf } from './trusted-html.ts'

interface RenderedHtmlProps {
  /** `DocumentPage.blocks` or `renderMarkdown`: what the server has rendered. */
  blocks: readonly HtmlBlock[]
  /** For the one text of the screen whose headings the address can name. The ids of all others get a prefix. */
  hasAnchors?: boolean
}

/** Tabs, copy buttons and images work as on published sites, by the same script. */
let isSetUp = false
function setUp(): void {
  if (isSetUp) return
  isSetUp = true
  setTexts(texts.text)
  setUpTabs()
  setUpCopying()
  setUpImages()
}

/**
 * HTML that the server has rendered, as published sites show it. Each element at the top level has the key of its
 * block in `data-block`.
 */
export const RenderedHtml = memo(function RenderedHtml({ blocks, hasAnchors = false }: RenderedHtmlProps) {
  const chunks = useMemo(() => chunksOf(blocks), [blocks])
  const router = useRouter()
  const prefix = useId()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the links inside are what is clicked, also with keys.
    // biome-ignore lint/a11y/useKeyWithMouseEvents: loading ahead is not needed with keys.
    <div
      dir="auto"
      onClick={(event) => openLink(router, event)}
      onMouseOver={({ target }) => loadAhead(router, target)}
    >
      {chunks.map((chunk, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chunk has no identity but its place.
        <Chunk key={at} blocks={chunk} prefix={hasAnchors ? '' : `${prefix}-`} />
      ))}
    </div>
  )
})

const Chunk = memo(function Chunk({ blocks, prefix }: { blocks: readonly HtmlBlock[]; prefix: string }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    setUp()
    const content = document.createDocumentFragment()
    for (const { key, html } of blocks) {
      const elements = elementsOf(html)
      for (const element of elements.children) element.setAttribute('data-block', key)
      content.append(elements)
    }
    complete(content, prefix)
    ref.current?.replaceChildren(content)
  }, [blocks, prefix])
  return (
    <div
      ref={ref}
      className={`text ${styles.chunk}`}
      style={{ containIntrinsicBlockSize: `auto ${heightOf(blocks)}px` }}
    />
  )
})

/** What refers to an element by its id. */
const REFERENCES = ['for', 'aria-controls', 'aria-labelledby', 'aria-describedby'] as const

function complete(content: DocumentFragment, prefix: string): void {
  addCopyButtons(content)
  addZoomButtons(content)
  for (const image of content.querySelectorAll('img')) image.loading = 'lazy'
  for (const link of content.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    if (link.getAttribute('href')?.startsWith('#') || pathInApp(link) !== null) continue
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
  if (prefix === '') return
  for (const element of content.querySelectorAll('[id]')) element.id = prefix + element.id
  for (const name of REFERENCES) {
    for (const element of content.querySelectorAll(`[${name}]`)) {
      const ids = element.getAttribute(name)?.split(' ') ?? []
      element.setAttribute(name, ids.map((id) => prefix + id).join(' '))
    }
  }
  for (const link of content.querySelectorAll('a[href^="#"]')) {
    link.setAttribute('href', `#${prefix}${link.getAttribute('href')?.slice(1)}`)
  }
}

/** The address of a page in the console. Null for other links. */
function pathInApp({ href }: { href: string }): string | null {
  const url = URL.canParse(href) ? new URL(href) : null
  const isInApp = url?.origin === location.origin && url.pathname.startsWith('/app/')
  return isInApp ? `${url.pathname}${url.search}${url.hash}` : null
}

const linkAt = (target: EventTarget): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]:not([href^="#"])') : null

function openLink(router: AnyRouter, event: React.MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = linkAt(event.target)
  const path = link && pathInApp(link)
  if (!path) return
  event.preventDefault()
  router.history.push(path)
}

function loadAhead(router: AnyRouter, target: EventTarget): void {
  const link = linkAt(target)
  const path = link && pathInApp(link)
  if (path) void router.preloadRoute({ href: path } as never).catch(() => {})
}
