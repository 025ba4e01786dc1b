import { useId } from 'react'
import { sayDone } from '../../../forms/act.ts'
import { Choice } from '../../../forms/Choice.tsx'
import { FieldForm } from '../../../forms/FieldForm.tsx'
import { FormActions } from '../../../forms/FormActions.tsx'
import styles from '../../../forms/Settings.module.css'
import { Dialog } from '../../../parts/Dialog.tsx'
import { texts } from '../../../texts/index.ts'
import type { SpaceChoice } from './NewRedirect.tsx'
import { type Destination, destinationFor, sourceFor, updateRedirect } from './redirect-edits.ts'
import type { Redirect } from './SiteRedirects.tsx'

/** The destination as it is sent, such as for undoing. Undefined if what it leads to is gone. */
export function destinationOf({
  destination: { kind, pageId, url, siteSection, siteSpace },
}: Redirect): Destination | undefined {
  if (kind === 'EXTERNAL' && url) return { external: { url } }
  if (kind === 'SITE_SECTION' && siteSection) return { siteSection: { siteSectionId: siteSection.id } }
  if (!siteSpace) return undefined
  if (kind === 'SITE_PAGE' && pageId) return { sitePage: { siteSpaceId: siteSpace.id, pageId } }
  return { siteSpace: { siteSpaceId: siteSpace.id } }
}

interface EditRedirectProps {
  redirect: Redirect
  spaces: readonly SpaceChoice[]
  onDone: () => void
  onClose: () => void
}

/** Changes what is redirected, and where it leads. What is not filled in stays as it is. */
export function EditRedirect({ redirect, spaces, onDone, onClose }: EditRedirectProps) {
  const form = useId()
  const { id, source, permanent, captureWildcard, destination } = redirect
  const t = texts.sites
  const address = destination.url ?? ''
  const run = async (values: Record<string, string>) => {
    const next = sourceFor(values.source ?? '')
    const to = (values.to ?? '').trim()
    const isMoved = to !== '' && to !== address
    const former = destinationOf(redirect)
    await updateRedirect({
      siteRedirectId: id,
      source: next,
      captureWildcard: next.endsWith('*') && (captureWildcard || !source.endsWith('*')),
      permanent: values.permanent !== undefined,
      ...(isMoved && { destination: destinationFor(to, values.space ?? '') }),
    })
    onDone()
    onClose()
    // Without what it led to, the former destination cannot be set again.
    const undo = () =>
      updateRedirect({
        siteRedirectId: id,
        source,
        captureWildcard,
        permanent,
        ...(isMoved && former && { destination: former }),
      })
    sayDone(t.redirectChanged(next), isMoved && !former ? undefined : undo, onDone)
  }
  return (
    <Dialog
      title={t.editRedirect(source)}
      onClose={onClose}
      actions={<FormActions form={form} submit={texts.forms.save} onClose={onClose} />}
    >
      <FieldForm
        id={form}
        fields={[
          { name: 'source', label: t.source, hint: t.sourceHint, value: source, maxLength: 512 },
          {
            name: 'to',
            label: t.destination,
            hint: address ? t.destinationHint : t.destinationStays,
            value: address,
            maxLength: 2048,
            isOptional: true,
          },
        ]}
        run={run}
      >
        <Choice
          name="space"
          label={t.inSpace}
          options={Object.fromEntries(spaces.map((space) => [space.id, space.title]))}
          value={spaces[0]?.id ?? ''}
        />
        <label className={styles.check}>
          <input type="checkbox" name="permanent" defaultChecked={permanent} />
          {t.permanent}
        </label>
      </FieldForm>
    </Dialog>
  )
}
