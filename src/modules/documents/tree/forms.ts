import { attributesIn, attributesText } from '../parsing/attributes.ts'
import { refFrom, urlOf } from './refs.ts'
import type { Attributes, CardType, HintStyle, ItemType, Ref } from './types.ts'

type Kind = 'text' | 'flag' | 'list' | 'ref' | 'spec'

/** Attributes of a tag that have another name or type in the document. */
type Fields = Readonly<Record<string, readonly [name: string, kind: Kind]>>

export const codeFields: Fields = {
  lineNumbers: ['lineNumbers', 'flag'],
  fullWidth: ['fullWidth', 'flag'],
  expandable: ['expandable', 'flag'],
}

/** Tags that contain blocks. */
export const holders = {
  hint: { type: 'hint', fields: {} },
  prompt: { type: 'prompt', fields: { defaultExpanded: ['defaultExpanded', 'flag'] } },
  if: { type: 'if', fields: {} },
} as const satisfies Record<string, { type: string; fields: Fields }>

/** Tags that contain only tags of one type. */
export const groups = {
  tabs: { type: 'tabs', item: 'tab' },
  stepper: { type: 'stepper', item: 'step' },
  columns: { type: 'columns', item: 'column' },
  updates: { type: 'updates', item: 'update' },
} as const satisfies Record<string, { type: string; item: string }>

export const items: Readonly<Record<string, { type: ItemType; fields: Fields }>> = {
  tab: { type: 'tabs-item', fields: {} },
  step: { type: 'stepper-step', fields: {} },
  column: { type: 'column', fields: { valign: ['verticalAlignment', 'text'] } },
  update: { type: 'update', fields: { tags: ['tags', 'list'] } },
}

const spec: Fields = { spec: ['ref', 'spec'] }

/** Tags that refer to another resource, alone or around a caption. The first tag of a type is used for writing. */
export const cards: Readonly<Record<string, { type: CardType; fields: Fields }>> = {
  embed: { type: 'embed', fields: {} },
  file: { type: 'file', fields: { src: ['ref', 'ref'] } },
  'content-ref': { type: 'content-ref', fields: { url: ['ref', 'ref'] } },
  'page-ref': { type: 'content-ref', fields: { page: ['ref', 'ref'] } },
  swagger: { type: 'swagger', fields: { src: ['ref', 'ref'] } },
  openapi: { type: 'swagger', fields: { src: ['ref', 'ref'] } },
  'openapi-operation': { type: 'openapi-operation', fields: spec },
  'openapi-schemas': {
    type: 'openapi-schemas',
    fields: { ...spec, schemas: ['schemas', 'list'], grouped: ['grouped', 'flag'] },
  },
  'openapi-webhook': { type: 'openapi-webhook', fields: spec },
}

/** The parts of a description of an API that is written in the text. */
export const operationParts: ReadonlySet<string> = new Set([
  'swagger-description',
  'swagger-parameter',
  'swagger-response',
])

/** Whether a tag has a meaning for blocks, so that it cannot be part of a line of text. */
export const isBlockTag = (name: string): boolean =>
  name.startsWith('@') ||
  name === 'code' ||
  name === 'include' ||
  operationParts.has(name) ||
  [holders, groups, items, cards].some((forms) => Object.hasOwn(forms, name))

/** What a block of an integration shows, as far as its attributes say it: an address, or a text. */
export function contentOfIntegration(props: Readonly<Record<string, string>>): {
  url?: string
  text?: string
} {
  const url = Object.values(props).find((value) => /^https?:\/\/[^\s]+$/i.test(value))
  if (url !== undefined) return { url }
  const text = ['content', 'text', 'code', 'title'].map((name) => props[name]).find(Boolean)
  return text === undefined ? {} : { text }
}

const styles: readonly HintStyle[] = ['info', 'warning', 'danger', 'success']

export const hintStyle = (named: unknown): HintStyle => styles.find((style) => style === named) ?? 'info'

const reusable = /^(?:.*\/)?(rus_[a-z0-9]+)(?:\.md)?$/

/** The target of `{% include "…" %}`. */
export function includeRef(target: string): Ref {
  const id = reusable.exec(target)?.[1]
  return id === undefined ? { kind: 'url', url: target } : { kind: 'reusable-content', reusableContent: id }
}

export function dataFrom(source: string, fields: Fields): Attributes {
  const data: Attributes = {}
  for (const [attribute, value] of attributesIn(source)) {
    // Authors choose the names, so `constructor` is a name like any other.
    const [name, kind] = (Object.hasOwn(fields, attribute) && fields[attribute]) || [attribute, 'text']
    if (Object.hasOwn(data, name)) continue
    data[name] = attributeValue(value, kind)
  }
  return data
}

function attributeValue(value: string, kind: Kind): Attributes[string] {
  switch (kind) {
    case 'flag':
      return value !== 'false'
    case 'list':
      return value.split(',').map((part) => part.trim())
    case 'ref':
      return refFrom(value)
    case 'spec':
      return { kind: 'openapi', spec: value }
    default:
      return value
  }
}

/** The attributes that are equivalent to the data. */
export function attributesFrom(data: Attributes, fields: Fields): string {
  const names = new Map(Object.entries(fields).map(([attribute, [name]]) => [name, attribute]))
  return attributesText(
    Object.entries(data).map(([name, value]) => [names.get(name) ?? name, textOf(value)] as const),
  )
}

function textOf(value: Attributes[string]): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? value.join(', ') : urlOf(value)
}
