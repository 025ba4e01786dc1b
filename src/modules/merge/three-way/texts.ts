import { sourcesOf, type WithDocument } from '../../content/index.ts'
import { hashOf } from '../../revisions/index.ts'
import { mergeSource, type SourceMerge } from './source.ts'
import type { MergeText } from './text.ts'
import type { MergeInput } from './types.ts'

export interface TextVersions {
  base: WithDocument | undefined
  primary: WithDocument | undefined
  changed: WithDocument | undefined
}

export interface MergedText extends SourceMerge {
  /** The hash of the merged source. Undefined if it is empty. */
  document: string | undefined
  sources: { base: string; primary: string; changed: string }
}

export interface TextJob {
  id: string
  versions: TextVersions
  isTitleConflict: boolean
}

/** Whether both sides changed the text, differently. */
export const isTextContested = ({ base, primary, changed }: TextVersions): boolean =>
  primary?.document !== changed?.document &&
  primary?.document !== base?.document &&
  changed?.document !== base?.document

/** The changed text, or the text of both sides if they are equal. */
export const uncontestedDocument = ({ base, primary, changed }: TextVersions): string | undefined =>
  changed?.document === base?.document ? primary?.document : changed?.document

/** Merges the texts that both sides changed, all read at once from each revision. */
export async function mergeTexts(
  input: MergeInput,
  jobs: readonly TextJob[],
  mergeText: MergeText,
): Promise<Map<string, MergedText>> {
  const side = (name: keyof TextVersions) =>
    sourcesOf(
      input[name],
      jobs.map(({ versions }) => versions[name]),
    )
  const [base, primary, changed] = await Promise.all([side('base'), side('primary'), side('changed')])
  const merged = await Promise.all(
    jobs.map(async ({ id, versions, isTitleConflict }): Promise<[string, MergedText]> => {
      const sources = {
        base: base(versions.base),
        primary: primary(versions.primary),
        changed: changed(versions.changed),
      }
      const merge = await mergeSource(sources, { mergeText, isTitleConflict })
      return [id, { ...merge, sources, document: merge.text === '' ? undefined : hashOf(merge.text) }]
    }),
  )
  return new Map(merged)
}
