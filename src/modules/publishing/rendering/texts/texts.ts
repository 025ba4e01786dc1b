import type { Locale } from '../views.ts'
import { table } from './table.ts'

/** The order of the languages in the table. */
const locales: readonly Locale[] = ['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru']

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
}

/** The language of the user interface for content in a language, by the first part of its tag. */
export function localeOf(language: string | null): Locale {
  const [primary = ''] = (language ?? '').toLowerCase().split('-')
  const isOf = (tag: string) => tag.toLowerCase().split('-')[0] === primary
  return locales.find((locale) => isOf(locale) || isOf(languageTags[locale])) ?? 'en'
}

export type TextName = keyof typeof table

/** The texts of the user interface in one language. */
export class Texts {
  readonly locale: Locale
  readonly #texts: ReadonlyMap<string, string>

  constructor(locale: Locale) {
    this.locale = locale
    const at = locales.indexOf(locale)
    this.#texts = new Map(
      Object.entries(table).map(([name, line]) => {
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
