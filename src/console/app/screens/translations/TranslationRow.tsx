import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { TranslationRow_translation$key } from '#console/TranslationRow_translation.graphql.ts'
import type { TranslationRowMutation } from '#console/TranslationRowMutation.graphql.ts'
import { ConfirmDialog } from '../../forms/ConfirmDialog.tsx'
import styles from '../../forms/Settings.module.css'
import { toast } from '../../parts/toasts.ts'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'
import { languageName } from './language-name.ts'
import { TranslationDialog } from './TranslationDialog.tsx'

interface TranslationRowProps {
  translation: TranslationRow_translation$key
  onChanged: () => void
}

/** A list of languages. */
export function TranslationRow({ translation, onChanged }: TranslationRowProps) {
  const { id, title, languages, permissions } = useFragment(
    graphql`
      fragment TranslationRow_translation on TranslationSettings {
        id
        title
        languages
        permissions {
          edit
        }
      }
    `,
    translation,
  )
  const [asked, setAsked] = useState<'edit' | 'remove'>()
  const t = texts.translations
  const close = () => setAsked(undefined)
  const remove = async () => {
    await mutate<TranslationRowMutation>(
      graphql`
        mutation TranslationRowMutation($input: DeleteTranslationInput!) {
          deleteTranslation(input: $input) {
            deletedId
          }
        }
      `,
      { input: { translationSettingsId: id } },
    )
    toast(t.removed(title))
    onChanged()
  }
  return (
    <li className={styles.row} data-row={id}>
      <div className={styles.what}>
        <bdi>{title}</bdi>
        <span>{languages.length === 0 ? t.noLanguages : languages.map(languageName).join(', ')}</span>
      </div>
      {permissions.edit && (
        <div className={styles.actions}>
          <button
            type="button"
            className="button small"
            aria-label={t.editOf(title)}
            onClick={() => setAsked('edit')}
          >
            {t.edit}
          </button>
          <button
            type="button"
            className="button small danger"
            aria-label={t.removeOf(title)}
            onClick={() => setAsked('remove')}
          >
            {t.remove}
          </button>
        </div>
      )}
      {asked === 'edit' && (
        <TranslationDialog known={{ id, title, languages }} onClose={close} onChanged={onChanged} />
      )}
      {asked === 'remove' && (
        <ConfirmDialog
          title={t.removeTitle(title)}
          action={t.remove}
          typed={title}
          run={remove}
          onClose={close}
        >
          <p>{t.removeText}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
