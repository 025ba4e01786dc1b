import { moreLanguages } from './more-languages.ts'
import { type TextName, table } from './table.ts'

/** The languages of the user interface. */
export type Locale =
  | ('en' | 'fr' | 'es' | 'zh' | 'ja' | 'de' | 'nl' | 'no' | 'pt-br' | 'ru')
  | ('it' | 'pt' | 'pl' | 'tr' | 'uk' | 'ko' | 'zh-tw' | 'ar' | 'he')

/** The order of the languages in each table. */
const first: readonly Locale[] = ['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru']
const more: readonly Locale[] = ['it', 'pt', 'pl', 'tr', 'uk', 'ko', 'zh-tw', 'ar', 'he']
const locales = [...first, ...more]

/** The tags of the languages, for `lang` attributes and dates. */
export const languageTags: Readonly<Record<Locale, string>> = {
  en: 'en',
  fr: 'fr',
  es: 'es',
  zh: 'zh-Hans',
  ja: 'ja',
  de: 'de',
  nl: 'nl',
  no: 'nb',
  'pt-br': 'pt-BR',
  ru: 'ru',
  it: 'it',
  pt: 'pt-PT',
  pl: 'pl',
  tr: 'tr',
  uk: 'uk',
  ko: 'ko',
  'zh-tw': 'zh-Hant',
  ar: 'ar',
  he: 'he',
}

const TRADITIONAL = /^zh-(?:hant|tw|hk|mo)(?:-|$)/
const OTHER_NAMES: Readonly<Record<string, Locale>> = { nn: 'no', nb: 'no', iw: 'he' }

/** The language of the user interface for content in a language; another one if it has no texts in it. */
export function localeOf(language: string | null, otherwise: Locale = 'en'): Locale {
  const tag = (language ?? '').toLowerCase()
  if (TRADITIONAL.test(tag)) return 'zh-tw'
  const [primary = ''] = tag.split('-')
  return (
    locales.find((locale) => locale === tag) ??
    locales.find((locale) => locale === primary) ??
    OTHER_NAMES[primary] ??
    otherwise
  )
}

const RIGHT_TO_LEFT = /^(?:ar|dv|fa|he|iw|ku|ps|sd|ug|ur|yi)(?:-|$)/i

/** The direction in which a language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr')

/** The name of a language in the language itself. */
export function languageName(tag: string): string {
  try {
    const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
    const [initial = '', ...rest] = name
    return `${initial.toLocaleUpperCase(tag)}${rest.join('')}`
  } catch {
    return tag
  }
}

/** The texts of the user interface in one language. */
export class Texts {
  readonly locale: Locale
  readonly #texts: ReadonlyMap<string, string>

  constructor(locale: Locale) {
    this.locale = locale
    const isFirst = first.includes(locale)
    const at = (isFirst ? first : more).indexOf(locale)
    this.#texts = new Map(
      Object.entries(isFirst ? table : moreLanguages).map(([name, line]) => {
        const all = line.split('|')
        return [name, all[at] ?? all[0] ?? '']
      }),
    )
  }

  /** The text, with `{}` replaced by a value. */
  get(name: TextName, value?: string | number): string {
    const text = this.#texts.get(name) ?? ''
    return value === undefined ? text : text.replace('{}', () => String(value))
  }

  note(number: number): string {
    return this.get('note', number)
  }

  date(date: Date): string {
    return new Intl.DateTimeFormat(languageTags[this.locale], { dateStyle: 'long', timeZone: 'UTC' }).format(
      date,
    )
  }

  size(bytes: number): string {
    const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
    const step = Math.min(3, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1000)))
    return new Intl.NumberFormat(languageTags[this.locale], {
      style: 'unit',
      unit: units[step] ?? 'byte',
      unitDisplay: 'short',
      maximumFractionDigits: step === 0 ? 0 : 1,
    }).format(bytes / 1000 ** step)
  }
}

const known = new Map<Locale, Texts>()

export function textsOf(locale: Locale): Texts {
  const before = known.get(locale)
  if (before) return before
  const texts = new Texts(locale)
  known.set(locale, texts)
  return texts
}
