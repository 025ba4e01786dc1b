import { texts } from '../../texts/index.ts'
import styles from './Webhook.module.css'

const JAVASCRIPT = `import { createHmac, timingSafeEqual } from 'node:crypto'

// body: the bytes of the request as they arrived, before they are parsed
export function isFromQuire(body, headers, secret) {
  const expected = createHmac('sha256', secret).update(body).digest()
  const [, given = ''] = /^sha256=([0-9a-f]{64})$/.exec(headers['x-quire-signature']) ?? []
  return given !== '' && timingSafeEqual(expected, Buffer.from(given, 'hex'))
}
`

const PYTHON = `import hashlib
import hmac

# body: the bytes of the request as they arrived, before they are parsed
# headers: a mapping that ignores case, as those of Flask and Django do
def is_from_quire(body, headers, secret):
    expected = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    given = headers.get("X-Quire-Signature", "").encode()
    return hmac.compare_digest(f"sha256={expected}".encode(), given)
`

/** Code that verifies the signature of a delivery, in two languages. A test runs it. */
export function SignatureSample() {
  const t = texts.webhooks
  return (
    <div className={styles.samples}>
      <Sample title={t.sample('Node.js')} code={JAVASCRIPT} />
      <Sample title={t.sample('Python')} code={PYTHON} />
    </div>
  )
}

function Sample({ title, code }: { title: string; code: string }) {
  return (
    <figure className={styles.sample}>
      <figcaption>{title}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the code scrolls, also by the keyboard. */}
      <pre dir="ltr" tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  )
}
