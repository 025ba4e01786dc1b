import type { ContentChange } from './changes.model.ts'
import type { Draft } from './draft.ts'

/** Reads what changes name, in as many statements for one change as for many. */
export async function readNamed(draft: Draft, changes: readonly ContentChange[]): Promise<void> {
  const { snapshot } = draft
  const named = (idOf: (change: ContentChange) => string | null) =>
    changes.flatMap((change) => idOf(change) ?? [])
  // A ref is not the id of a page yet, and is not found.
  await Promise.all([
    draft.readAhead(named((each) => (each.operation === 'update_page' ? each.page : null))),
    snapshot.pages(named((each) => (each.operation === 'delete_page' ? each.page : null))),
    snapshot.reusables(named((each) => ('reusableContent' in each ? each.reusableContent : null))),
    snapshot.files(named((each) => ('file' in each ? each.file : null))),
  ])
}
