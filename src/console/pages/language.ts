const KEY = 'quire-language'

/** The languages that the console has texts in. */
export type Language = 'en' | 'de' | 'ja'

const isLanguage = (tag: string): tag is Language => tag === 'en' || tag === 'de' || tag === 'ja'

/** The first language of the person that the console knows: the one of the account, or one of the browser. */
export function wantedLanguage(): Language {
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem(KEY)
  } catch {
    // Storage can be disabled: the language of the browser counts.
  }
  const wanted = chosen === null ? navigator.languages : [chosen, ...navigator.languages]
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

/** Keeps the language of the account in this browser. It counts from the next page on. */
export function keepLanguage(tag: string | null): void {
  try {
    if (tag === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, tag)
  } catch {
    // Storage can be disabled.
  }
}
