import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, Suspense, useId, useState } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay/hooks'
import type { NewSiteDialogMutation } from '#console/NewSiteDialogMutation.graphql.ts'
import type { NewSiteDialogSpacesQuery } from '#console/NewSiteDialogSpacesQuery.graphql.ts'
import { FormActions } from '../../forms/FormActions.tsx'
import styles from '../../forms/Settings.module.css'
import { autofocus } from '../../parts/autofocus.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'
import { SpaceField } from './SpaceField.tsx'

interface NewSiteDialogProps {
  organization: string
  onClose: () => void
}

const MIN_TITLE = 2
const MAX_TITLE = 128

/** Creates a site that is not published yet, and opens it. */
export function NewSiteDialog({ organization, onClose }: NewSiteDialogProps) {
  const navigate = useNavigate()
  const form = useId()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const t = texts.sites
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const fields = new FormData(event.currentTarget)
    const space = String(fields.get('space') ?? '')
    setBusy(true)
    mutate<NewSiteDialogMutation>(
      graphql`
        mutation NewSiteDialogMutation($input: CreateSiteInput!) {
          createSite(input: $input) {
            site {
              id
            }
          }
        }
      `,
      {
        input: {
          organizationId: organization,
          title: String(fields.get('title')).trim(),
          ...(space === '' ? { newSpace: 'SAMPLE' as const } : { spaces: [space] }),
        },
      },
    )
      .then(({ createSite }) => {
        const id = createSite?.site.id
        if (id) void navigate({ to: '/sites/$site', params: { site: id } })
      })
      .catch(({ message }: Error) => {
        setProblem(message)
        setBusy(false)
      })
  }
  return (
    <Dialog
      title={t.newSite}
      onClose={onClose}
      actions={<FormActions form={form} submit={t.create} isDisabled={isBusy} onClose={onClose} />}
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        <p className="muted">{t.newHint}</p>
        {problem !== undefined && (
          <p className="message error" role="alert">
            {problem}
          </p>
        )}
        <div className="field">
          <label htmlFor={`${form}-title`}>{t.name}</label>
          <input
            id={`${form}-title`}
            name="title"
            required
            minLength={MIN_TITLE}
            maxLength={MAX_TITLE}
            dir="auto"
            ref={autofocus}
          />
        </div>
        <Suspense fallback={null}>
          <Spaces organization={organization} />
        </Suspense>
      </form>
    </Dialog>
  )
}

function Spaces({ organization: id }: { organization: string }) {
  const { organization } = useLazyLoadQuery<NewSiteDialogSpacesQuery>(
    graphql`
      query NewSiteDialogSpacesQuery($organization: ID!) {
        organization(id: $organization) {
          id
          ...SpaceField_organization
        }
      }
    `,
    { organization: id },
    { fetchPolicy: 'store-and-network' },
  )
  return (
    organization && (
      <SpaceField label={texts.sites.firstSpace} organization={organization} none={texts.sites.newSpace} />
    )
  )
}
