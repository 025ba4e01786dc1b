import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { Deliveries_webhook$data, Deliveries_webhook$key } from '#console/Deliveries_webhook.graphql.ts'
import type { DeliveriesMutation } from '#console/DeliveriesMutation.graphql.ts'
import type { DeliveriesPageQuery } from '#console/DeliveriesPageQuery.graphql.ts'
import { act } from '../../forms/act.ts'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { Opened } from '../../parts/Opened.tsx'
import { ShowMore } from '../../parts/ShowMore.tsx'
import { Time } from '../../parts/Time.tsx'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'
import { eventLabel } from '../log/event-label.ts'
import bodyStyles from './Webhook.module.css'
import { DeliveryStatus } from './WebhookState.tsx'

type Delivery = Deliveries_webhook$data['deliveries']['edges'][number]['node']

const redeliver = graphql`
  mutation DeliveriesMutation($input: RedeliverWebhookDeliveryInput!) {
    redeliverWebhookDelivery(input: $input) {
      delivery {
        id
        status
      }
    }
  }
`

interface DeliveriesProps {
  webhook: Deliveries_webhook$key
  onChanged: () => void
}

/** What a webhook has sent, the newest first, with the answers. */
export function Deliveries({ webhook, onChanged }: DeliveriesProps) {
  const { data, ...more } = usePaginationFragment<DeliveriesPageQuery, Deliveries_webhook$key>(
    graphql`
      fragment Deliveries_webhook on Webhook
      @refetchable(queryName: "DeliveriesPageQuery")
      @argumentDefinitions(count: { type: "Int!" }, cursor: { type: "String" }) {
        deliveries(first: $count, after: $cursor) @connection(key: "Deliveries_deliveries") {
          totalCount
          edges {
            node {
              id
              type
              status
              attempts
              createdAt
              nextAttemptAt
              responseStatus
              responseBody
              durationMs
              error
              body
            }
          }
        }
      }
    `,
    webhook,
  )
  const t = texts.webhooks
  const deliveries = data.deliveries.edges.map(({ node }) => node)
  const again = (deliveryId: string) =>
    void act({
      run: () => mutate<DeliveriesMutation>(redeliver, { input: { deliveryId } }),
      done: t.sentAgain,
      onChanged,
    })
  return (
    <Section title={t.deliveries} hint={t.deliveriesHint}>
      {() => (
        <>
          {deliveries.length === 0 && <p className="muted">{t.noDeliveries}</p>}
          {deliveries.length > 0 && (
            <ul className={styles.rows} aria-label={t.deliveries}>
              {deliveries.map((delivery) => (
                <Row key={delivery.id} delivery={delivery} sendAgain={() => again(delivery.id)} />
              ))}
            </ul>
          )}
          <div className={styles.actions}>
            <button type="button" className="button small" onClick={onChanged}>
              {t.refresh}
            </button>
          </div>
          <ShowMore shown={deliveries.length} total={data.deliveries.totalCount} {...more} />
        </>
      )}
    </Section>
  )
}

/** JSON with one value per line. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function Row({ delivery, sendAgain }: { delivery: Delivery; sendAgain: () => void }) {
  const t = texts.webhooks
  const { type, status, attempts, createdAt, responseStatus, responseBody, durationMs, error, body } =
    delivery
  const name = type ? eventLabel(type) : t.test
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span>
          <bdi>{name}</bdi> <DeliveryStatus status={status} />
        </span>
        <span>
          <Time at={createdAt} /> · {t.attempts(attempts)}
          {responseStatus && ` · ${t.answered(responseStatus, durationMs ?? 0)}`}
        </span>
        {error && (
          <span className={styles.problem} dir="auto">
            {error}
          </span>
        )}
      </div>
      {status !== 'PENDING' && (
        <button type="button" className="button small" aria-label={t.sendAgainOf(name)} onClick={sendAgain}>
          {t.sendAgain}
        </button>
      )}
      <Opened summary={t.content}>
        <Content title={t.sent} text={readable(body)} />
        {responseBody && <Content title={t.answer} text={responseBody} />}
      </Opened>
    </li>
  )
}

function Content({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the text scrolls, also by the keyboard. */}
      <pre className={bodyStyles.body} dir="ltr" tabIndex={0}>
        {text}
      </pre>
    </section>
  )
}
