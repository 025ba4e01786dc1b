import { z } from 'zod'
import { mustBe } from '../../core/input-errors.ts'

export const Theme = z.enum(['light', 'dark'])
export type Theme = z.output<typeof Theme>

/** How often mails of a kind are sent. */
export const MailFrequency = z.enum(['at_once', 'hourly', 'daily', 'never'])
export type MailFrequency = z.output<typeof MailFrequency>

/** The kinds of notifications that a person can choose. Mails about the account itself are always sent. */
export const mailKinds = {
  mentions: 'Somebody mentions you.',
  reviews: 'Somebody requests a review of you, or reviews a change request of yours.',
  comments: 'Somebody comments on what you take part in.',
  changeRequests: 'A change request that you take part in changes.',
  failures: 'A Git import or export, or an OpenAPI spec, of yours fails.',
} as const
export type MailKind = keyof typeof mailKinds

/** What applies to kinds that a person has not chosen. */
export const DEFAULT_MAIL: Readonly<Record<MailKind, MailFrequency>> = {
  mentions: 'at_once',
  reviews: 'at_once',
  comments: 'hourly',
  changeRequests: 'daily',
  failures: 'hourly',
}

export const mailKindNames = Object.keys(mailKinds) as MailKind[]

/** The choices of a person: kinds that they have not chosen are missing. */
export const MailChoices = z
  .object(
    Object.fromEntries(
      mailKindNames.map((kind) => [kind, MailFrequency.optional().meta({ description: mailKinds[kind] })]),
    ) as Record<MailKind, z.ZodOptional<typeof MailFrequency>>,
  )
  .meta({ title: 'MailChoices', description: 'How often mails of each kind are sent.' })

/** The same for the inbox, where a kind is shown unless it was turned off. */
export const InboxChoices = z
  .object(
    Object.fromEntries(
      mailKindNames.map((kind) => [kind, z.boolean().optional().meta({ description: mailKinds[kind] })]),
    ) as Record<MailKind, z.ZodOptional<z.ZodBoolean>>,
  )
  .meta({ title: 'InboxChoices', description: 'Whether notifications of each kind are in the inbox.' })

export const DEFAULT_INBOX = Object.fromEntries(mailKindNames.map((kind) => [kind, true])) as Readonly<
  Record<MailKind, boolean>
>

export const GetPreferences = z.object({})

export const UpdatePreferences = z.object({
  language: z
    .string()
    .max(35)
    .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, { error: mustBe('a language tag such as `en` or `de-AT`') })
    .nullable()
    .optional()
    .meta({ description: 'The language, such as `en` or `de-AT`. Null follows the browser.' }),
  theme: Theme.nullable().optional().meta({ description: 'The colors. Null follows the system.' }),
  keyBindings: z.boolean().optional().meta({ description: 'Whether single keys are shortcuts.' }),
  mail: MailChoices.optional().meta({
    description: 'How often mails of each kind are sent. Omitted kinds do not change.',
  }),
  inbox: InboxChoices.optional().meta({
    description: 'Whether notifications of each kind are in the inbox. Omitted kinds do not change.',
  }),
})
