import { DomainError, type ErrorDetail, MAX_DETAILS } from '../../core/errors.ts'
import type { ConflictHunk } from '../text-merge/index.ts'

/** The characters of texts in one error. Longer texts are left out, and can be read at their revisions. */
const MAX_CHARACTERS = 500_000

const MESSAGES = {
  edit_edit: 'both changed the same lines, or the same field',
  edit_delete: 'one changed what the other deleted',
  move_move: 'both moved the page, to different parents',
  move_into_deleted: 'the parent page was deleted',
} as const

/** Lines of a text, of which the first has the number `start`. */
interface NumberedLines {
  start: number
  lines: string[]
}

/** What both sides have changed since the revision that a change is based on. */
export interface EditConflict {
  kind: string
  /** The ID of the page, file or reusable content, or the name of the variable. */
  subjectId: string
  /** The field; absent if the conflict is about the text, or about all of it. */
  field?: string
  /** The current revision, which has `theirs`. */
  revision: string
  /** The texts, or the values of the field. Null where there is none. Absent if they are too long. */
  base?: unknown
  theirs?: unknown
  ours?: unknown
  isTooLong?: true
  /** The lines of the texts that conflict. */
  hunks?: { base: NumberedLines; theirs: NumberedLines; ours: NumberedLines }[]
}

interface Conflicting extends Pick<EditConflict, 'subjectId' | 'field' | 'base' | 'theirs' | 'ours'> {
  kind: keyof typeof MESSAGES
  hunks?: readonly ConflictHunk[]
}

/** The changes of a batch that conflict with changes that were saved since its expected revision. */
export class EditConflicts {
  readonly #revisions: { expected: string; current: string }
  readonly #details: ErrorDetail[] = []
  #characters = 0

  constructor(revisions: { expected: string; current: string }) {
    this.#revisions = revisions
  }

  add(at: number, member: string, { hunks, ...conflict }: Conflicting): void {
    const { current: revision } = this.#revisions
    const { base, theirs, ours, ...rest } = conflict
    // Lines first: they say more than the whole texts, and are shorter.
    const shown = hunks && this.#fits(linesOf(hunks)) ? hunks.map(named) : []
    const texts = this.#fits([base, theirs, ours].map(asText))
      ? { base, theirs, ours }
      : { isTooLong: true as const }
    const shownConflict: EditConflict = {
      ...rest,
      revision,
      ...texts,
      ...(shown.length > 0 && { hunks: shown }),
    }
    this.#details.push({
      path: ['changes', at, member],
      message: MESSAGES[conflict.kind],
      conflict: shownConflict,
    })
  }

  /** Throws if there is a conflict, with all of them. */
  refuse(): void {
    const [first] = this.#details
    if (!first) return
    const { expected, current } = this.#revisions
    throw new DomainError(
      'conflict',
      `${first.path.join('.')}: ${first.message} since revision ${expected}. Nothing was saved. Combine the versions in ` +
        `\`details\`, and save them with the expected revision ${current}.`,
      this.#details.slice(0, MAX_DETAILS),
    )
  }

  /** Whether these texts fit as well. If so, they are counted. */
  #fits(texts: Iterable<string>): boolean {
    let characters = this.#characters
    for (const text of texts) {
      characters += text.length
      if (characters > MAX_CHARACTERS) return false
    }
    this.#characters = characters
    return true
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const named = ({ base, primary, changed }: ConflictHunk) => ({ base, theirs: primary, ours: changed })

function* linesOf(hunks: readonly ConflictHunk[]): Generator<string> {
  for (const hunk of hunks) for (const { lines } of Object.values(hunk)) yield* lines
}
