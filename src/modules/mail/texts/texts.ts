import type { MailLanguage } from '../mail.model.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'
import type { MailTexts } from './types.ts'

const tables: Readonly<Record<MailLanguage, MailTexts>> = { en, de, ja }

export const mailTextsOf = (language: MailLanguage): MailTexts => tables[language]

/** A time as a person reads it. Where they are is not known, so it is in UTC. */
export const timeIn = (language: MailLanguage, time: Date): string =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(time)} UTC`
