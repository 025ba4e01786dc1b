import { useId, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { EventType, NewWebhookDialogMutation } from '#console/NewWebhookDialogMutation.graphql.ts'
import { FieldForm } from '../../forms/FieldForm.tsx'
import { CopyField } from '../../parts/CopyField.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'
import { SignatureSample } from './SignatureSample.tsx'

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

/** Types as people write them, such as `change_request.merged`, as the API names them. */
const typesIn = (text: string): EventType[] =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((type) => type.replaceAll('.', '_').toUpperCase() as EventType)

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
  const run = async ({ url = '', events = '' }: Record<string, string>) => {
    const { createWebhook } = await mutate<NewWebhookDialogMutation>(mutation, {
      input: { organizationId: organization, url: url.trim(), events: typesIn(events) },
    })
    if (createWebhook) setMade({ id: createWebhook.webhook.id, secret: createWebhook.secret })
  }
  const actions = (
    <>
      <button type="button" className="button" onClick={onClose}>
        {texts.forms.cancel}
      </button>
      <button type="submit" form={form} className="button primary">
        {t.create}
      </button>
    </>
  )
  return (
    <Dialog title={t.create} onClose={onClose} actions={actions}>
      <FieldForm
        id={form}
        fields={[
          { name: 'url', label: t.url, type: 'url', hint: t.urlHint },
          { name: 'events', label: t.eventTypes, hint: t.eventTypesHint, isOptional: true },
        ]}
        run={run}
      />
    </Dialog>
  )
}
