import { splitSource } from '../documents/index.ts'
import { titleHeading } from '../page-metadata/index.ts'
import { mergeFrontMatter } from './front-matter.ts'
import { decide, type KeyConflict } from './keys.ts'
import type { ConflictHunk } from './regions.ts'
import { createMergeText, type TextMergeTools } from './text.ts'

export interface SourceMerge {
  /** The merged source. Conflicting parts have the version of the change request. */
  text: string
  /** Keys of front matter that both sides set differently. */
  keyConflicts: KeyConflict[]
  /** Whether both sides changed the same lines of the body. */
  hasConflict: boolean
  /** These lines, counted within the whole source. Empty if they are too many to list. */
  hunks: ConflictHunk[]
  /** The source with the conflicting lines of the primary content. */
  primaryText: string
}

/** The versions of a source. */
export interface ThreeSources {
  base: string
  primary: string
  changed: string
}

/**
 * Merges the sources of a page: front matter key by key, the title as one value, and the rest line by line. With
 * `isTitleConflict`, the title is a field of the page that conflicts as such, and its heading is not a second conflict.
 */
export type MergeSource = (three: ThreeSources, isTitleConflict: boolean) => Promise<SourceMerge>

export function createMergeSource(tools: TextMergeTools): MergeSource {
  const mergeText = createMergeText(tools)
  return async (three, isTitleConflict) => {
    const aligned = withOneTitle(three, isTitleConflict)
    const sides = mapThree(aligned, splitSource)
    const [base, primary, changed] = [sides.base, sides.primary, sides.changed]
    const front = mergeFrontMatter(base.frontMatter, primary.frontMatter, changed.frontMatter)
    const fences = fencesOf(front.text, aligned, sides)
    const body = await mergeText(base.body, primary.body, changed.body)
    if ('text' in body) {
      const text = fences + body.text
      return { text, keyConflicts: front.conflicts, hasConflict: false, hunks: [], primaryText: text }
    }
    const above = mapThree(aligned, (source) => lineCount(source.slice(0, splitSource(source).bodyStart)))
    const hunks = body.hunks.map((hunk) => ({
      base: { ...hunk.base, start: hunk.base.start + above.base },
      primary: { ...hunk.primary, start: hunk.primary.start + above.primary },
      changed: { ...hunk.changed, start: hunk.changed.start + above.changed },
    }))
    return {
      text: fences + body.changed,
      keyConflicts: front.conflicts,
      hasConflict: true,
      hunks,
      primaryText: fences + body.primary,
    }
  }
}

/** The fences and the text between them, with the bytes of a side that has the same text. */
function fencesOf(
  text: string | null,
  sources: ThreeSources,
  sides: { [K in keyof ThreeSources]: ReturnType<typeof splitSource> },
): string {
  if (text === null) return ''
  const keys = ['primary', 'changed', 'base'] as const
  const same = keys.find((key) => sides[key].frontMatter === text)
  if (same) return sources[same].slice(0, sides[same].bodyStart)
  const isCrLf = keys.every((key) => !/(^|[^\r])\n/.test(sources[key]))
  const fenced = `---\n${text}---\n`
  return isCrLf ? fenced.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n') : fenced
}

/**
 * Sets the merged title in all three sources. A changed title then conflicts neither with a change of the line
 * below nor with another title, which is a separate conflict.
 */
function withOneTitle(three: ThreeSources, isTitleConflict: boolean): ThreeSources {
  const headings = mapThree(three, titleHeading)
  const { base, primary, changed } = headings
  if (!base || !primary || !changed) return three
  const raw = mapThree(three, (source, side) => source.slice(headings[side]?.start, headings[side]?.end))
  const { value, isAgreed } = decide(raw.base, raw.primary, raw.changed)
  if (!isAgreed && !isTitleConflict) return three
  // Line numbers must stay correct.
  if (new Set(Object.values(raw).map(lineCount)).size > 1) return three
  return mapThree(
    three,
    (source, side) => source.slice(0, headings[side]?.start) + value + source.slice(headings[side]?.end),
  )
}

function mapThree<A, B>(
  three: { base: A; primary: A; changed: A },
  map: (value: A, side: keyof ThreeSources) => B,
): { base: B; primary: B; changed: B } {
  return {
    base: map(three.base, 'base'),
    primary: map(three.primary, 'primary'),
    changed: map(three.changed, 'changed'),
  }
}

const lineCount = (text: string): number => text.split('\n').length - 1
