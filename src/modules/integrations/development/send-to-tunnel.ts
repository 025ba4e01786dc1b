import type { Settings } from '../../../core/settings.ts'
import type { Outbound } from '../../../platform/outbound.ts'

const TIMEOUT_MS = 20_000
const MAX_ANSWER_BYTES = 256 * 1024

/** What code of an integration is told besides an event. */
export interface Environment {
  integration: { name: string; title: string; version: number }
  installation?: object
  spaceInstallation?: object
  siteInstallation?: object
}

interface Options {
  outbound: Outbound
  settings: Pick<Settings, 'origin'>
  signal?: AbortSignal | undefined
}

/**
 * Sends an event to a tunnel, in the form that the runtime of integrations reads. Tokens and secrets stay here: authors
 * have their own. Throws what the client for outgoing requests throws.
 */
export async function sendToTunnel(
  { outbound, settings, signal }: Options,
  tunnelUrl: string,
  event: object,
  environment: Environment,
): Promise<{ status: number; text: string }> {
  const form = new FormData()
  form.set('event', JSON.stringify(event))
  const runtime = {
    apiEndpoint: settings.origin(),
    apiTokens: { integration: '' },
    ...environment,
    secrets: {},
    signingSecrets: { integration: '' },
  }
  form.set('environment', JSON.stringify(runtime))
  const encoded = new Response(form)
  const { href } = new URL('v1', tunnelUrl.endsWith('/') ? tunnelUrl : `${tunnelUrl}/`)
  const { status, body } = await outbound.fetch(href, {
    method: 'POST',
    headers: { 'Content-Type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
    redirects: 0,
    ...(signal ? { signal } : {}),
  })
  return { status, text: body.toString('utf8') }
}
