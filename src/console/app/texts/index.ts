import { type Language, wantedLanguage } from '../../pages/language.ts'
import { loadPageTexts } from '../../pages/texts/index.ts'
import type { AccountTexts, FirstTexts, SitesTexts, Texts, WritingTexts } from './texts.ts'

/** One of them is loaded: nobody waits for the texts of other languages. */
const LANGUAGES: Readonly<Record<Language, () => Promise<FirstTexts>>> = {
  en: async () => (await import('./en/index.ts')).en,
  de: async () => (await import('./de/index.ts')).de,
  ja: async () => (await import('./ja/index.ts')).ja,
}
/** What is loaded with the editor. */
const WRITING: Readonly<Record<Language, () => Promise<WritingTexts>>> = {
  en: async () => (await import('./en/writing.ts')).writing,
  de: async () => (await import('./de/writing.ts')).writing,
  ja: async () => (await import('./ja/writing.ts')).writing,
}
/** What is loaded with the account. */
const ACCOUNT: Readonly<Record<Language, () => Promise<AccountTexts>>> = {
  en: () => import('./en/account.ts'),
  de: () => import('./de/account.ts'),
  ja: () => import('./ja/account.ts'),
}
/** What is loaded with sites, and with what publishes them. */
const SITES: Readonly<Record<Language, () => Promise<SitesTexts>>> = {
  en: async () => (await import('./en/publishing.ts')).publishing,
  de: async () => (await import('./de/publishing.ts')).publishing,
  ja: async () => (await import('./ja/publishing.ts')).publishing,
}
/** The texts of the interface in the language of the person. Set before anything is shown. */
export let texts = {} as Texts
/** The language of the texts, such as `en`. */
export let language: Language = 'en'

/** Loads the texts in the first language of the person that the console knows. */
export async function loadTexts(): Promise<void> {
  language = wantedLanguage()
  const [loaded] = await Promise.all([LANGUAGES[language](), loadPageTexts()])
  texts = { ...texts, ...loaded }
}

/** Loads texts that few screens have, before they are shown. */
async function add(load: () => Promise<Partial<Texts>>): Promise<void> {
  const added = await load()
  texts = { ...texts, ...added }
}

export const loadWritingTexts = (): Promise<void> => add(WRITING[language])
export const loadAccountTexts = (): Promise<void> => add(ACCOUNT[language])
export const loadSitesTexts = (): Promise<void> => add(SITES[language])
