import { graphql, useFragment } from 'react-relay/hooks'
import type { Preferences_viewer$key } from '#console/Preferences_viewer.graphql.ts'
import type { MailFrequency, PreferencesMutation } from '#console/PreferencesMutation.graphql.ts'
import { keepLanguage } from '../../../pages/language.ts'
import { type AccountTheme, followAccount } from '../../../pages/themes.ts'
import { Choice } from '../../forms/Choice.tsx'
import { FieldForm } from '../../forms/FieldForm.tsx'
import { Section } from '../../forms/Section.tsx'
import settings from '../../forms/Settings.module.css'
import { toast } from '../../parts/toasts.ts'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'
import styles from './Account.module.css'
import { KINDS, NotificationChoices } from './NotificationChoices.tsx'

const mutation = graphql`
  mutation PreferencesMutation($input: UpdatePreferencesInput!) {
    updatePreferences(input: $input) {
      preferences {
        language
        theme
        keyBindings
        ...NotificationChoices_preferences
      }
    }
  }
`

/** Another language that was chosen elsewhere stays one of the choices. */
const languagesWith = (language: string | null | undefined): Record<string, string> => ({
  '': texts.account.likeBrowser,
  en: 'English',
  de: 'Deutsch',
  ja: '日本語',
  ...(language && !['en', 'de', 'ja'].includes(language) ? { [language]: language } : {}),
})

async function save(values: Record<string, string>): Promise<void> {
  const language = values.language || null
  const theme = (values.theme || null) as AccountTheme
  const inbox = Object.fromEntries(KINDS.map((kind) => [kind, values[`inbox-${kind}`] === 'on']))
  const mail = Object.fromEntries(KINDS.map((kind) => [kind, values[`mail-${kind}`] as MailFrequency]))
  const input = { language, theme, keyBindings: values.keyBindings === 'on', inbox, mail }
  await mutate<PreferencesMutation>(mutation, { input }, (store) => {
    const saved = store.getRootField('updatePreferences')?.getLinkedRecord('preferences')
    if (saved) store.getRoot().getLinkedRecord('viewer')?.setLinkedRecord(saved, 'preferences')
  })
  keepLanguage(language)
  followAccount(theme)
}

/** What the person has chosen for the console and for mails. */
export function Preferences({ viewer }: { viewer: Preferences_viewer$key }) {
  const { preferences } = useFragment(
    graphql`
      fragment Preferences_viewer on Viewer {
        preferences {
          language
          theme
          keyBindings
          ...NotificationChoices_preferences
        }
      }
    `,
    viewer,
  )
  const t = texts.account
  const { language, theme, keyBindings } = preferences
  const run = async (values: Record<string, string>, onDone: (text: string) => void) => {
    await save(values)
    if ((values.language || null) === (language ?? null)) onDone(texts.forms.saved)
    else toast(t.savedLanguage, { label: t.reload, run: () => location.reload() })
  }
  return (
    <Section title={t.preferences} hint={t.preferencesHint}>
      {({ onDone }) => (
        <FieldForm fields={[]} submit={texts.forms.save} run={(values) => run(values, onDone)}>
          <div className={styles.pair}>
            <Choice
              name="language"
              label={t.language}
              options={languagesWith(language)}
              value={language ?? ''}
            />
            <Choice
              name="theme"
              label={t.colours}
              options={{ '': t.likeSystem, LIGHT: t.light, DARK: t.dark }}
              value={theme ?? ''}
            />
          </div>
          <div>
            <label className={settings.check}>
              <input type="checkbox" name="keyBindings" defaultChecked={keyBindings} />
              {t.singleKeys}
            </label>
            <p className="hint muted">{t.singleKeysHint}</p>
          </div>
          <NotificationChoices preferences={preferences} />
        </FieldForm>
      )}
    </Section>
  )
}
