import { builder } from '../../graphql/builder.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { mutation, nestedField } from '../../graphql/field.ts'
import { ViewerType } from '../users/index.ts'
import { MailFrequency, mailKindNames, mailKinds, Theme } from './preferences.model.ts'
import { type ChosenPreferences, getPreferences, updatePreferences } from './preferences.service.ts'

const ThemeEnum = graphqlEnum('ConsoleTheme', Theme, 'The colors of the console.', {
  light: 'Light colors.',
  dark: 'Dark colors.',
})

const MailFrequencyEnum = graphqlEnum('MailFrequency', MailFrequency, 'How often mails of a kind are sent.', {
  at_once: 'As soon as something happens.',
  hourly: 'At most once an hour.',
  daily: 'At most once a day.',
  never: 'Never.',
})

const MailChoicesType = builder.objectRef<ChosenPreferences['mail']>('MailChoices').implement({
  description: 'How often mails of each kind are sent.',
  fields: (t) =>
    Object.fromEntries(
      mailKindNames.map((kind) => [
        kind,
        t.field({
          type: MailFrequencyEnum,
          description: mailKinds[kind],
          resolve: (choices) => choices[kind],
        }),
      ]),
    ),
})

const InboxChoicesType = builder.objectRef<ChosenPreferences['inbox']>('InboxChoices').implement({
  description: 'Whether notifications of each kind are in the inbox.',
  fields: (t) =>
    Object.fromEntries(
      mailKindNames.map((kind) => [
        kind,
        t.boolean({ description: mailKinds[kind], resolve: (choices) => choices[kind] }),
      ]),
    ),
})

const PreferencesType = builder.objectRef<ChosenPreferences>('Preferences').implement({
  description: 'What you have chosen for the console and for mail.',
  fields: (t) => ({
    language: t.exposeString('language', {
      nullable: true,
      description: 'The language, such as `en` or `de-AT`. Null follows the browser.',
    }),
    theme: t.field({
      type: ThemeEnum,
      nullable: true,
      description: 'The colors. Null follows the system.',
      resolve: ({ theme }) => theme,
    }),
    keyBindings: t.exposeBoolean('keyBindings', { description: 'Whether single keys are shortcuts.' }),
    mail: t.field({
      type: MailChoicesType,
      description: 'How often mails of each kind are sent.',
      resolve: ({ mail }) => mail,
    }),
    inbox: t.field({
      type: InboxChoicesType,
      description: 'Whether notifications of each kind are in the inbox.',
      resolve: ({ inbox }) => inbox,
    }),
  }),
})

nestedField(ViewerType, 'preferences', getPreferences, {
  type: PreferencesType,
  description: 'What you have chosen for the console and for mail.',
  given: () => ({}),
  givenNames: [],
})

mutation('updatePreferences', updatePreferences, {
  description: 'Changes your preferences. Omitted fields do not change.',
  payload: {
    preferences: {
      type: PreferencesType,
      description: 'Your preferences.',
      from: (preferences) => preferences,
    },
  },
})
