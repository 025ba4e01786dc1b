import { Suspense, useId } from 'react'
import { graphql } from 'react-relay/hooks'
import type { EditWebhookDialogMutation } from '#console/EditWebhookDialogMutation.graphql.ts'
import { sayDone } from '../../forms/act.ts'
import { FormActions } from '../../forms/FormActions.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'
import { WebhookForm, type WebhookValues } from './WebhookForm.tsx'

const mutation = graphql`
  mutation EditWebhookDialogMutation($input: UpdateWebhookInput!) {
    updateWebhook(input: $input) {
      webhook {
        id
        version
        url
        events
        space {
          id
          title
        }
      }
    }
  }
`

interface EditWebhookDialogProps {
  id: string
  organization: string
  values: WebhookValues
  onChanged: () => void
  onClose: () => void
}

/** Changes where a webhook sends events, and which. */
export function EditWebhookDialog({ id, organization, values, onChanged, onClose }: EditWebhookDialogProps) {
  const form = useId()
  const t = texts.webhooks
  const save = (next: WebhookValues) =>
    mutate<EditWebhookDialogMutation>(mutation, { input: { webhookId: id, ...next } })
  const run = async (next: WebhookValues) => {
    await save(next)
    onChanged()
    onClose()
    sayDone(texts.forms.saved, () => save(values), onChanged)
  }
  return (
    <Dialog
      title={t.edit}
      onClose={onClose}
      actions={<FormActions form={form} submit={texts.forms.save} onClose={onClose} />}
    >
      <Suspense fallback={<Skeleton lines={6} />}>
        <WebhookForm id={form} organization={organization} values={values} run={run} />
      </Suspense>
    </Dialog>
  )
}
