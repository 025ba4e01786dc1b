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

/** The layout of a page, with defaults for fields that it does not set. */
export const layoutOf = ({ layout }: Pick<PageRecord, 'layout'>): PageLayout => ({
  ...DEFAULT_LAYOUT,
  ...layout,
})
