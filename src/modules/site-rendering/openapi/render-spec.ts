import { attributes, type Html, type HtmlValue, html, nothing } from '../../../core/html.ts'
import type { TextName, Texts } from '../../site-texts/index.ts'
import { codeText } from '../blocks/code.ts'
import { tabs } from '../blocks/groups.ts'
import type { Context } from '../document/context.ts'
import { icon } from '../layout/icons.ts'
import type { SpecBlock } from '../views.ts'
import { codeExamples } from './code-examples.ts'
import { described } from './described.ts'
import { entries, schemaBody } from './render-schema.ts'
import type {
  SpecBody,
  SpecContent,
  SpecModel,
  SpecOperation,
  SpecResponse,
  SpecSecurity,
} from './spec-part.ts'
import { tryButton } from './trying.ts'

const MAX_EXAMPLE = 20_000
/** The operations of one page that the navigation lists. */
const MAX_OPERATIONS = 200

/** A block that shows a part of an OpenAPI document. */
export function renderSpecBlock(block: SpecBlock, context: Context): Html {
  const part = context.spec(block.key)
  if (part === undefined) {
    const name = [block.method?.toUpperCase(), block.path ?? block.name].filter(Boolean).join(' ')
    return html`<p class="missing">${icon('code')}${name && html`<code>${name}</code>`} ${context.texts.get('noSpec')}</p>`
  }
  return html`${part.operations.map((operation) => renderOperation(operation, context))}${part.models.map((model) => renderModel(model, context))}`
}

const groups: readonly (readonly [place: string, title: TextName])[] = [
  ['path', 'pathParameters'],
  ['query', 'queryParameters'],
  ['header', 'headerParameters'],
  ['cookie', 'cookieParameters'],
]

function renderOperation(operation: SpecOperation, context: Context): Html {
  const { texts } = context
  const { method, path, isDeprecated, parameters, body, responses, security, servers } = operation
  const intro = introduction(operation, context)
  const id = outlined(operation, context)
  const anchor = id ?? context.outline.at(-1)?.id
  if (anchor !== undefined && context.operations.length < MAX_OPERATIONS) {
    const title = operation.summary || path
    context.operations.push({ id: anchor, title, method: operation.kind === 'webhook' ? '' : method })
  }
  const parts: HtmlValue[] = [
    intro,
    servers[0] && html`<p class="facts">${texts.get('servers')}: <code>${servers[0]}</code></p>`,
    security.length > 0 &&
      part(
        'authorization',
        html`<ul class="auth">${security.map((one) => scheme(one, context))}</ul>`,
        context,
      ),
    groups.map(([place, title]) => {
      const list = parameters.filter((parameter) => parameter.in === place)
      return list.length > 0 && part(title, entries(list, context), context)
    }),
    body && part('body', renderBody(body, context), context),
    responses.length > 0 &&
      part(
        'responses',
        responses.map((response) => renderResponse(response, context)),
        context,
      ),
  ]
  const line = html`<p class="op-line"><span class="method ${method.toLowerCase().replace(/[^a-z]/g, '')}">${operation.kind === 'webhook' ? texts.get('webhook') : method}</span> <code>${path}</code>${isDeprecated && html` <span class="tag">${texts.get('deprecated')}</span>`}</p>`
  return html`<section${attributes({ class: 'operation', id, 'aria-label': `${method} ${path}` })}>${line}<div class="op-main">${parts}</div><div class="op-side">${tryButton(operation, context)}${examples(operation, context)}</div></section>`
}

/** Adds an operation to the outline of the page, and returns its anchor. Null if the heading above it is there. */
function outlined({ summary, method, path }: SpecOperation, { outline }: Context): string | null {
  const title = summary || `${method} ${path}`
  if ([title, `${method} ${path}`].includes(outline.at(-1)?.title ?? '')) return null
  const name = `op:${method}-${path}`.toLowerCase().replaceAll(/[^a-z0-9:]+/g, '-')
  const same = outline.filter(({ id }) => id === name || id.startsWith(`${name}:`)).length
  const id = same === 0 ? name : `${name}:${same}`
  outline.push({ id, title, level: 3 })
  return id
}

/** The heading above a block often repeats the summary and the description. */
function introduction({ summary, description, method, path }: SpecOperation, context: Context): Html {
  const above = context.outline.at(-1)?.title ?? ''
  if (above === summary || above === `${method} ${path}`) return nothing
  return html`${summary && html`<p><strong>${summary}</strong></p>`}${described(description, context)}`
}

const part = (title: TextName, content: HtmlValue, { texts }: Context): Html => {
  const inside = html`${content}`
  return html`<div class="op-part"><p class="op-title">${texts.get(title)}${expander(inside, texts)}</p>${inside}</div>`
}

/** Opens all nested schemas of a part, where there are several. */
function expander(inside: Html, texts: Texts): Html {
  if (inside.text.split('<details', 3).length < 3) return nothing
  return html`<button${attributes({ type: 'button', class: 'expand-all js-only', 'aria-expanded': 'false', 'data-other': texts.get('collapseAll') })}>${texts.get('expandAll')}</button>`
}

function scheme(
  { name, type, scheme, in: place, description, scopes }: SpecSecurity,
  context: Context,
): Html {
  const how = [type, scheme, place].filter(Boolean).join(' · ')
  return html`<li><code>${name}</code> <span class="type">${how}</span>${scopes.map((scope) => html` <span class="tag">${scope}</span>`)}${described(description, context)}</li>`
}

const renderBody = ({ description, content }: SpecBody, context: Context): Html =>
  html`${described(description, context)}${contents(content, context)}`

/** One media type is shown directly, several as tabs. */
function contents(content: readonly SpecContent[], context: Context): Html {
  const bodies = content.map(({ type, schema }) => ({
    title: type,
    content: schema ? schemaBody(schema, context) : nothing,
  }))
  const [only, second] = bodies
  if (only === undefined) return nothing
  if (second !== undefined) return tabs(bodies, context)
  return html`<p class="facts"><code>${only.title}</code></p>${only.content}`
}

function renderResponse({ status, description, headers, content }: SpecResponse, context: Context): Html {
  const title = html`<span class="status s${/^[1-5]/.exec(status)?.[0] ?? 'x'}">${status}</span>`
  const fields =
    headers.length > 0
      ? html`<p class="op-title">${context.texts.get('headerParameters')}</p>${entries(headers, context)}`
      : nothing
  const inside = html`${contents(content, context)}${fields}`
  const [line = ''] = description.split('\n', 1)
  if (inside.isEmpty) return html`<div class="response">${title} <span>${line}</span></div>`
  return html`<details class="nested response"><summary>${icon('chevron')}${title} <span>${line}</span></summary>${inside}</details>`
}

function examples(operation: SpecOperation, context: Context): Html {
  const { texts } = context
  const requests = codeExamples(operation).map(({ title, language, code }) => ({
    title,
    content: codeText(cut(code), language),
  }))
  const answers = operation.responses.flatMap(({ status, content }) => {
    const [first] = content
    if (first?.example === undefined) return []
    const text = typeof first.example === 'string' ? first.example : JSON.stringify(first.example, null, 2)
    return [{ title: status, content: codeText(cut(text), 'json') }]
  })
  const isWebhook = operation.kind === 'webhook'
  return html`${!isWebhook && html`<p class="op-title">${texts.get('request')}</p>${tabs(requests, context)}`}${answers.length > 0 && html`<p class="op-title">${texts.get('response')}</p>${tabs(answers, context)}`}`
}

const cut = (text: string): string => (text.length > MAX_EXAMPLE ? `${text.slice(0, MAX_EXAMPLE)}\n…` : text)

function renderModel({ name, schema }: SpecModel, context: Context): Html {
  const title =
    context.outline.at(-1)?.title === name
      ? nothing
      : html`<p class="op-line"><code>${name}</code> <span class="type">${schema.type}</span></p>`
  const body = schemaBody(schema, context)
  return html`<section class="model" aria-label="${name}">${title}${expander(body, context.texts)}${body}</section>`
}
