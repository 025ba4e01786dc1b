import type { WritingTexts } from '../texts.ts'
import { editor } from './editor.ts'
import { rich } from './rich.ts'

/** The texts of the editor in German, which are loaded with it. */
export const writing: WritingTexts = {
  editor,
  rich,
}
