import { createHash } from 'node:crypto'
import { freeSlug, slugOf } from '../../../core/slugs.ts'

import { SPEC_MARK } from '../spec-mark.ts'
import { isObject, refOf, splitReference } from './references.ts'

type Json = Record<string, unknown>

/** A page of a version. Its markdown has no name of the spec, which can show several. */
export interface SpecPage {
  key: string
  doc: 'info' | 'operations' | 'models'
  title: string
  slug: string
  description: string | null
  markdown: string
  entries: number
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
/** Tags beyond this share the page of operations without a tag. */
const MAX_TAGS = 500
const MAX_TITLE = 256
const MAX_DESCRIPTION = 2_000
const UNTAGGED = 'Operations'

interface Operation {
  heading: string
  text: string
  block: string
}

interface Tag {
  title: string
  description: string | null
  operations: Operation[]
}

/** The pages of a bundled document: its description, one page for each tag, and its models. */
export function pagesOf(bundle: Json): SpecPage[] {
  const info = objectOf(bundle.info)
  const title = textOf(info.title, MAX_TITLE) || 'API'
  const tags = [...tagsOf(bundle)].filter(([, { operations }]) => operations.length > 0)
  const models = modelsOf(bundle)
  const pages: Omit<SpecPage, 'slug'>[] = [
    {
      key: 'info',
      doc: 'info',
      title,
      description: textOf(info.summary) || null,
      markdown: infoText(bundle, info),
      entries: 0,
    },
    ...tags.map(([name, tag]) => ({
      key: name === '' ? 'operations' : `tag:${name}`,
      doc: 'operations' as const,
      title: tag.title,
      description: tag.description,
      markdown: tag.operations.map(operationText).join('\n\n'),
      entries: tag.operations.length,
    })),
    ...(models.length === 0 ? [] : [modelsPage(models)]),
  ]
  const taken = new Set<string>()
  return pages.map((page) => {
    const slug = freeSlug(slugOf(page.title), taken)
    taken.add(slug)
    // Short, because it is part of the ids of pages; the same in all versions.
    const key = createHash('sha256').update(page.key).digest('hex').slice(0, 12)
    return { ...page, key, slug }
  })
}

function tagsOf(bundle: Json): Map<string, Tag> {
  const tags = new Map<string, Tag>()
  for (const declared of arrayOf(bundle.tags)) {
    const { name, description } = objectOf(declared)
    if (typeof name === 'string' && name !== '' && tags.size < MAX_TAGS) {
      tags.set(name, {
        title: textOf(name, MAX_TITLE),
        description: textOf(description, 500) || null,
        operations: [],
      })
    }
  }
  const tagNamed = (name: string): Tag => {
    const known = tags.get(name)
    if (known) return known
    const isOne = name !== '' && tags.size < MAX_TAGS
    if (!isOne && name !== '') return tagNamed('')
    const tag: Tag = { title: isOne ? textOf(name, MAX_TITLE) : UNTAGGED, description: null, operations: [] }
    tags.set(name, tag)
    return tag
  }
  for (const { names, operation } of operationsOf(bundle)) {
    for (const name of names.length > 0 ? names : ['']) tagNamed(name).operations.push(operation)
  }
  return tags
}

function* operationsOf(bundle: Json): Generator<{ names: string[]; operation: Operation }> {
  const groups = [
    { items: objectOf(bundle.paths), tag: 'openapi-operation', attribute: 'path' },
    { items: objectOf(bundle.webhooks), tag: 'openapi-webhook', attribute: 'name' },
  ]
  for (const { items, tag, attribute } of groups) {
    for (const [path, item] of Object.entries(items)) {
      const methods = objectOf(followed(bundle, item))
      for (const method of METHODS.filter((each) => isObject(methods[each]))) {
        const operation = objectOf(followed(bundle, methods[method]))
        const names = arrayOf(operation.tags).filter((name) => typeof name === 'string' && name !== '')
        yield {
          names: [...new Set(names as string[])],
          operation: {
            heading: textOf(operation.summary, MAX_TITLE) || `${method.toUpperCase()} ${path}`,
            text: textOf(operation.description),
            block: blockOf(
              tag,
              { [attribute]: path, method, ...idOf(operation) },
              `${method.toUpperCase()} ${path}`,
            ),
          },
        }
      }
    }
  }
}

/** The name of an operation in clients, by which readers search for it. */
function idOf({ operationId }: Json): { operationId?: string } {
  const id = lineOf(textOf(operationId, MAX_TITLE), MAX_TITLE)
  return id === '' ? {} : { operationId: id }
}

/** The value that a reference within the bundle points to. */
function followed(bundle: Json, value: unknown): unknown {
  let found = value
  for (let hops = 0; hops < 100; hops += 1) {
    const ref = refOf(found)
    if (ref === undefined) return found
    found = splitReference(ref).pointer.reduce<unknown>(
      (at, key) => (isObject(at) ? at[key] : undefined),
      bundle,
    )
  }
  return undefined
}

function modelsOf(bundle: Json): string[] {
  const schemas = bundle.swagger === undefined ? objectOf(bundle.components).schemas : bundle.definitions
  return Object.keys(objectOf(schemas))
}

const modelsPage = (models: readonly string[]): Omit<SpecPage, 'slug'> => ({
  key: 'models',
  doc: 'models',
  title: 'Models',
  description: null,
  markdown: models
    .map((name) => {
      const shown = lineOf(name, MAX_TITLE)
      return `## ${shown}\n\n${blockOf('openapi-schemas', { schemas: name, grouped: 'false' }, shown)}`
    })
    .join('\n\n'),
  entries: models.length,
})

function infoText(bundle: Json, info: Json): string {
  const servers = [
    ...arrayOf(bundle.servers).map((server) => textOf(objectOf(server).url, 500)),
    typeof bundle.host === 'string' ? `${bundle.host}${textOf(bundle.basePath, 500)}` : '',
  ].filter((url) => url !== '')
  const parts = [
    textOf(info.description, 50_000),
    info.version === undefined ? '' : `Version: ${lineOf(String(info.version), 100)}`,
    servers.length === 0 ? '' : `Servers:\n\n${servers.map((url) => `- \`${lineOf(url, 500)}\``).join('\n')}`,
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

const operationText = ({ heading, text, block }: Operation): string =>
  [`## ${lineOf(heading, MAX_TITLE)}`, text, block].filter((part) => part !== '').join('\n\n')

function blockOf(tag: string, attributes: Record<string, string>, caption: string): string {
  const all = Object.entries({ spec: SPEC_MARK, ...attributes })
    .map(([name, value]) => `${name}="${value.replaceAll('"', '%22').replace(/[\n\r]/g, ' ')}"`)
    .join(' ')
  return `{% ${tag} ${all} %}\n${lineOf(caption, 500)}\n{% end${tag} %}`
}

const objectOf = (value: unknown): Json => (isObject(value) && !Array.isArray(value) ? value : {})
const arrayOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
// PostgreSQL stores no NUL character in texts.
const textOf = (value: unknown, most = MAX_DESCRIPTION): string =>
  typeof value === 'string' ? value.replaceAll('\0', '').trim().slice(0, most) : ''
const lineOf = (text: string, most: number): string => textOf(text.replace(/\s+/g, ' '), most)
