import { useNavigate } from '@tanstack/react-router'
import { useKeys } from '../frame/keys.ts'
import { loadable } from '../frame/later.tsx'
import { useSearchParameters } from '../parameters.ts'
import { Skeleton } from '../parts/Skeleton.tsx'
import { texts, withTexts } from '../texts/index.ts'

/** The editor, loaded when somebody edits. */
export const { Loaded: LazyEditor } = loadable(
  () => withTexts(() => import('./EditorScreen.tsx'), 'writing', 'conflicts', 'files'),
  <Skeleton lines={12} />,
)

/** Whether the address asks for the editor. */
export const useIsEditing = (): boolean => useSearchParameters().edit !== undefined

/** Opens the editor of the page that is shown, by the returned function and by the key E. */
export function useEdit(mayEdit: boolean): () => void {
  const navigate = useNavigate()
  const edit = () => void navigate({ to: '.', search: { edit: '' } })
  useKeys({ e: mayEdit ? { label: texts.page.edit, run: edit } : undefined })
  return edit
}
