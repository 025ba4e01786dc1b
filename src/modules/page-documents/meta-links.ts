import type { RequestLoaders } from '../../core/lists/definitions.ts'
import type { PageRow } from '../content/index.ts'
import { readFrontMatter, splitSource } from '../documents/index.ts'
import { clientTargetsOf } from './client-targets.ts'

/** The most alternates of a page; further ones are left out. */
const MAX_ALTERNATES = 50

/** What a page states to be the same content elsewhere: a page, or a URL. */
export type MetaLink = { kind: 'page'; page: string } | { kind: 'url'; url: string }

export interface MetaLinks {
  canonical: MetaLink | null
  alternates: MetaLink[]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const addressesIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (each): each is string => typeof each === 'string' && each !== '',
  )

/** The addresses in `metaLinks` of the front matter of a page, as they are written. */
function statedIn(source: string): { canonical: string | undefined; alternates: string[] } {
  const { frontMatter } = splitSource(source)
  const read = readFrontMatter(frontMatter ?? '')
  const stated = 'values' in read && isRecord(read.values.metaLinks) ? read.values.metaLinks : {}
  return {
    canonical: addressesIn(stated.canonical)[0],
    alternates: addressesIn(stated.alternates).slice(0, MAX_ALTERNATES),
  }
}

/** The links of a page to the same content elsewhere. Paths are references to pages; those that lead nowhere are left out. */
export async function metaLinksOf(reads: RequestLoaders, page: PageRow): Promise<MetaLinks> {
  const { document } = page.page
  const texts = document === undefined ? null : await page.content.snapshot.documents([document])
  const { canonical, alternates } = statedIn(texts?.get(document ?? '') ?? '')
  const written = [...new Set([...(canonical === undefined ? [] : [canonical]), ...alternates])]
  const isUrl = (each: string) => /^https?:\/\//i.test(each) && URL.canParse(each)
  const targets = await clientTargetsOf(
    reads,
    { content: page.content, page },
    written.filter((each) => !isUrl(each)),
  )
  const linkTo = (each: string): MetaLink[] => {
    if (isUrl(each)) return [{ kind: 'url', url: each }]
    const target = targets[each]
    return target && 'page' in target && target.page ? [{ kind: 'page', page: target.page }] : []
  }
  return {
    canonical: canonical === undefined ? null : (linkTo(canonical)[0] ?? null),
    alternates: alternates.flatMap(linkTo),
  }
}
