import { z } from 'zod'
import { route } from '../../rest/route.ts'
import { MailFrequency, type MailKind, mailKindNames, Theme } from './preferences.model.ts'
import { type ChosenPreferences, getPreferences, updatePreferences } from './preferences.service.ts'

const RestPreferences = z
  .object({
    object: z.literal('preferences'),
    language: z.string().optional(),
    theme: Theme.optional(),
    keyBindings: z.boolean(),
    mail: z.object(
      Object.fromEntries(mailKindNames.map((kind) => [kind, MailFrequency])) as Record<
        MailKind,
        typeof MailFrequency
      >,
    ),
    inbox: z.object(
      Object.fromEntries(mailKindNames.map((kind) => [kind, z.boolean()])) as Record<MailKind, z.ZodBoolean>,
    ),
  })
  .meta({ id: 'Preferences' })

const toRestPreferences = (row: ChosenPreferences): z.input<typeof RestPreferences> => ({
  object: 'preferences',
  language: row.language ?? undefined,
  theme: row.theme ?? undefined,
  keyBindings: row.keyBindings,
  mail: row.mail,
  inbox: row.inbox,
})

const one = { response: RestPreferences, present: toRestPreferences }

export const routes = [
  route('GET', '/user/preferences', getPreferences, { ...one, summary: 'Get your preferences' }),
  route('PATCH', '/user/preferences', updatePreferences, { ...one, summary: 'Update your preferences' }),
]
