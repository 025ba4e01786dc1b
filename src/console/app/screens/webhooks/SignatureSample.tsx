import { texts } from '../../texts/index.ts'
import styles from './Webhook.module.css'

const SAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto'

// body: the bytes of the request as they arrived, before they are parsed
export function isFromQuire(body, headers, secret) {
  const expected = createHmac('sha256', secret).update(body).digest()
  const [, given = ''] = /^sha256=([0-9a-f]{64})$/.exec(headers['x-quire-signature']) ?? []
  return given !== '' && timingSafeEqual(expected, Buffer.from(given, 'hex'))
}
`

/** Code that verifies the signature of a delivery. A test runs it. */
export function SignatureSample() {
  return (
    <figure className={styles.sample}>
      <figcaption>{texts.webhooks.sample}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the code scrolls, also by the keyboard. */}
      <pre dir="ltr" tabIndex={0}>
        <code>{SAMPLE}</code>
      </pre>
    </figure>
  )
}
