import type { PageLayout, PageRecord } from '../../revisions/index.ts'

const DEFAULT_LAYOUT: PageLayout = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
}

/** How a page is laid out: what it says itself, and the usual for the rest. */
export const layoutOf = ({ layout }: PageRecord): PageLayout => ({ ...DEFAULT_LAYOUT, ...layout })
