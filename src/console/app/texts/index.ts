import type { AccountTexts, FirstTexts, ManagingTexts, Texts, WritingTexts } from './texts.ts'

/** One of them is loaded: nobody waits for the texts of other languages. */
const LANGUAGES: Readonly<Record<string, () => Promise<FirstTexts>>> = {
  en: async () => (await import('./en/index.ts')).en,
  de: async () => (await import('./de/index.ts')).de,
  ja: async () => (await import('./ja/index.ts')).ja,
}
/** What is loaded with the editor. */
const WRITING: Readonly<Record<string, () => Promise<WritingTexts>>> = {
  en: async () => (await import('./en/writing.ts')).writing,
  de: async () => (await import('./de/writing.ts')).writing,
  ja: async () => (await import('./ja/writing.ts')).writing,
}
/** What is loaded with the account. */
const ACCOUNT: Readonly<Record<string, () => Promise<AccountTexts>>> = {
  en: () => import('./en/account.ts'),
  de: () => import('./de/account.ts'),
  ja: () => import('./ja/account.ts'),
}
/** What is loaded with the screens on which an organization and a space are managed. */
const MANAGING: Readonly<Record<string, () => Promise<ManagingTexts>>> = {
  en: () => import('./en/managing.ts'),
  de: () => import('./de/managing.ts'),
  ja: () => import('./ja/managing.ts'),
}
const KEY = 'quire-language'

/** The texts of the interface in the language of the person. Set before anything is shown. */
export let texts = {} as Texts
/** The language of the texts, such as `en`. */
export let language = 'en'

function wanted(): string[] {
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem(KEY)
  } catch {
    // Storage can be disabled: the language of the browser counts.
  }
  return [...(chosen === null ? [] : [chosen]), ...navigator.languages].map((tag) =>
    tag.slice(0, 2).toLowerCase(),
  )
}

/** Loads the texts in the first language of the person that the console knows. */
export async function loadTexts(): Promise<void> {
  const found = wanted().find((tag) => tag in LANGUAGES) ?? 'en'
  const load = LANGUAGES[found]
  if (load) texts = { ...texts, ...(await load()) }
  language = found
  document.documentElement.lang = found
}

/** Loads texts that few screens have, before they are shown. */
async function add(load: (() => Promise<Partial<Texts>>) | undefined): Promise<void> {
  const added = await load?.()
  texts = { ...texts, ...added }
}

export const loadWritingTexts = (): Promise<void> => add(WRITING[language])
export const loadAccountTexts = (): Promise<void> => add(ACCOUNT[language])
export const loadManagingTexts = (): Promise<void> => add(MANAGING[language])

/** Keeps the language of the account in this browser. It counts from the next page on. */
export function keepLanguage(tag: string | null): void {
  try {
    if (tag === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, tag)
  } catch {
    // Storage can be disabled.
  }
}
