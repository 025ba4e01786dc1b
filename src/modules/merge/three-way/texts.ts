import { eachAtOnce } from '../../../platform/turns/at-once.ts'
import { sourcesOf, type WithDocument } from '../../content/index.ts'
import { hashOf } from '../../revisions/index.ts'
import type { MergeSource, SourceMerge, ThreeSources } from '../../text-merge/index.ts'
import type { MergeInput } from './types.ts'

interface TextVersions {
  base: WithDocument | undefined
  primary: WithDocument | undefined
  changed: WithDocument | undefined
}

export interface MergedText extends SourceMerge {
  /** The hash of the merged source. Undefined if it is empty. */
  document: string | undefined
  sources: ThreeSources
}

interface TextJob {
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

/** Texts that are read at once. */
const CHUNK = 200
/** As many as Git merges at once. */
const AT_ONCE = 4

/** Merges the texts that both sides changed. */
export async function mergeTexts(
  input: MergeInput,
  jobs: readonly TextJob[],
  mergeSource: MergeSource,
): Promise<Map<string, MergedText>> {
  const merged = new Map<string, MergedText>()
  for (let at = 0; at < jobs.length; at += CHUNK) {
    const part = jobs.slice(at, at + CHUNK)
    const side = (name: keyof TextVersions) =>
      sourcesOf(
        input[name],
        part.map(({ versions }) => versions[name]),
      )
    const [base, primary, changed] = await Promise.all([side('base'), side('primary'), side('changed')])
    await eachAtOnce(part, AT_ONCE, async ({ id, versions, isTitleConflict }) => {
      const sources = {
        base: base(versions.base),
        primary: primary(versions.primary),
        changed: changed(versions.changed),
      }
      const merge = await mergeSource(sources, isTitleConflict)
      const document = merge.text === '' ? undefined : hashOf(merge.text)
      merged.set(id, { ...merge, sources, document })
    })
  }
  return merged
}
