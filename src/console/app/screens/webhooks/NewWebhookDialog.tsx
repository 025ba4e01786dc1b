import { Suspense, useId, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { NewWebhookDialogMutation } from '#console/NewWebhookDialogMutation.graphql.ts'
import { FormActions } from '../../forms/FormActions.tsx'
import { CopyField } from '../../parts/CopyField.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'
import { SignatureSample } from './SignatureSample.tsx'
import { WebhookForm, type WebhookValues } from './WebhookForm.tsx'

const mutation = graphql`
  mutation NewWebhookDialogMutation($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      secret
      webhook {
        id
      }
    }
  }
`

interface NewWebhookDialogProps {
  organization: string
  onCreated: (id: string) => void
  onClose: () => void
}

/** Creates a webhook, and shows its secret once, with a sample that verifies it. */
export function NewWebhookDialog({ organization, onCreated, onClose }: NewWebhookDialogProps) {
  const form = useId()
  const [made, setMade] = useState<{ id: string; secret: string }>()
  const t = texts.webhooks
  if (made) {
    const close = () => {
      onClose()
      onCreated(made.id)
    }
    const actions = (
      <button type="button" className="button primary" onClick={close}>
        {t.stored}
      </button>
    )
    return (
      <Dialog title={t.secret} onClose={close} actions={actions} isWide>
        <p>{t.secretOnce}</p>
        <CopyField label={t.secret} value={made.secret} />
        <SignatureSample />
      </Dialog>
    )
  }
  const run = async ({ url, events, space }: WebhookValues) => {
    const { createWebhook } = await mutate<NewWebhookDialogMutation>(mutation, {
      input: { organizationId: organization, url, events, ...(space !== null && { space }) },
    })
    if (createWebhook) setMade({ id: createWebhook.webhook.id, secret: createWebhook.secret })
  }
  return (
    <Dialog
      title={t.create}
      onClose={onClose}
      actions={<FormActions form={form} submit={t.create} onClose={onClose} />}
    >
      <Suspense fallback={<Skeleton lines={6} />}>
        <WebhookForm id={form} organization={organization} run={run} />
      </Suspense>
    </Dialog>
  )
}
