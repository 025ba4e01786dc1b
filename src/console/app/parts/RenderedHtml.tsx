import { useRouter } from '@tanstack/react-router'
import { memo, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { chunksOf, type HtmlBlock, heightOf } from './chunks.ts'
import styles from './RenderedHtml.module.css'
import { complete, loadAhead, openLink } from './text-links.ts'

interface TrustedTypes {
  createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => Policy
}

interface Policy {
  createHTML: (html: string) => string
}

/** Browsers that know trusted types accept HTML only from this policy; it exists once. */
const policy: Policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
  'quire-html',
  {
    // The server has rendered and sanitized it.
    createHTML: (html) => html,
  },
) ?? { createHTML: (html) => html }

/** The elements of HTML that the server has rendered. Nothing else may be passed. */
export function elementsOf(html: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = policy.createHTML(html)
  return template.content
}

/** The elements of HTML from elsewhere, to read. They run and load nothing, and must never get into the page. */
export const inertElementsOf = elementsOf

type Interactive = typeof import('./interactive-text.ts')
let interactive: Interactive | undefined

/** Loads what tabs, copy buttons and images need, which few texts have. Without it a text can be read. */
async function loadInteractive(): Promise<Interactive | undefined> {
  interactive ??= await import('./interactive-text.ts').catch(() => undefined)
  return interactive
}

/** Adds the buttons to what can be copied or enlarged, and the frames that draw diagrams. */
function addParts(code: Interactive, within: ParentNode): void {
  code.drawDiagrams(within)
  code.addCopyButtons(within)
  code.addZoomButtons(within)
}

/** What the code for interactive texts is loaded for. */
const INTERACTIVE = 'figure.code, [data-copy], [data-copy-from], img.zoom, .tablist'

/** Opens the tabs and blocks that contain the heading of the address. */
export function revealTarget(target: Element): void {
  if (!target.closest('.panel, details')) return
  void loadInteractive().then((code) => {
    code?.reveal()
    target.scrollIntoView()
  })
}

interface RenderedHtmlProps {
  /** `DocumentPage.blocks` or `renderMarkdown`: what the server has rendered. */
  blocks: readonly HtmlBlock[]
  /** For the one text of the screen whose headings the address can name. The ids of all others get a prefix. */
  hasAnchors?: boolean
}

/**
 * HTML that the server has rendered, as published sites show it. Each element at the top level has the key of its
 * block in `data-block`.
 */
export const RenderedHtml = memo(function RenderedHtml({ blocks, hasAnchors = false }: RenderedHtmlProps) {
  const chunks = useMemo(() => chunksOf(blocks), [blocks])
  const isBuilt = useSteps(chunks, hasAnchors)
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
        <Chunk
          // biome-ignore lint/suspicious/noArrayIndexKey: a chunk has no identity but its place.
          key={at}
          blocks={isBuilt(at) ? chunk : NONE}
          height={heightOf(chunk)}
          prefix={hasAnchors ? '' : `${prefix}-`}
        />
      ))}
    </div>
  )
})

/** Chunks that are built at once. A longer text is completed in steps, so that the browser answers in between. */
const STEP = 8
const NONE: readonly HtmlBlock[] = []

/** Which chunks are built by now: those at the start, those around the heading that the address names, and then the others. */
function useSteps(chunks: readonly HtmlBlock[][], hasAnchors: boolean): (at: number) => boolean {
  const [count, setCount] = useState(STEP)
  const isDone = count >= chunks.length
  useEffect(() => {
    if (isDone) return
    const timer = setTimeout(() => setCount(count + STEP))
    return () => clearTimeout(timer)
  }, [count, isDone])
  const named = useMemo(() => {
    const id = ` id="${location.hash.slice(1)}"`
    return hasAnchors && location.hash !== ''
      ? chunks.findIndex((chunk) => chunk.some(({ html }) => html.includes(id)))
      : -1
  }, [chunks, hasAnchors])
  return (at) => at < count || (named >= 0 && Math.abs(at - named) <= 1)
}

interface ChunkProps {
  blocks: readonly HtmlBlock[]
  height: number
  prefix: string
}

const Chunk = memo(function Chunk({ blocks, height, prefix }: ChunkProps) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const content = document.createDocumentFragment()
    for (const { key, html } of blocks) {
      const elements = elementsOf(html)
      for (const element of elements.children) element.setAttribute('data-block', key)
      content.append(elements)
    }
    complete(content, prefix)
    const isPlain = content.querySelector(INTERACTIVE) === null
    // Once the code is there, texts are shown with their buttons, so that nothing moves.
    if (interactive) addParts(interactive, content)
    const shown = ref.current
    shown?.replaceChildren(content)
    if (isPlain || interactive) return
    let isReplaced = false
    void loadInteractive().then((code) => {
      if (code && shown && !isReplaced) addParts(code, shown)
    })
    return () => {
      isReplaced = true
    }
  }, [blocks, prefix])
  return (
    <div
      ref={ref}
      className={`text ${styles.chunk}`}
      style={{
        containIntrinsicBlockSize: `auto ${height}px`,
        minBlockSize: blocks.length === 0 ? height : undefined,
      }}
    />
  )
})
