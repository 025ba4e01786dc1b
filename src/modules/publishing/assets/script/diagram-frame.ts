// Runs in the frame of a diagram, which can reach neither the page nor the site.
import mermaid from 'mermaid'
import type { DiagramOrder, DiagramSize } from './draw-diagrams.ts'

let count = 0

const answer = (size: DiagramSize | 'ready'): void => parent.postMessage(size, '*')

/** Draws a diagram, and says how large it is. */
async function draw({ source, isDark, colours }: DiagramOrder): Promise<void> {
  const { text, surface, raised, sunken, muted, tint, 'line-strong': line } = colours
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light'
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    theme: 'base',
    fontFamily: 'system-ui, sans-serif',
    themeVariables: {
      darkMode: isDark,
      background: surface,
      primaryColor: tint,
      primaryTextColor: text,
      primaryBorderColor: line,
      secondaryColor: sunken,
      secondaryTextColor: text,
      tertiaryColor: raised,
      tertiaryTextColor: text,
      tertiaryBorderColor: line,
      lineColor: muted,
      textColor: text,
      noteBkgColor: sunken,
      noteTextColor: text,
      noteBorderColor: line,
      edgeLabelBackground: surface,
    },
  })
  count += 1
  try {
    const { svg } = await mermaid.render(`diagram-${count}`, source)
    document.body.innerHTML = svg
  } catch {
    return answer(null)
  }
  for (const link of document.querySelectorAll('a')) {
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer')
  }
  const { width = 0, height = 0 } = document.querySelector('svg')?.viewBox.baseVal ?? {}
  answer(width > 0 && height > 0 ? { width, height } : null)
}

addEventListener('message', ({ source, data }: MessageEvent<DiagramOrder>) => {
  if (source === parent) void draw(data)
})
answer('ready')
