import { choice, form } from '../../form.ts'
import { section } from '../../section.ts'
import { execute } from '../../server.ts'
import { chooseTheme } from '../../themes.ts'

interface Preferences {
  language: string | null
  theme: 'LIGHT' | 'DARK' | null
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

const READ = `query Preferences { viewer { preferences { language theme mail { mentions reviews comments changeRequests failures } } } }`
const UPDATE = `mutation UpdatePreferences($input: UpdatePreferencesInput!) { updatePreferences(input: $input) { preferences { theme } } }`

/** What the person has chosen for these pages and for mails. */
export const preferencesSection = (): Promise<HTMLElement> =>
  section<Preferences>({
    title: 'Preferences',
    read: async () => (await execute<{ viewer: { preferences: Preferences } }>(READ)).viewer.preferences,
    fill: ({ language, theme, mail }, act) => {
      const colours = choice(
        'Colours',
        { system: 'Like the system', LIGHT: 'Light', DARK: 'Dark' },
        theme ?? 'system',
      )
      const mails = Object.entries(KINDS).map(
        ([kind, label]) => [kind, choice(label, FREQUENCIES, mail[kind] ?? 'AT_ONCE')] as const,
      )
      const save = async (values: Record<string, string>) => {
        const chosen = colours.value() === 'system' ? null : (colours.value() as 'LIGHT' | 'DARK')
        const input = {
          language: values.language || null,
          theme: chosen,
          mail: Object.fromEntries(mails.map(([kind, { value }]) => [kind, value()])),
        }
        await execute(UPDATE, { input })
        chooseTheme(chosen === null ? 'system' : chosen === 'DARK' ? 'dark' : 'light')
        act(async () => {}, 'Saved.')
      }
      return [
        form({
          fields: [
            {
              name: 'language',
              label: 'Language of mails',
              value: language ?? '',
              isRequired: false,
              hint: 'Such as en, de or ja. Empty follows your browser.',
            },
          ],
          extra: [colours.element, ...mails.map(([, { element }]) => element)],
          submit: 'Save',
          run: save,
        }),
      ]
    },
  })
