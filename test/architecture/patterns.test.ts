import { describe, expect, it } from 'vitest'
import { superlinearGrowth } from './patterns/attacks.ts'
import { patternsInSources } from './patterns/found.ts'
import { CountingMatcher } from './patterns/steps.ts'

/** What patterns that are put together at run time look like, by file: each call of RegExp has one here. */
const built: Record<string, RegExp[]> = {
  // One emoji of a closed list, without repetition.
  'src/core/emoji.ts': [/^\p{Emoji}$/u],
  'src/modules/content/pdf/lines.ts': [
    /\n|[ \t]+|[\p{Script=Han}\u3000-\u303f]|[^\s\p{Script=Han}\u3000-\u303f]+|\s/gu,
    /[\p{Script=Han}\u3000-\u303f]/u,
  ],
  'src/modules/content/pdf/spans.ts': [/\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i],
  'src/modules/content/search/fold.ts': [
    /([\p{Script=Han}ー]+)|(?:(?![\p{Script=Han}ー])[\p{L}\p{N}\p{M}])+/gu,
  ],
  'src/rest/compatibility/index.ts': [/^\/spaces\/[^/]+\/content\/path\/.+\/?$|^\/orgs\/[^/]+\/?$/],
  // Patterns of our own schemas, which are literals of the sources, on texts of our own.
  'src/rest/openapi/examples.ts': [/^[a-zA-Z0-9_-]{1,64}$/],
  'src/modules/events/events.model.ts': [/^evt_([0-9a-v]{13})$/],
}

/** Patterns whose steps grow faster than their text, and why nobody can make use of that. */
const excused: Record<string, string> = {
  'src/rest/openapi/operation-id.ts ^([a-z]+)(.*)$': 'reads the ids of operations, which the sources name',
}

const found = patternsInSources()
const growthOf = (pattern: RegExp) => superlinearGrowth(new CountingMatcher(pattern))

describe('regular expressions', () => {
  it('that are built at run time are listed here', () => {
    const counts: Record<string, number> = {}
    for (const { path } of found.built) counts[path] = (counts[path] ?? 0) + 1
    expect(counts).toEqual(
      Object.fromEntries(Object.entries(built).map(([path, patterns]) => [path, patterns.length])),
    )
  })

  it('take a number of steps proportional to the text', { timeout: 120_000 }, () => {
    expect(found.literal.length).toBeGreaterThan(200)
    const all = [
      ...found.literal,
      ...Object.entries(built).flatMap(([path, patterns]) =>
        patterns.map((pattern) => ({ place: path, path, pattern })),
      ),
    ]
    const grown = all.flatMap(({ place, path, pattern }) => {
      const growth = growthOf(pattern)
      return growth ? [{ key: `${path} ${pattern.source}`, place, ...growth }] : []
    })
    expect(grown.filter(({ key }) => excused[key] === undefined)).toEqual([])
    expect(Object.keys(excused).filter((key) => !grown.some((each) => each.key === key))).toEqual([])
  })
})

describe('the search for patterns that are not linear', () => {
  it.each([
    [/^[A-Za-z0-9+/_\-\s]*={0,2}\s*$/],
    [/\s*$/],
    [/^-+|-+$/g],
    [/<meta[^>]+charset=/i],
    [/^(a+)+$/],
    [/^(?:a|aa)+$/],
    [/^\[([^\]]+)\]\(([^()<>"]+\.(?:md|markdown)(?:#[^()<>"]*)?)\)$/],
    [/^[\p{L}\p{N}]*\p{L}[\p{L}\p{N}]*$/u],
    [/(?<=a\s*)b/],
    [/\[\^([^\]\s]+)\]/g],
    [/"(?:[^"\\]|\\.)*"/g],
  ])('finds %s', (pattern) => {
    expect(growthOf(pattern)?.factor).toBeGreaterThan(2.6)
  })

  it.each([
    [/^[a-z]+$/],
    [/^(?:a|b)*c/],
    [/<[^<>]*>/g],
    [/(\w)\1/],
    [/^\s*(?:<[^>\n]*>|[^\s)]*)/],
    [/^[a-z0-9-]{1,64}$/],
    [/(?<!a)b|\bc\B/gm],
  ])('does not report %s', (pattern) => {
    expect(growthOf(pattern)).toBeUndefined()
  })
})
