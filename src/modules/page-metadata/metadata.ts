import {
  type FrontMatterProblem,
  readFrontMatter,
  splitSource,
  unconditionalText,
} from '../documents/index.ts'
import type { PageLayout } from '../revisions/index.ts'
import { isKeyed, type Keyed } from './keyed.ts'
import { statedTitle, titleHeading } from './title.ts'

/** The metadata in the source of a page. Keys that are not set are absent. */
interface PageMetadata {
  title?: string
  description?: string
  icon?: string
  hidden?: boolean
  noIndex?: boolean
  noRobotsIndex?: boolean
  condition?: string
  variables?: Record<string, string>
  /** A path relative to the page, or a URL, as written. */
  cover?: string
  coverY?: number
  coverHeight?: number
  layout?: Partial<PageLayout>
}

interface ReadMetadata {
  metadata: PageMetadata
  /**
   * Set if front matter cannot be parsed; no metadata is read from it then. `line` counts from 1 within the source.
   */
  error?: FrontMatterProblem
}

/** Keys of front matter that have another name in the record of a page. */
export const recordFieldOf: Readonly<Record<string, string>> = { if: 'condition', vars: 'variables' }

const visibleParts = [
  'cover',
  'title',
  'description',
  'tableOfContents',
  'outline',
  'pagination',
  'metadata',
] as const
const widths = ['default', 'wide'] as const
const coverSizes = ['hero', 'full', 'background'] as const

/** Reads title, description, flags and layout from the front matter and the first heading of a page. */
export function pageMetadata(source: string): ReadMetadata {
  const { frontMatter } = splitSource(source)
  const read = readFrontMatter(frontMatter ?? '')
  const values: Keyed = 'values' in read ? read.values : {}
  const metadata = withoutUndefined({
    title: statedTitle(values) ?? (titleHeading(source)?.title || undefined),
    description: text(unconditionalText(text(values.description) ?? '')),
    icon: text(values.icon),
    hidden: flag(values.hidden),
    noIndex: flag(values.noIndex),
    noRobotsIndex: flag(values.noRobotsIndex),
    condition: text(values.if),
    variables: variables(values.vars),
    cover: text(values.cover),
    coverY: number(values.coverY),
    coverHeight: number(values.coverHeight),
    layout: layout(values.layout),
  })
  // The opening fence is the line above.
  return 'error' in read ? { metadata, error: { ...read.error, line: read.error.line + 1 } } : { metadata }
}

function layout(value: unknown): Partial<PageLayout> | undefined {
  if (!isKeyed(value)) return undefined
  const cover = isKeyed(value.cover) ? value.cover : {}
  const visible = visibleParts.map((part) => {
    const setting = value[part]
    return [part, flag(isKeyed(setting) ? setting.visible : setting)]
  })
  const read = withoutUndefined<Partial<PageLayout>>({
    width: oneOf(widths, value.width),
    coverSize: oneOf(coverSizes, cover.size),
    ...Object.fromEntries(visible),
  })
  return Object.keys(read).length > 0 ? read : undefined
}

function variables(value: unknown): Record<string, string> | undefined {
  if (!isKeyed(value)) return undefined
  const entries = Object.entries(value).filter(([, entry]) =>
    ['string', 'number', 'boolean'].includes(typeof entry),
  )
  return Object.fromEntries(entries.map(([name, entry]) => [name, String(entry)]))
}

/** Removes keys that are undefined. */
function withoutUndefined<T extends object>(values: { [K in keyof T]: T[K] | undefined }): T {
  const given: Partial<T> = {}
  for (const key in values) if (values[key] !== undefined) given[key] = values[key]
  // Every remaining key has its type: only undefined values were removed.
  return given as T
}

const text = (value: unknown): string | undefined => {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)
const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined
const oneOf = <T extends string>(allowed: readonly T[], value: unknown): T | undefined =>
  allowed.find((one) => one === value)
