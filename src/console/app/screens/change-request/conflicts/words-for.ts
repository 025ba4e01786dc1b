import type { ConflictKind, ConflictSubjectType } from '#console/ConflictCard_conflict.graphql.ts'
import { texts } from '../../../texts/index.ts'

interface Facts {
  readonly kind: ConflictKind
  readonly subjectType: ConflictSubjectType
  readonly field: string | null | undefined
  readonly primary: unknown
  readonly changed: unknown
}

/** What a conflict is about, and what each of its two choices does. */
export function wordsFor({ kind, subjectType, field, primary, changed }: Facts): {
  explanation: string
  takeMain: string
  takeMine: string
} {
  const t = texts.conflicts
  const isDeletedInMain = primary === null || primary === undefined
  const isDeletedHere = changed === null || changed === undefined
  const takeMain = isDeletedInMain ? t.deleteLikeMain : t.useMain
  const takeMine = isDeletedHere ? t.deleteLikeMine : t.useMine
  switch (kind) {
    case 'EDIT_EDIT':
      return {
        explanation: editedWords(subjectType, field),
        takeMain,
        takeMine,
      }
    case 'EDIT_DELETE':
      return {
        explanation: isDeletedInMain ? t.deletedInMain : t.deletedHere,
        takeMain: isDeletedInMain ? t.deleteLikeMain : t.keepMain,
        takeMine: isDeletedHere ? t.deleteLikeMine : t.keepMine,
      }
    case 'MOVE_MOVE':
      return { explanation: t.moved, takeMain: t.moveLikeMain, takeMine: t.moveLikeMine }
    case 'MOVE_INTO_DELETED':
      return { explanation: t.movedIntoDeleted, takeMain, takeMine }
    case 'CYCLE':
      return { explanation: t.cycle, takeMain: t.moveLikeMain, takeMine: t.moveLikeMine }
    case 'SLUG_SLUG':
      return { explanation: t.slug, takeMain: t.slugMain, takeMine: t.slugMine }
    case 'ADD_ADD':
      return { explanation: t.added, takeMain, takeMine }
    case 'FILE_FILE':
      return { explanation: t.file, takeMain: t.fileMain, takeMine: t.fileMine }
    case 'REUSABLE_DELETED':
      return { explanation: t.reusableDeleted, takeMain, takeMine }
    case 'COMPUTED':
      return { explanation: t.computed, takeMain, takeMine }
  }
}

/** Both sides edited it: a field, a variable, or lines of a text. */
function editedWords(subjectType: ConflictSubjectType, field: string | null | undefined): string {
  const t = texts.conflicts
  if (field) return t.fieldEdited(t.fields[field.split('.')[0] ?? ''] ?? field)
  return subjectType === 'VARIABLE' ? t.variableEdited : t.textEdited
}
