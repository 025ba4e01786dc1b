import type { Attributes, Ref } from '../tree/types.ts'

type Json = Record<string, unknown>

/** The colours that clients of the public API know. */
const COLOURS = new Set(
  'default green blue red orange yellow purple pink violet cyan $primary $info $success $warning $danger $tint'.split(
    ' ',
  ),
)

export const colourOf = (colour: string | undefined): string =>
  colour !== undefined && COLOURS.has(colour) ? colour : 'default'

/** A length as a number of pixels, or with its unit. Undefined if it is neither. */
export function lengthOf(length: unknown): number | { value: number; unit: string } | undefined {
  const written = String(length).trim()
  const [, digits = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,6})?)(%|[a-z]{1,5})?$/.exec(written) ?? []
  if (digits === '') return undefined
  const value = Number(digits)
  return unit === '' || unit === 'px' ? value : { value, unit }
}

/** The date of an update with its time. Undefined if it is no date. */
export function timestampOf(date: unknown): string | undefined {
  const time = new Date(String(date))
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

const textOf = (value: Attributes[string] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

const flagOf = (value: Attributes[string] | undefined): boolean | undefined =>
  value === undefined ? undefined : value === true || value === 'true'

const choiceOf = (value: Attributes[string] | undefined, choices: readonly string[]): string | undefined =>
  choices.find((choice) => choice === value)

const countOf = (value: Attributes[string] | undefined): number | undefined =>
  /^[1-9]\d{0,5}$/.test(String(value)) ? Number(value) : undefined

/** The members with a value. */
export const present = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

type DataOf = (data: Attributes, ref: (value: Attributes[string] | undefined) => unknown) => Json

const operation: DataOf = ({ path, method, ...data }, ref) => ({
  // An operation that is described in the text has no document.
  ref: ref(data.ref) ?? { kind: 'url', url: '' },
  path: textOf(path) ?? '',
  method: textOf(method) ?? '',
  expanded: flagOf(data.expanded),
  fullWidth: flagOf(data.fullWidth),
})

/** The data of blocks whose attributes are written in a tag, by their type: what clients of the public API know of them. */
export const dataOfTags: Readonly<Record<string, DataOf>> = {
  hint: ({ style, icon }) => ({ style, icon: textOf(icon) }),
  code: (data) => ({
    syntax: textOf(data.syntax),
    title: textOf(data.title),
    overflow: choiceOf(data.overflow, ['scroll', 'wrap']),
    lineNumbers: flagOf(data.lineNumbers),
    fullWidth: flagOf(data.fullWidth),
    expandable: flagOf(data.expandable),
    collapsedLineCount: countOf(data.collapsedLineCount),
  }),
  tabs: ({ fullWidth }) => ({ fullWidth: flagOf(fullWidth) }),
  'tabs-item': ({ title, icon, slug }) => ({ title: textOf(title), icon: textOf(icon), slug: textOf(slug) }),
  stepper: () => ({}),
  'stepper-step': ({ icon }) => ({ icon: textOf(icon) }),
  columns: ({ fullWidth }) => ({ fullWidth: flagOf(fullWidth) }),
  column: ({ width, verticalAlignment }) => ({
    width: width === undefined ? undefined : lengthOf(width),
    verticalAlignment: choiceOf(verticalAlignment, ['top', 'middle', 'bottom']),
  }),
  updates: ({ format }) => ({ format: choiceOf(format, ['numeric', 'full', 'short']) ?? 'full' }),
  update: ({ date, tags }) => ({
    date: timestampOf(date) ?? new Date(0).toISOString(),
    tags: Array.isArray(tags) ? tags.map((tag) => ({ kind: 'tag', tag })) : undefined,
  }),
  if: ({ expression }) => ({ expression: textOf(expression) ?? '' }),
  prompt: ({ description, icon, openInAIProviders, defaultExpanded }) => ({
    description: textOf(description) ?? '',
    icon: textOf(icon),
    openInAIProviders: flagOf(openInAIProviders),
    defaultExpanded:
      defaultExpanded === undefined
        ? undefined
        : (choiceOf(defaultExpanded, ['hidden', 'partial', 'full']) ??
          (flagOf(defaultExpanded) ? 'full' : 'hidden')),
  }),
  embed: ({ url, fullWidth }) => ({ url: textOf(url) ?? '', fullWidth: flagOf(fullWidth) }),
  file: ({ ref: file }, ref) => ({ ref: ref(file) }),
  'content-ref': ({ ref: target }, ref) => ({ ref: ref(target) }),
  'reusable-content': ({ ref: target }, ref) => ({ ref: ref(target) }),
  swagger: operation,
  'openapi-operation': operation,
  'openapi-schemas': ({ schemas, grouped, title, ref: spec }, ref) => ({
    ref: ref(spec),
    schemas: Array.isArray(schemas) ? schemas : [],
    grouped: flagOf(grouped),
    title: textOf(title),
  }),
  'openapi-webhook': ({ name, method, ref: spec }, ref) => ({
    ref: ref(spec),
    name: textOf(name) ?? '',
    method: textOf(method) ?? '',
  }),
}

/** Whether a value of a tag is a reference. */
export const isRef = (value: unknown): value is Ref =>
  typeof value === 'object' && value !== null && 'kind' in value
