import { type Language, wantedLanguage } from '../../pages/language.ts'
import type { FirstTexts, Texts } from './texts.ts'

/** One of them is loaded: nobody waits for the texts of other languages. */
const FIRST: Readonly<Record<Language, () => Promise<FirstTexts>>> = {
  en: async () => (await import('./en/index.ts')).en,
  de: async () => (await import('./de/index.ts')).de,
  ja: async () => (await import('./ja/index.ts')).ja,
}

/** What is loaded with the screens that have it. */
const MORE = {
  account: {
    en: () => import('./en/account.ts'),
    de: () => import('./de/account.ts'),
    ja: () => import('./ja/account.ts'),
  },
  administration: {
    en: () => import('./en/administration.ts'),
    de: () => import('./de/administration.ts'),
    ja: () => import('./ja/administration.ts'),
  },
  arranging: {
    en: () => import('./en/arranging.ts'),
    de: () => import('./de/arranging.ts'),
    ja: () => import('./ja/arranging.ts'),
  },
  collections: {
    en: () => import('./en/collections.ts'),
    de: () => import('./de/collections.ts'),
    ja: () => import('./ja/collections.ts'),
  },
  commands: {
    en: () => import('./en/commands.ts'),
    de: () => import('./de/commands.ts'),
    ja: () => import('./ja/commands.ts'),
  },
  conflicts: {
    en: () => import('./en/conflicts.ts'),
    de: () => import('./de/conflicts.ts'),
    ja: () => import('./ja/conflicts.ts'),
  },
  files: {
    en: () => import('./en/files.ts'),
    de: () => import('./de/files.ts'),
    ja: () => import('./ja/files.ts'),
  },
  history: {
    en: () => import('./en/history.ts'),
    de: () => import('./de/history.ts'),
    ja: () => import('./ja/history.ts'),
  },
  importing: {
    en: () => import('./en/importing.ts'),
    de: () => import('./de/importing.ts'),
    ja: () => import('./ja/importing.ts'),
  },
  inbox: {
    en: () => import('./en/inbox.ts'),
    de: () => import('./de/inbox.ts'),
    ja: () => import('./ja/inbox.ts'),
  },
  git: {
    en: () => import('./en/git.ts'),
    de: () => import('./de/git.ts'),
    ja: () => import('./ja/git.ts'),
  },
  managing: {
    en: () => import('./en/managing.ts'),
    de: () => import('./de/managing.ts'),
    ja: () => import('./ja/managing.ts'),
  },
  operating: {
    en: () => import('./en/operating.ts'),
    de: () => import('./de/operating.ts'),
    ja: () => import('./ja/operating.ts'),
  },
  programs: {
    en: () => import('./en/programs.ts'),
    de: () => import('./de/programs.ts'),
    ja: () => import('./ja/programs.ts'),
  },
  search: {
    en: () => import('./en/search.ts'),
    de: () => import('./de/search.ts'),
    ja: () => import('./ja/search.ts'),
  },
  sites: {
    en: async () => (await import('./en/publishing.ts')).publishing,
    de: async () => (await import('./de/publishing.ts')).publishing,
    ja: async () => (await import('./ja/publishing.ts')).publishing,
  },
  talk: {
    en: () => import('./en/talk.ts'),
    de: () => import('./de/talk.ts'),
    ja: () => import('./ja/talk.ts'),
  },
  writing: {
    en: async () => (await import('./en/writing.ts')).writing,
    de: async () => (await import('./de/writing.ts')).writing,
    ja: async () => (await import('./ja/writing.ts')).writing,
  },
} satisfies Record<string, Record<Language, () => Promise<Partial<Texts>>>>

/** The texts of the interface in the language of the person. Set before anything is shown. */
export let texts = {} as Texts
/** The language of the texts, such as `en`. */
export let language: Language = 'en'

/** Loads the texts in the first language of the person that the console knows. */
export async function loadTexts(): Promise<void> {
  language = wantedLanguage()
  document.documentElement.lang = language
  texts = { ...texts, ...(await FIRST[language]()) }
}

/** Loads code together with the texts that few screens have, before it is shown. */
export async function withTexts<Code>(
  load: () => Promise<Code>,
  ...names: readonly (keyof typeof MORE)[]
): Promise<Code> {
  const [code, ...added] = await Promise.all([load(), ...names.map((name) => MORE[name][language]())])
  texts = Object.assign({}, texts, ...added)
  return code
}
