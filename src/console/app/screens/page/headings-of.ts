import { elementsOf } from '../../parts/RenderedHtml.tsx'
import type { ShownPage } from './use-shown-page.ts'

export interface Heading {
  id: string
  title: string
  /** 2 for a section, 3 for one inside of it. */
  level: number
}

/** The headings of a text, without those of lower levels. */
export function headingsOf(blocks: ShownPage['blocks']): Heading[] {
  return (blocks ?? []).flatMap(({ type, html }) => {
    if (!type.startsWith('heading') || html === '') return []
    const heading = elementsOf(html).querySelector('h2, h3')
    if (!heading?.id) return []
    heading.querySelector('.anchor')?.remove()
    const title = heading.textContent?.trim() ?? ''
    return title === '' ? [] : [{ id: heading.id, title, level: Number(heading.tagName.slice(1)) }]
  })
}
