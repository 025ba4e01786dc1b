import { type Html, type HtmlValue, html, nothing } from '../../../core/html.ts'
import type { Context } from '../document/context.ts'
import { icon } from '../layout/icons.ts'
import { described } from './described.ts'
import type { SpecLimit, SpecProperty, SpecSchema } from './spec-part.ts'

const signs: Readonly<Record<SpecLimit['kind'], string>> = {
  minimum: '≥ ',
  exclusiveMinimum: '> ',
  maximum: '≤ ',
  exclusiveMaximum: '< ',
  multipleOf: '× ',
  minLength: 'length ≥ ',
  maxLength: 'length ≤ ',
  minItems: 'items ≥ ',
  maxItems: 'items ≤ ',
  pattern: 'pattern ',
  format: 'format ',
  uniqueItems: 'unique items',
}

/** What a definition list shows about a parameter or property. */
interface Entry {
  name: string
  isRequired: boolean
  isDeprecated?: boolean
  description?: string | undefined
  schema: SpecSchema
}

export const entries = (list: readonly Entry[], context: Context): Html =>
  html`<dl class="fields">${list.map((entry) => renderEntry(entry, context))}</dl>`

function renderEntry({ name, isRequired, isDeprecated, description, schema }: Entry, context: Context): Html {
  const { texts } = context
  const flags: HtmlValue[] = [
    isRequired && html`<span class="required">${texts.get('required')}</span>`,
    (isDeprecated || schema.isDeprecated) && html`<span class="tag">${texts.get('deprecated')}</span>`,
    schema.isReadOnly && html`<span class="tag">${texts.get('readOnly')}</span>`,
    schema.isWriteOnly && html`<span class="tag">${texts.get('writeOnly')}</span>`,
  ]
  return html`<div class="field"><dt><code>${name}</code> <span class="type">${schema.type}</span> ${flags}</dt><dd>${described(description ?? schema.description, context)}${factsOf(schema, context)}${insideOf(schema, context)}</dd></div>`
}

/** Default, limits, values and example. */
function factsOf(schema: SpecSchema, { texts }: Context): Html {
  const limits = (schema.limits ?? []).map(({ kind, value }) =>
    kind === 'uniqueItems' ? html`<code>${signs[kind]}</code>` : html`<code>${signs[kind]}${value}</code>`,
  )
  const parts: HtmlValue[] = [
    schema.default !== undefined &&
      html`<span>${texts.get('default')}: <code>${shortJson(schema.default)}</code></span>`,
    limits.length > 0 && html`<span>${limits.map((limit, at) => [at > 0 && ' ', limit])}</span>`,
    schema.enum &&
      html`<span>${texts.get('values')}: ${schema.enum.map((value, at) => [at > 0 && ' ', html`<code>${shortJson(value)}</code>`])}</span>`,
    schema.example !== undefined &&
      typeof schema.example !== 'object' &&
      html`<span>${texts.get('example')}: <code>${shortJson(schema.example)}</code></span>`,
  ]
  return parts.some(Boolean) ? html`<p class="facts">${parts}</p>` : nothing
}

function shortJson(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}

/** Nested schemas open on demand. */
function insideOf(schema: SpecSchema, context: Context): Html {
  const { texts } = context
  if (schema.isCut || schema.items?.isCut)
    return schema.name || schema.items?.name ? html`<p class="facts">${texts.get('cut')}</p>` : nothing
  const inside = partsOf(schema, context)
  if (inside.isEmpty) return nothing
  const title = schema.properties
    ? texts.get('properties')
    : schema.items
      ? texts.get('items')
      : schema.variants
        ? texts.get(schema.variants.kind)
        : texts.get('otherProperties')
  return html`<details class="nested"><summary>${icon('chevron')}<span>${title}</span></summary>${inside}</details>`
}

function partsOf({ properties, items, additional, variants }: SpecSchema, context: Context): Html {
  const { texts } = context
  const item =
    items && (items.properties || items.variants || items.items) ? schemaBody(items, context) : nothing
  const choices =
    variants &&
    html`<div class="variants"><p class="facts">${texts.get(variants.kind)}</p>${variants.schemas.map((schema) => variant(schema, context))}</div>`
  const other =
    additional &&
    entries([{ name: texts.get('otherProperties'), isRequired: false, schema: additional }], context)
  return html`${properties && entries(properties.map(entryOf), context)}${item}${choices}${other}`
}

const entryOf = ({ name, isRequired, schema }: SpecProperty): Entry => ({ name, isRequired, schema })

function variant(schema: SpecSchema, context: Context): Html {
  const body = schemaBody(schema, context)
  const title = schema.name ?? schema.type
  if (body.isEmpty) return html`<p class="facts"><code>${title}</code></p>`
  return html`<details class="nested"><summary>${icon('chevron')}<span>${title}</span></summary>${body}</details>`
}

/** A schema without a name of its own: its description, facts and parts. */
export function schemaBody(schema: SpecSchema, context: Context): Html {
  if (schema.isCut)
    return html`<p class="facts"><code>${schema.name ?? schema.type}</code> ${context.texts.get('cut')}</p>`
  const parts = partsOf(schema, context)
  const type = parts.isEmpty ? html`<p><span class="type">${schema.type}</span></p>` : nothing
  return html`${described(schema.description, context)}${type}${factsOf(schema, context)}${parts}`
}
