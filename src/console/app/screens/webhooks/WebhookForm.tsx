import { useState } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay/hooks'
import type { EventType } from '#console/NewWebhookDialogMutation.graphql.ts'
import type { WebhookFormQuery } from '#console/WebhookFormQuery.graphql.ts'
import { Choice } from '../../forms/Choice.tsx'
import { FieldForm } from '../../forms/FieldForm.tsx'
import { texts } from '../../texts/index.ts'
import { EventTypesField } from './EventTypesField.tsx'

/** What a webhook sends, and where. */
export interface WebhookValues {
  url: string
  events: readonly EventType[]
  /** Null for the whole organization. */
  space: string | null
}

interface WebhookFormProps {
  id: string
  organization: string
  values?: WebhookValues
  run: (values: WebhookValues) => Promise<unknown>
}

/** The fields of a webhook, of a new one or of one that is there. */
export function WebhookForm({ id, organization: organizationId, values, run }: WebhookFormProps) {
  const { organization } = useLazyLoadQuery<WebhookFormQuery>(
    graphql`
      query WebhookFormQuery($organization: ID!) {
        organization(id: $organization) {
          spaces(first: 200) {
            nodes {
              id
              title
            }
          }
        }
      }
    `,
    { organization: organizationId },
  )
  const [events, setEvents] = useState<readonly EventType[]>(values?.events ?? [])
  const spaces = organization?.spaces?.nodes ?? []
  const current = values?.space ?? ''
  const t = texts.webhooks
  return (
    <FieldForm
      id={id}
      fields={[
        {
          name: 'url',
          label: t.url,
          type: 'url',
          hint: t.urlHint,
          value: values?.url ?? '',
          maxLength: 2048,
        },
      ]}
      run={({ url = '', space = '' }) => run({ url: url.trim(), events, space: space || null })}
    >
      <Choice
        name="space"
        label={t.space}
        options={{
          '': t.wholeOrganization,
          ...(current && { [current]: current }),
          ...Object.fromEntries(spaces.map((each) => [each.id, each.title || texts.places.untitled])),
        }}
        value={current}
      />
      <EventTypesField chosen={events} onChange={setEvents} />
    </FieldForm>
  )
}
