import { wantedLanguage } from '../language.ts'
import { en, type PageTexts } from './en.ts'

/** The texts of these pages in the language of the person. Set before anything is shown. */
export let texts: PageTexts = en

/** Loads the texts in the language of the person, and says which one that is. */
export async function loadPageTexts(): Promise<void> {
  const language = wantedLanguage()
  document.documentElement.lang = language
  if (language === 'de') texts = (await import('./de.ts')).de
  if (language === 'ja') texts = (await import('./ja.ts')).ja
}
