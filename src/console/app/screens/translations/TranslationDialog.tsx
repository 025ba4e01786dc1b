import { useId, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type {
  LanguageCode,
  TranslationDialogCreateMutation,
} from '#console/TranslationDialogCreateMutation.graphql.ts'
import type { TranslationDialogUpdateMutation } from '#console/TranslationDialogUpdateMutation.graphql.ts'
import { sayDone } from '../../forms/act.ts'
import { FieldForm } from '../../forms/FieldForm.tsx'
import { FormActions } from '../../forms/FormActions.tsx'
import styles from '../../forms/Settings.module.css'
import { Dialog } from '../../parts/Dialog.tsx'
import { toast } from '../../parts/toasts.ts'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'
import { languageName } from './language-name.ts'
import { LANGUAGES } from './languages.ts'

type TranslationDialogProps = {
  onClose: () => void
  onChanged: () => void
} & (
  | { organization: string; known?: never }
  | {
      organization?: never
      known: { readonly id: string; readonly title: string; readonly languages: readonly LanguageCode[] }
    }
)

const create = graphql`
  mutation TranslationDialogCreateMutation($input: CreateTranslationInput!) {
    createTranslation(input: $input) {
      translation {
        id
      }
    }
  }
`
const update = graphql`
  mutation TranslationDialogUpdateMutation($input: UpdateTranslationInput!) {
    updateTranslation(input: $input) {
      translation {
        id
        title
        languages
        version
      }
    }
  }
`

/** Creates a list of languages, or changes one. */
export function TranslationDialog({ organization, known, onClose, onChanged }: TranslationDialogProps) {
  const form = useId()
  const [chosen, setChosen] = useState<ReadonlySet<LanguageCode>>(new Set(known?.languages))
  const t = texts.translations
  const toggle = (code: LanguageCode) => {
    const next = new Set(chosen)
    if (!next.delete(code)) next.add(code)
    setChosen(next)
  }
  const run = async ({ title = '' }: Record<string, string>) => {
    const languages = [...chosen]
    if (known) {
      const { id: translationSettingsId, ...former } = known
      const send = (values: { title: string; languages: readonly LanguageCode[] }) =>
        mutate<TranslationDialogUpdateMutation>(update, { input: { translationSettingsId, ...values } })
      await send({ title, languages })
      sayDone(t.changed(title), () => send(former), onChanged)
    } else {
      const input = { organizationId: organization ?? '', title, languages }
      await mutate<TranslationDialogCreateMutation>(create, { input })
      toast(t.created(title))
    }
    onChanged()
    onClose()
  }
  return (
    <Dialog
      title={known ? t.editOf(known.title) : t.create}
      onClose={onClose}
      actions={<FormActions form={form} submit={known ? t.edit : t.create} onClose={onClose} />}
    >
      <FieldForm
        id={form}
        fields={[{ name: 'title', label: t.name, value: known?.title ?? '', maxLength: 100 }]}
        run={run}
      >
        <fieldset>
          <legend>{t.languages}</legend>
          <p className="muted">{t.languagesHint}</p>
          {LANGUAGES.map((code) => (
            <label key={code} className={styles.check}>
              <input type="checkbox" checked={chosen.has(code)} onChange={() => toggle(code)} />
              {languageName(code)}
            </label>
          ))}
        </fieldset>
      </FieldForm>
    </Dialog>
  )
}
