import { all, make } from './page.ts'

/** What the frame of a diagram is sent. */
export interface DiagramOrder {
  source: string
  isDark: boolean
  /** The colours of the site, by the names of their properties. */
  colours: Readonly<Record<ColourName, string>>
}

/** What it answers. `null`: the source is not valid. */
export type DiagramSize = { width: number; height: number } | null

const COLOURS = ['surface', 'raised', 'sunken', 'text', 'muted', 'line-strong', 'tint'] as const
type ColourName = (typeof COLOURS)[number]

/** A diagram that takes longer is given up. */
const MAX_MS = 20_000
/** A wider diagram scrolls on narrow screens instead of becoming too small to read. */
const LEAST_WIDTH = 480
/** How far below the screen diagrams are drawn ahead. */
const AHEAD = '600px'

const root = document.documentElement

/** Shows a frame with the diagram above the source of each. The source stays where it cannot be drawn. */
export function drawDiagrams(within: ParentNode): void {
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue
        near.unobserve(target)
        draw(target)
      }
    },
    { rootMargin: AHEAD },
  )
  for (const figure of all('[data-diagram]', within)) near.observe(figure)
}

function draw(figure: HTMLElement): void {
  const { diagram = '', diagramTitle = '' } = figure.dataset
  const frame = make('iframe', {
    class: 'diagram-frame',
    src: diagram,
    title: diagramTitle,
    sandbox: 'allow-scripts allow-popups allow-popups-to-escape-sandbox',
    referrerpolicy: 'no-referrer',
  })
  const source = figure.querySelector('pre')?.textContent ?? ''
  const send = () => {
    if (frame.isConnected) frame.contentWindow?.postMessage(orderOf(source), '*')
    else giveUp()
  }
  const stopFollowing = followTheme(send)
  const giveUp = () => {
    clearTimeout(limit)
    stopFollowing()
    removeEventListener('message', listen)
    frame.parentElement?.remove()
    figure.classList.remove('drawn')
  }
  const limit = setTimeout(giveUp, MAX_MS)
  function listen({ source: from, data }: MessageEvent<DiagramSize | 'ready'>): void {
    if (from === null || from !== frame.contentWindow) return
    if (data === 'ready') send()
    else if (data === null) giveUp()
    else show(data)
  }
  function show({ width, height }: { width: number; height: number }): void {
    clearTimeout(limit)
    frame.style.aspectRatio = `${Number(width)} / ${Number(height)}`
    frame.style.maxWidth = `${Number(width)}px`
    frame.style.minWidth = `${Math.min(Number(width), LEAST_WIDTH)}px`
    figure.classList.add('drawn')
  }
  addEventListener('message', listen)
  // It can be scrolled by keyboard as well.
  const scroller = make(
    'div',
    { class: 'diagram-scroller', tabindex: '0', role: 'group', 'aria-label': diagramTitle },
    frame,
  )
  figure.querySelector('pre')?.before(scroller)
}

function orderOf(source: string): DiagramOrder {
  const style = getComputedStyle(root)
  const colours = Object.fromEntries(
    COLOURS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
  ) as Record<ColourName, string>
  return { source, isDark: style.colorScheme === 'dark', colours }
}

/** Calls back when the theme of the page changes, until the returned function is called. */
function followTheme(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const chosen = new MutationObserver(changed)
  chosen.observe(root, { attributeFilter: ['data-theme'] })
  system.addEventListener('change', changed)
  return () => {
    chosen.disconnect()
    system.removeEventListener('change', changed)
  }
}
