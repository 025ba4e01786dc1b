/** An operation or webhook of the OpenAPI document, with its address below that of the reference. */
export interface DescribedOperation {
  kind: 'operation' | 'webhook'
  /** The `operationId`, or the name of a webhook. */
  id: string
  method: string
  path: string
  summary: string
  tag: string
  address: string
}

/** The operations of a tag, which have a page in common. */
export interface TagOfOperations {
  title: string
  address: string
  operations: readonly DescribedOperation[]
}

/** The requests that the server sends are no operations, so they have no tag. */
const MESSAGES = { title: 'Webhook messages', address: 'webhook-messages' }

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** `Change requests` as `change-requests`. */
const addressOf = (tag: string): string => tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** All that an OpenAPI document describes, by tag, in the order of the document. */
export function describedOperations(document: object): TagOfOperations[] {
  const { paths, webhooks, tags } = document as Record<string, unknown>
  const found = Object.entries(objectOf(paths)).flatMap(([path, item]) =>
    Object.entries(objectOf(item)).map(([method, value]): DescribedOperation => {
      const operation = objectOf(value)
      const tag = Array.isArray(operation.tags) ? textOf(operation.tags[0]) : ''
      const id = textOf(operation.operationId) || `${method}-${addressOf(path)}`
      const summary = textOf(operation.summary) || `${method.toUpperCase()} ${path}`
      const address = `${addressOf(tag)}/${id}`
      return { kind: 'operation', id, method: method.toUpperCase(), path, summary, tag, address }
    }),
  )
  const messages = Object.entries(objectOf(webhooks)).map(([name, item]): DescribedOperation => {
    const { summary } = objectOf(objectOf(item).post)
    const address = `${MESSAGES.address}/${name}`
    const described = { id: name, path: name, summary: textOf(summary) || name, tag: MESSAGES.title, address }
    return { kind: 'webhook', method: 'POST', ...described }
  })
  const named = (Array.isArray(tags) ? tags : []).map((tag) => textOf(objectOf(tag).name))
  const titles = [...new Set([...named, ...found.map(({ tag }) => tag)])]
  const ofTags = titles.map((title) => ({
    title,
    address: addressOf(title),
    operations: found.filter(({ tag }) => tag === title),
  }))
  return [...ofTags, { ...MESSAGES, operations: messages }].filter(({ operations }) => operations.length > 0)
}
