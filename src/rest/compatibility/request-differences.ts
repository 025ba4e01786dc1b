interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, unknown>>
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
}

interface Parameter {
  readonly $ref?: string
  readonly name?: string
  readonly in?: string
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }
}

/** The parts of an OpenAPI document that describe requests. */
export interface RequestDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components?: Readonly<Record<string, unknown>>
}

/** The other keys of a path are not operations. */
const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/**
 * What requests of a client can contain and this server does not read: for each address that both have, a sentence. It
 * follows from the two documents, the one of this server being the one that requests are validated with.
 */
export function requestDifferences(own: RequestDocument, client: RequestDocument): Map<string, string> {
  const ours = requestsOf(own)
  const differences = new Map<string, string>()
  for (const [address, theirs] of requestsOf(client)) {
    const known = ours.get(address)
    if (!known) continue
    const missing = [...theirs].filter((name) => !known.has(name)).sort()
    if (missing.length > 0) {
      differences.set(address, `Does not read ${missing.map((name) => `\`${name}\``).join(', ')}.`)
    }
  }
  return differences
}

/** By address, the names of query parameters and of the members of bodies. */
function requestsOf(document: RequestDocument): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = methods[method] as Operation | undefined
      if (!operation) continue
      const shared = (methods.parameters ?? []) as readonly Parameter[]
      const names = new Set([
        ...[...shared, ...(operation.parameters ?? [])].flatMap((each) => queryNameOf(document, each)),
        ...membersOf(document, operation.requestBody?.content?.['application/json']?.schema),
      ])
      found.set(`${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`, names)
    }
  }
  return found
}

function queryNameOf(document: RequestDocument, given: Parameter): string[] {
  const parameter = targetOf<Parameter>(document, given)
  return parameter.in === 'query' && parameter.name !== undefined ? [parameter.name] : []
}

/** The members of an object, of all variants of a union. */
function membersOf(document: RequestDocument, given: Schema | undefined, depth = 0): string[] {
  if (!given || depth > 8) return []
  const { properties = {}, allOf = [], oneOf = [], anyOf = [] } = targetOf<Schema>(document, given)
  const parts = [...allOf, ...oneOf, ...anyOf]
  return [...Object.keys(properties), ...parts.flatMap((part) => membersOf(document, part, depth + 1))]
}

/** The target of a reference, or the object itself. */
function targetOf<Thing extends { readonly $ref?: string }>(
  { components = {} }: RequestDocument,
  thing: Thing,
): Thing {
  if (thing.$ref === undefined) return thing
  const [, , kind = '', name = ''] = thing.$ref.split('/')
  return (components[kind] as Record<string, Thing> | undefined)?.[name] ?? thing
}
