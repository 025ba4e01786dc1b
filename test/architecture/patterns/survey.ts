import { superlinearGrowth } from './attacks.ts'
import { patternsInSources } from './found.ts'
import { CountingMatcher } from './steps.ts'

/** Examples of the patterns that are built at run time, by file: one for each call of RegExp. */
export const built: Record<string, RegExp[]> = {
  // One emoji of a closed list, without repetition.
  'src/core/emoji.ts': [/^\p{Emoji}$/u],
  'src/modules/pdf/drawing/lines.ts': [
    /\n|[ \t]+|[\p{Script=Han}\u3000-\u303f]|[^\s\p{Script=Han}\u3000-\u303f]+|\s/gu,
    /[\p{Script=Han}\u3000-\u303f]/u,
  ],
  'src/modules/pdf/drawing/spans.ts': [/\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i],
  'src/modules/search/tokens-of.ts': [/([\p{Script=Han}ー]+)|(?:(?![\p{Script=Han}ー])[\p{L}\p{N}\p{M}])+/gu],
  'src/rest/compatibility/index.ts': [/^\/spaces\/[^/]+\/content\/path\/.+\/?$|^\/orgs\/[^/]+\/?$/],
  'src/rest/mount-rest.ts': [/^\/spaces\/[^/]+\/content\/path\/.+\/?$/],
  // Patterns of the project's own schemas, which are literals in the sources, matched with its own texts.
  'src/rest/openapi/examples.ts': [/^[a-zA-Z0-9_-]{1,64}$/],
  'src/modules/events/events.model.ts': [/^evt_([0-9a-v]{13})$/],
}

/** Patterns whose steps grow faster than their text, and why no caller can exploit that. */
const excused: Record<string, string> = {
  'src/rest/openapi/operation-id.ts ^([a-z]+)(.*)$': 'reads the ids of operations, which the sources name',
}

export const found = patternsInSources()
export const growthOf = (pattern: RegExp) => superlinearGrowth(new CountingMatcher(pattern))

/** Tries every pattern of the sources with texts generated from it. */
export function surveyPatterns() {
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
  return {
    tried: all.length,
    superlinear: grown.filter(({ key }) => excused[key] === undefined),
    unusedExcuses: Object.keys(excused).filter((key) => !grown.some((each) => each.key === key)),
  }
}
