import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { WebhookScreenDeleteMutation } from '#console/WebhookScreenDeleteMutation.graphql.ts'
import type { WebhookScreenMutation } from '#console/WebhookScreenMutation.graphql.ts'
import type { WebhookScreenPingMutation } from '#console/WebhookScreenPingMutation.graphql.ts'
import type { WebhookScreenQuery } from '#console/WebhookScreenQuery.graphql.ts'
import { act } from '../../forms/act.ts'
import { ConfirmDialog } from '../../forms/ConfirmDialog.tsx'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { NotFound } from '../../frame/Failure.tsx'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { useOrganizationEvents } from '../../live/use-organization-events.ts'
import { type Parameters, useParameters } from '../../parameters.ts'
import { Screen } from '../../parts/Screen.tsx'
import { toast } from '../../parts/toasts.ts'
import { mutate } from '../../relay/mutate.ts'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { eventLabel } from '../log/event-label.ts'
import { OrganizationTabs } from '../organization/OrganizationTabs.tsx'
import { Deliveries } from './Deliveries.tsx'
import { EditWebhookDialog } from './EditWebhookDialog.tsx'
import { SignatureSample } from './SignatureSample.tsx'
import { WebhookState } from './WebhookState.tsx'

const query = graphql`
  query WebhookScreenQuery($webhook: ID!, $count: Int!) {
    webhook(id: $webhook) {
      id
      url
      active
      pausedReason
      events
      space {
        id
        title
      }
      organization {
        id
        title
        eventCursor
        ...OrganizationTabs_organization
      }
      ...WebhookState_webhook
      ...Deliveries_webhook @arguments(count: $count)
    }
  }
`
const update = graphql`
  mutation WebhookScreenMutation($input: UpdateWebhookInput!) {
    updateWebhook(input: $input) {
      webhook {
        id
        version
        active
        pausedReason
      }
    }
  }
`
const ping = graphql`
  mutation WebhookScreenPingMutation($input: PingWebhookInput!) {
    pingWebhook(input: $input) {
      delivery {
        id
      }
    }
  }
`
const remove = graphql`
  mutation WebhookScreenDeleteMutation($input: DeleteWebhookInput!) {
    deleteWebhook(input: $input) {
      deletedId
    }
  }
`

const COUNT = 20

export const preload = ({ webhook = '' }: Parameters) =>
  read<WebhookScreenQuery>(query, { webhook, count: COUNT })

/** A webhook with what it has delivered. */
export default function WebhookScreen() {
  const { organization: organizationId = '', webhook: id = '' } = useParameters()
  const variables = { webhook: id, count: COUNT }
  const { webhook } = useScreenQuery<WebhookScreenQuery>(query, variables)
  const again = useCoalesced(() => void reread<WebhookScreenQuery>(query, variables))
  // Whatever happens may be delivered: deliveries have no events of their own.
  useOrganizationEvents(webhook ? [webhook.organization] : [], { onEvent: again, onGap: again })
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const t = texts.webhooks
  if (!webhook) return <NotFound />
  const { active, url, events, space, organization } = webhook
  const setActive = (next: boolean) =>
    mutate<WebhookScreenMutation>(update, { input: { webhookId: id, active: next } })
  const toggle = () =>
    void act({
      run: () => setActive(!active),
      undo: () => setActive(active),
      done: active ? t.wasPaused : t.wasResumed,
      onChanged: again,
    })
  const test = () =>
    void act({
      run: () => mutate<WebhookScreenPingMutation>(ping, { input: { webhookId: id } }),
      done: t.testSent,
      onChanged: again,
    })
  const deleteIt = async () => {
    await mutate<WebhookScreenDeleteMutation>(remove, { input: { webhookId: id } })
    toast(t.deleted)
    void navigate({ to: '/o/$organization/webhooks', params: { organization: organizationId } })
  }
  return (
    <Screen
      title={url}
      trail={
        <>
          <Link to="/o/$organization" params={{ organization: organization.id }} dir="auto">
            {organization.title}
          </Link>
          <span aria-hidden="true">/</span>
          <Link to="/o/$organization/webhooks" params={{ organization: organization.id }}>
            {t.title}
          </Link>
        </>
      }
      tabs={<OrganizationTabs organization={organization} />}
      actions={
        <>
          <button type="button" className="button small" onClick={test}>
            {t.sendTest}
          </button>
          <button type="button" className="button small" onClick={() => setEditing(true)}>
            {t.edit}
          </button>
          <button type="button" className="button small" onClick={toggle}>
            {active ? t.pause : t.resume}
          </button>
          <button type="button" className="button small danger" onClick={() => setAsked(true)}>
            {t.delete}
          </button>
        </>
      }
    >
      <div className={styles.settings}>
        <Section title={t.state}>
          {() => (
            <>
              <div role="status">
                <WebhookState webhook={webhook} />
              </div>
              {webhook.pausedReason && <p dir="auto">{webhook.pausedReason}</p>}
              <p>{events.length === 0 ? t.allEvents : events.map(eventLabel).join(', ')}</p>
              <p dir="auto">{space ? space.title : t.wholeOrganization}</p>
            </>
          )}
        </Section>
        <Deliveries webhook={webhook} onChanged={again} />
        <Section title={t.signature} hint={t.signatureHint}>
          {() => <SignatureSample />}
        </Section>
      </div>
      {isEditing && (
        <EditWebhookDialog
          id={id}
          organization={organization.id}
          values={{ url, events, space: space?.id ?? null }}
          onChanged={again}
          onClose={() => setEditing(false)}
        />
      )}
      {isAsked && (
        <ConfirmDialog
          title={t.deleteTitle}
          action={t.delete}
          typed={new URL(url).host}
          run={deleteIt}
          onClose={() => setAsked(false)}
        >
          <p>{t.deleteText}</p>
        </ConfirmDialog>
      )}
    </Screen>
  )
}
