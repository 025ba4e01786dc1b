import { all, dialog, make, onClick } from './page.ts'

/** What the page says of an operation (`site-rendering/openapi/trying.ts`). */
interface Operation {
  method: string
  path: string
  servers: string[]
  parameters: { name: string; in: string; isRequired: boolean; value: string }[]
  security: { name: string; type: string; scheme?: string; in?: string }[]
  body?: { type: string; text: string }
  proxy?: { href: string; signatures: string[] }
  labels: Record<string, string>
}

const TIMEOUT_MS = 30_000
const MAX_BYTES = 1024 * 1024
const MAX_SHOWN = 100_000

/** The address of the site: by path, sites share the storage of a browser. */
const base = (document.body.dataset.tryScript ?? '').split('/~assets/')[0] ?? ''

/** Credentials stay in this tab, for the operations of the same server. Without storage they last as long as the form. */
function remembered(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
function remember(key: string, value: string): void {
  try {
    if (value === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // A browser without storage.
  }
}

interface Field {
  name: string
  in: string
  input: HTMLInputElement
}

/** The form of one operation, and the response below it. */
class Form {
  readonly #operation: Operation
  readonly #server: HTMLSelectElement
  readonly #fields: Field[]
  readonly #secrets: { scheme: Operation['security'][number]; input: HTMLInputElement }[]
  readonly #body: HTMLTextAreaElement | null
  readonly #answer = make('div', { class: 'try-answer', role: 'status', 'aria-live': 'polite' })
  readonly #send: HTMLButtonElement
  readonly element: HTMLFormElement

  constructor(operation: Operation) {
    const { labels, method, path, servers, parameters, security, body } = operation
    this.#operation = operation
    this.#server = make('select', {}, ...servers.map((url) => make('option', { value: url }, url)))
    this.#fields = parameters.map(({ name, in: place, isRequired, value }) => {
      const input = make('input', { type: 'text', value, autocomplete: 'off', spellcheck: 'false' })
      input.required = isRequired
      return { name, in: place, input }
    })
    this.#secrets = security.map((scheme) => ({
      scheme,
      input: make('input', { type: 'password', autocomplete: 'off', spellcheck: 'false' }),
    }))
    this.#body = body ? make('textarea', { rows: '10', spellcheck: 'false' }, body.text) : null
    this.#send = make('button', { class: 'button primary' }, labels.send ?? '')
    const line = make(
      'p',
      { class: 'op-line' },
      make('span', { class: `method ${method.toLowerCase()}` }, method),
      ' ',
      make('code', {}, path),
    )
    const secrets = this.#secrets.map(({ scheme, input }) =>
      labelled(`${labels.authorization}: ${scheme.name}`, input),
    )
    const kept = secrets.length > 0 ? [make('p', { class: 'facts' }, labels.kept ?? '')] : []
    const fields = this.#fields.map(({ name, in: place, input }) =>
      labelled(`${name} (${place})${input.required ? ' *' : ''}`, input),
    )
    const text = this.#body && body ? [labelled(`${labels.body} (${body.type})`, this.#body)] : []
    this.element = make(
      'form',
      { class: 'try-form' },
      make('h2', {}, labels.title ?? ''),
      line,
      labelled(labels.servers ?? '', this.#server),
      ...secrets,
      ...kept,
      ...fields,
      ...text,
      this.#send,
      this.#answer,
    )
    this.element.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#submit()
    })
    this.#server.addEventListener('change', () => this.#fill())
    this.#fill()
  }

  /** Credentials of another server are not shown, nor sent. */
  #fill(): void {
    for (const { scheme, input } of this.#secrets) input.value = remembered(this.#keyOf(scheme.name))
  }

  #keyOf(name: string): string {
    return `try ${base} ${new URL(this.#server.value, location.href).origin} ${name}`
  }

  /** The request, and where it is sent. */
  #request(): { url: string; headers: Headers } {
    const headers = new Headers({ accept: '*/*' })
    const query = new URLSearchParams()
    let { path } = this.#operation
    for (const { name, in: place, input } of this.#fields) {
      const { value } = input
      if (place === 'path') path = path.replaceAll(`{${name}}`, encodeURIComponent(value))
      else if (value !== '' && place === 'query') query.append(name, value)
      else if (value !== '' && place === 'header') headers.set(name, value)
    }
    for (const { scheme, input } of this.#secrets) {
      const value = input.value.trim()
      remember(this.#keyOf(scheme.name), value)
      if (value === '') continue
      if (scheme.type === 'apiKey' && scheme.in === 'query') query.append(scheme.scheme ?? scheme.name, value)
      else if (scheme.type === 'apiKey') headers.set(scheme.scheme ?? scheme.name, value)
      else if (scheme.scheme?.toLowerCase() === 'basic')
        headers.set('authorization', `Basic ${base64(value)}`)
      else headers.set('authorization', `Bearer ${value}`)
    }
    if (this.#body && this.#operation.body) headers.set('content-type', this.#operation.body.type)
    const url = `${this.#server.value.replace(/\/$/, '')}${path}${query.size > 0 ? `?${query}` : ''}`
    return { url, headers }
  }

  async #response(): Promise<{ status: number; text: string }> {
    const { method, proxy } = this.#operation
    const { url, headers } = this.#request()
    const body = this.#body && this.#body.value !== '' ? { body: this.#body.value } : {}
    const server = this.#server.value
    const init: RequestInit = proxy
      ? {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            server,
            signature: proxy.signatures[this.#server.selectedIndex],
            method,
            path: url.slice(server.replace(/\/$/, '').length),
            headers: Object.fromEntries(headers),
            ...body,
          }),
        }
      : { method, headers, credentials: 'omit', ...body }
    const response = await fetch(proxy?.href ?? url, {
      ...init,
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!proxy) return { status: response.status, text: await beginningOf(response) }
    if (!response.ok) throw new Error('The site could not send it.')
    return response.json()
  }

  async #submit(): Promise<void> {
    const { labels } = this.#operation
    this.#send.disabled = true
    this.#answer.setAttribute('aria-busy', 'true')
    this.#answer.replaceChildren()
    const begun = performance.now()
    try {
      const response = await this.#response()
      const text = shownText(response.text)
      const took = `${Math.round(performance.now() - begun)} ms`
      const status = make(
        'span',
        { class: `status s${Math.floor(response.status / 100)}` },
        String(response.status),
      )
      const facts = make('p', { class: 'op-title' }, `${labels.response} `, status, ` ${took}`)
      const code = make('pre', { tabindex: '0' }, make('code', {}, text))
      this.#answer.replaceChildren(facts, ...(text === '' ? [] : [code]))
    } catch {
      this.#answer.replaceChildren(make('p', { class: 'try-failed' }, labels.failed ?? ''))
    } finally {
      this.#answer.removeAttribute('aria-busy')
      this.#send.disabled = false
    }
  }
}

function labelled(title: string, control: HTMLElement): HTMLElement {
  return make('label', { class: 'try-field' }, make('span', {}, title), control)
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

/** The beginning of a response. What is longer is not read. */
async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  while (bytes < MAX_BYTES) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.length
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return text
}

function shownText(text: string): string {
  let shown = text
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // It is not JSON.
  }
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}\n…` : shown
}

const opened = new WeakMap<HTMLElement, HTMLDialogElement>()

function open(button: HTMLElement): void {
  const operation = JSON.parse(button.dataset.try ?? '{}') as Operation
  const known = opened.get(button)
  const shown = known ?? dialog('try-dialog', operation.labels.title ?? '', new Form(operation).element)
  opened.set(button, shown)
  shown.showModal()
}

onClick('[data-try]', (button) => open(button))
for (const button of all('[data-opens]')) {
  delete button.dataset.opens
  open(button)
}
