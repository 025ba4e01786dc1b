import { useId, useState } from 'react'
import { Choice } from '../../../forms/Choice.tsx'
import { FieldForm } from '../../../forms/FieldForm.tsx'
import { FormActions } from '../../../forms/FormActions.tsx'
import styles from '../../../forms/Settings.module.css'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { toast } from '../../../parts/toasts.ts'
import { texts } from '../../../texts/index.ts'
import { useSite } from '../site-context.ts'
import { createRedirect, destinationFor, sourceFor } from './redirect-edits.ts'

export interface SpaceChoice {
  id: string
  title: string
}

interface NewRedirectProps {
  spaces: readonly SpaceChoice[]
  onDone: () => void
}

/** The button that creates a redirect, and its dialog. */
export function NewRedirect({ spaces, onDone }: NewRedirectProps) {
  const { id: siteId } = useSite()
  const form = useId()
  const [isOpen, setOpen] = useState(false)
  const t = texts.sites
  const close = () => setOpen(false)
  const run = async ({ source = '', to = '', space = '', permanent }: Record<string, string>) => {
    await createRedirect({
      siteId,
      source: sourceFor(source),
      destination: destinationFor(to, space),
      captureWildcard: source.trim().endsWith('*'),
      permanent: permanent !== undefined,
    })
    onDone()
    close()
    toast(t.redirectMade(sourceFor(source)))
  }
  return (
    <>
      <button type="button" className="button small" onClick={() => setOpen(true)}>
        <Icon name="plus" /> {t.newRedirect}
      </button>
      {isOpen && (
        <Dialog
          title={t.newRedirect}
          onClose={close}
          actions={<FormActions form={form} submit={t.createRedirect} onClose={close} />}
        >
          <FieldForm
            id={form}
            fields={[
              { name: 'source', label: t.source, hint: t.sourceHint, maxLength: 512 },
              { name: 'to', label: t.destination, hint: t.destinationHint, maxLength: 2048 },
            ]}
            run={run}
          >
            <Choice
              name="space"
              label={t.inSpace}
              options={Object.fromEntries(spaces.map(({ id, title }) => [id, title]))}
              value={spaces[0]?.id ?? ''}
            />
            <label className={styles.check}>
              <input type="checkbox" name="permanent" />
              {t.permanent}
            </label>
          </FieldForm>
        </Dialog>
      )}
    </>
  )
}
