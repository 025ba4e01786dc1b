import { useId, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { OpenAPISourceInput, SpecDialogMutation } from '#console/SpecDialogMutation.graphql.ts'
import { FieldForm } from '../../forms/FieldForm.tsx'
import { FormActions } from '../../forms/FormActions.tsx'
import styles from '../../forms/Settings.module.css'
import { Dialog } from '../../parts/Dialog.tsx'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'

const mutation = graphql`
  mutation SpecDialogMutation($input: CreateOrUpdateOpenAPISpecBySlugInput!) {
    createOrUpdateOpenAPISpecBySlug(input: $input) {
      openAPISpec {
        id
        slug
        version
        processingState
      }
    }
  }
`

type Way = 'url' | 'file' | 'text'
const WAYS: readonly Way[] = ['url', 'file', 'text']

interface SpecDialogProps {
  organization: string
  /** The spec that gets another source. A new one is added if omitted. */
  slug?: string
  onDone: (slug: string) => void
  onClose: () => void
}

/** Adds a spec, or gives one another source: by its address, as a file, or as a text. */
export function SpecDialog({ organization, slug, onDone, onClose }: SpecDialogProps) {
  const form = useId()
  const [way, setWay] = useState<Way>('url')
  const [file, setFile] = useState<File>()
  const [text, setText] = useState('')
  const t = texts.specs
  const sourceOf = async (url: string): Promise<OpenAPISourceInput> => {
    if (way === 'url') return { url }
    const given = way === 'file' ? await file?.text() : text
    if (!given?.trim()) throw new Error(way === 'file' ? t.chooseFile : texts.forms.fillIn)
    return { text: given }
  }
  const run = async (values: Record<string, string>) => {
    const specSlug = slug ?? values.slug ?? ''
    const source = await sourceOf(values.url?.trim() ?? '')
    await mutate<SpecDialogMutation>(mutation, {
      input: { organizationId: organization, specSlug, source },
    })
    onClose()
    onDone(specSlug)
  }
  const fields = [
    ...(slug === undefined ? [{ name: 'slug', label: t.slug, hint: t.slugHint, maxLength: 100 }] : []),
    ...(way === 'url' ? [{ name: 'url', label: t.url, type: 'url' as const, hint: t.urlHint }] : []),
  ]
  return (
    <Dialog
      title={slug === undefined ? t.add : t.replaceOf(slug)}
      onClose={onClose}
      actions={<FormActions form={form} submit={slug === undefined ? t.add : t.replace} onClose={onClose} />}
      isWide
    >
      <fieldset className={styles.stack} aria-label={t.way}>
        {WAYS.map((one) => (
          <label key={one} className={styles.check}>
            <input type="radio" name="way" checked={way === one} onChange={() => setWay(one)} /> {t.ways[one]}
          </label>
        ))}
      </fieldset>
      <FieldForm key={way} id={form} fields={fields} run={run}>
        {way === 'file' && (
          <div className="field">
            <label htmlFor={`${form}-file`}>{t.file}</label>
            <input
              id={`${form}-file`}
              type="file"
              accept=".json,.yaml,.yml,application/json"
              onChange={({ target }) => setFile(target.files?.[0])}
            />
          </div>
        )}
        {way === 'text' && (
          <div className="field">
            <label htmlFor={`${form}-text`}>{t.text}</label>
            <textarea
              id={`${form}-text`}
              rows={12}
              dir="ltr"
              spellCheck={false}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </div>
        )}
      </FieldForm>
    </Dialog>
  )
}
