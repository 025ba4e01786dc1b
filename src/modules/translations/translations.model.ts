import { z } from 'zod'
import { idField } from '../../core/fields.ts'

/** The languages that content can be translated to, by their codes. */
export const languages = {
  en: 'English',
  fr: 'French',
  de: 'German',
  es: 'Spanish',
  it: 'Italian',
  pt: 'Portuguese',
  'pt-br': 'Brazilian Portuguese',
  ru: 'Russian',
  ja: 'Japanese',
  zh: 'Chinese',
  'zh-tw': 'Chinese as written in Taiwan',
  yue: 'Cantonese',
  ko: 'Korean',
  ar: 'Arabic',
  hi: 'Hindi',
  nl: 'Dutch',
  pl: 'Polish',
  tr: 'Turkish',
  sv: 'Swedish',
  no: 'Norwegian',
  da: 'Danish',
  fi: 'Finnish',
  el: 'Greek',
  cs: 'Czech',
  hu: 'Hungarian',
  ro: 'Romanian',
  th: 'Thai',
  vi: 'Vietnamese',
  id: 'Indonesian',
  ms: 'Malay',
  he: 'Hebrew',
  uk: 'Ukrainian',
  sk: 'Slovak',
  bg: 'Bulgarian',
  hr: 'Croatian',
  lt: 'Lithuanian',
  lv: 'Latvian',
  et: 'Estonian',
  sl: 'Slovenian',
} as const

type Code = keyof typeof languages
export const LanguageCode = z.enum(Object.keys(languages) as [Code, ...Code[]])
export type LanguageCode = z.output<typeof LanguageCode>

const organizationId = idField('Organization', 'The ID of the organization.')
const place = {
  organizationId: organizationId.optional(),
  translationSettingsId: idField('TranslationSettings', 'The ID of the translation settings.'),
}

const Title = z.string().trim().min(1).max(100).meta({ description: 'The title, from 1 to 100 characters.' })
const Languages = z
  .array(LanguageCode)
  .max(Object.keys(languages).length)
  .refine((codes) => new Set(codes).size === codes.length, 'must contain each language once')

export const ListTranslations = z.object({ organizationId })
export const GetTranslation = z.object(place)
export const CreateTranslation = z.object({
  organizationId,
  title: Title,
  languages: Languages.default([]).meta({ description: 'The languages, each once.' }),
})
export const UpdateTranslation = z.object({
  ...place,
  title: Title,
  languages: Languages.optional().meta({
    description: 'The languages, each once. If omitted, they do not change.',
  }),
})
export const DeleteTranslation = z.object(place)
