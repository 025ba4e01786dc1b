import { editor } from './editor.ts'
import { rich } from './rich.ts'

/** The texts of the editor in English, which are loaded with it. */
export const writing = {
  editor,
  rich,
}
