import { choice, form } from '../../form.ts'
import { section } from '../../section.ts'
import { execute } from '../../server.ts'
import { type AccountTheme, followAccount } from '../../themes.ts'

interface Preferences {
  language: string | null
  theme: AccountTheme
  keyBindings: boolean
  mail: Record<string, string>
}

const KINDS = {
  mentions: 'Mails about mentions',
  reviews: 'Mails about reviews',
  comments: 'Mails about comments',
  changeRequests: 'Mails about change requests',
  failures: 'Mails about failures',
} as const

const FREQUENCIES = {
  AT_ONCE: 'At once',
  HOURLY: 'At most hourly',
  DAILY: 'At most daily',
  NEVER: 'Never',
} as const

/** The languages that mails are written in. */
const LANGUAGES = { '': 'Like the browser', en: 'English', de: 'Deutsch', ja: '日本語' } as const

const READ = `query Preferences { viewer { preferences { language theme keyBindings
  mail { mentions reviews comments changeRequests failures } } } }`
const UPDATE = `mutation UpdatePreferences($input: UpdatePreferencesInput!) { updatePreferences(input: $input) { preferences { theme } } }`

/** Another language that was chosen elsewhere stays one of the choices. */
const languageChoice = (language: string | null) => {
  const others = language === null || language in LANGUAGES ? {} : { [language]: language }
  return choice('Language of mails', { ...LANGUAGES, ...others }, language ?? '')
}

/** What the person has chosen for these pages and for mails. */
export const preferencesSection = (): Promise<HTMLElement> =>
  section<Preferences>({
    title: 'Preferences',
    read: async () => (await execute<{ viewer: { preferences: Preferences } }>(READ)).viewer.preferences,
    fill: ({ language, theme, keyBindings, mail }, act) => {
      const tongue = languageChoice(language)
      const colours = choice('Colours', { '': 'Like the system', LIGHT: 'Light', DARK: 'Dark' }, theme ?? '')
      const keys = choice('Single keys as shortcuts', { true: 'On', false: 'Off' }, String(keyBindings))
      const mails = Object.entries(KINDS).map(
        ([kind, label]) => [kind, choice(label, FREQUENCIES, mail[kind] ?? 'AT_ONCE')] as const,
      )
      const save = async () => {
        const input = {
          language: tongue.value() || null,
          theme: (colours.value() || null) as AccountTheme,
          keyBindings: keys.value() === 'true',
          mail: Object.fromEntries(mails.map(([kind, { value }]) => [kind, value()])),
        }
        await execute(UPDATE, { input })
        followAccount(input.theme)
        act(async () => {}, 'Saved.')
      }
      return [
        form({
          fields: [],
          extra: [tongue, colours, keys, ...mails.map(([, chosen]) => chosen)].map(({ element }) => element),
          submit: 'Save',
          run: save,
        }),
      ]
    },
  })
