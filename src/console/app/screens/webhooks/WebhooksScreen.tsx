import { Link, useNavigate } from '@tanstack/react-router'
import { graphql } from 'react-relay/hooks'
import type { WebhooksScreenQuery } from '#console/WebhooksScreenQuery.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { NotFound } from '../../frame/Failure.tsx'
import { useCoalesced } from '../../live/use-coalesced.ts'
import { useOrganizationEvents } from '../../live/use-organization-events.ts'
import { type Parameters, useParameters } from '../../parameters.ts'
import { Empty } from '../../parts/Empty.tsx'
import { Screen } from '../../parts/Screen.tsx'
import { useCreate } from '../../parts/use-create.tsx'
import { useRows } from '../../parts/use-rows.ts'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { OrganizationTabs } from '../organization/OrganizationTabs.tsx'
import { NewWebhookDialog } from './NewWebhookDialog.tsx'
import { WebhookState } from './WebhookState.tsx'

const query = graphql`
  query WebhooksScreenQuery($organization: ID!) {
    organization(id: $organization) {
      id
      title
      eventCursor
      permissions {
        admin
      }
      ...OrganizationTabs_organization
      webhooks(first: 100) {
        nodes {
          id
          url
          events
          space {
            id
            title
          }
          ...WebhookState_webhook
        }
      }
    }
  }
`

export const preload = ({ organization = '' }: Parameters) =>
  read<WebhooksScreenQuery>(query, { organization })

/** The webhooks of an organization. */
export default function WebhooksScreen() {
  const { organization: id = '' } = useParameters()
  const { organization } = useScreenQuery<WebhooksScreenQuery>(query, { organization: id })
  const again = useCoalesced(() => void reread<WebhooksScreenQuery>(query, { organization: id }))
  useOrganizationEvents(organization ? [organization] : [], {
    onEvent: ({ type }) => type.startsWith('WEBHOOK_') && again(),
    onGap: again,
  })
  const navigate = useNavigate()
  const rows = useRows<HTMLUListElement>()
  const isAdmin = organization?.permissions.admin === true
  const t = texts.webhooks
  const { isOpen, close, button: create } = useCreate(t.create, isAdmin)
  if (!organization || !isAdmin) return <NotFound />
  const webhooks = organization.webhooks?.nodes ?? []
  return (
    <Screen
      title={organization.title}
      actions={create}
      tabs={<OrganizationTabs organization={organization} />}
    >
      <div className={styles.list}>
        {webhooks.length === 0 && <Empty action={create}>{t.none}</Empty>}
        {webhooks.length > 0 && (
          <ul className={styles.rows} ref={rows.ref} aria-label={t.title}>
            {webhooks.map((webhook) => (
              <li key={webhook.id} className={styles.row} data-row={webhook.id}>
                <div className={styles.what}>
                  <Link
                    to="/o/$organization/webhooks/$webhook"
                    params={{ organization: id, webhook: webhook.id }}
                    dir="ltr"
                  >
                    {webhook.url}
                  </Link>
                  <span dir="auto">
                    {webhook.events.length === 0 ? t.allEvents : t.events(webhook.events.length)}
                    {webhook.space && ` · ${webhook.space.title}`}
                  </span>
                </div>
                <WebhookState webhook={webhook} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {isOpen && (
        <NewWebhookDialog
          organization={id}
          onClose={close}
          onCreated={(webhook) =>
            void navigate({
              to: '/o/$organization/webhooks/$webhook',
              params: { organization: id, webhook },
            })
          }
        />
      )}
    </Screen>
  )
}
