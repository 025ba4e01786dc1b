/** Where a shape is placed: the text around it, and the type that its fragments are on. */
export interface Root {
  name: string
  type: string
  /** A field without arguments and selection. */
  leaf: string
  /** A field that leads from the type back to it, with its selection. */
  again: (selection: string) => string
  /** The operation, without definitions of fragments. */
  wrap: (selection: string, variables?: string) => string
}

export interface HostileDocument {
  name: string
  query: string
  variables?: Record<string, unknown>
}

const declared = (variables = '') => (variables === '' ? '' : `(${variables})`)

const inQuery = (name: string, type: string, leaf: string, again: string, around: string): Root => ({
  name,
  type,
  leaf,
  again: (selection) => again.replace('%', selection),
  wrap: (selection, variables) => `query Q${declared(variables)}{${around.replace('%', selection)}}`,
})

/** The root types, types of the schema itself, and objects, interfaces and lists of data. */
export const rootsFor = (spaceId: string): Root[] => [
  inQuery('Query', 'Query', '__typename', `node(id:"${spaceId}"){...on Space{id %}}`, '%'),
  inQuery('__schema', '__Schema', '__typename', 'types{fields{type{name}}}%', '__schema{%}'),
  inQuery('types', '__Type', 'name', 'ofType{%}', '__schema{types{%}}'),
  inQuery('__type', '__Type', 'kind', 'fields{type{%}}', '__type(name:"Space"){%}'),
  inQuery('space', 'Space', 'id', 'organization{spaces(first:1){nodes{%}}}', `space(id:"${spaceId}"){%}`),
  inQuery('node', 'Node', 'id', '...on Space{organization{%}}', `node(id:"${spaceId}"){%}`),
  inQuery(
    'viewer',
    'Organization',
    'title',
    'spaces(first:2){nodes{organization{%}}}',
    'viewer{organizations(first:3){nodes{%}}}',
  ),
  {
    name: 'Mutation',
    type: 'Mutation',
    leaf: '__typename',
    again: (selection) => selection,
    wrap: (selection, variables) => `mutation M${declared(variables)}{${selection}}`,
  },
  {
    name: 'Subscription',
    type: 'Subscription',
    leaf: '__typename',
    again: (selection) => selection,
    wrap: (selection, variables) => `subscription S${declared(variables)}{${selection}}`,
  },
  {
    name: 'activity',
    type: 'Activity',
    leaf: 'cursor',
    again: (selection) => `actor{id} ${selection}`,
    wrap: (selection, variables) =>
      `subscription S${declared(variables)}{spaceActivity(spaceId:"${spaceId}"){${selection}}}`,
  },
]

type Shape = (root: Root, bytes: number) => { query: string; variables?: Record<string, unknown> }

/** As many of the parts as fit into the size. */
function fill(bytes: number, part: (index: number) => string, separator = ' '): string {
  const parts: string[] = []
  for (let length = 0, index = 0; length < bytes; index++) {
    const next = part(index)
    parts.push(next)
    length += next.length + separator.length
  }
  return parts.join(separator)
}

/** Fragments of which each uses the next as the text says, and the last one has a leaf. */
function fragments({ type, leaf }: Root, bytes: number, use: (next: string) => string): string {
  const count = Math.max(1, Math.floor(bytes / (use('...F100').length + type.length + 22)))
  const below = (index: number) => (index + 1 < count ? use(`...F${index + 1}`) : leaf)
  return Array.from({ length: count }, (_, index) => `fragment F${index} on ${type}{${below(index)}}`).join(
    '',
  )
}

const nestedFragments =
  (use: (next: string, root: Root) => string, variables?: string): Shape =>
  (root, bytes) => ({
    query: root.wrap('...F0', variables) + fragments(root, bytes, (next) => use(next, root)),
    ...(variables === undefined ? {} : { variables: { v: true } }),
  })

const selected =
  (part: (index: number, root: Root) => string): Shape =>
  (root, bytes) => ({ query: root.wrap(fill(bytes, (index) => part(index, root))) })

/** The text nested in itself. */
const nested =
  (open: (root: Root) => string, close = '}'): Shape =>
  (root, bytes) => {
    const depth = Math.floor(bytes / (open(root).length + close.length))
    return { query: root.wrap(open(root).repeat(depth) + root.leaf + close.repeat(depth)) }
  }

const argument =
  (value: (bytes: number) => string): Shape =>
  (root, bytes) => ({ query: root.wrap(`${root.leaf} ${root.leaf}(first:${value(bytes)})`) })

const cycle =
  (uses: (index: number, count: number) => string): Shape =>
  (root, bytes) => {
    const count = Math.max(2, Math.floor(bytes / (uses(100, 200).length + root.type.length + 20)))
    const ring = Array.from(
      { length: count },
      (_, index) => `fragment F${index} on ${root.type}{${uses(index, count)}}`,
    )
    return { query: root.wrap('...F0') + ring.join('') }
  }

/** A document of many lines, with an error that has many locations. */
const afterLines =
  (shape: Shape): Shape =>
  (root, bytes) => {
    const { query } = shape(root, bytes / 2)
    return { query: '\n'.repeat(bytes / 2) + query }
  }

const repeatedArguments: Shape = (root, bytes) => ({
  query: root.wrap(`${root.leaf}(${fill(bytes, () => 'a:1')})`),
})

const manyOperations =
  (body: string): Shape =>
  (root, bytes) => ({
    query:
      fill(bytes / 2, (index) =>
        root.wrap(body, '$v:Boolean!').replace(/^(\w+) \w+/, (_, kind) => `${kind} O${index}`),
      ) + fragments(root, bytes / 2, (next) => `${next} ...on ${root.type}@include(if:$v){${root.leaf}}`),
    variables: { v: true },
  })

/** The same name in many fragments that are used side by side, so that each is compared with all others. */
const overlapping =
  (fieldsOf: (root: Root, index: number) => string): Shape =>
  (root, bytes) => {
    const count = Math.floor(bytes / (fieldsOf(root, 100).length + root.type.length + 28))
    const each = (text: (index: number) => string) => Array.from({ length: count }, (_, index) => text(index))
    return {
      query:
        root.wrap(each((index) => `...F${index}`).join(' ')) +
        each((index) => `fragment F${index} on ${root.type}{${fieldsOf(root, index)}}`).join(''),
    }
  }

const shapes: Record<string, Shape> = {
  'fragments used twice by the next': nestedFragments((next) => `${next} ${next}`),
  'fragments used five times by the next': nestedFragments((next) => `${next} `.repeat(5)),
  'fragments with a leaf between two uses': nestedFragments((next, { leaf }) => `${next} ${leaf} ${next}`),
  'a chain of fragments': nestedFragments((next) => next),
  'a chain of fragments with leaves': nestedFragments((next, { leaf }) => `${leaf} ${next}`),
  'fragments in inline fragments': nestedFragments((next, { type }) => `...{${next}} ...on ${type}{${next}}`),
  'fragments under directives': nestedFragments(
    (next) => `${next}@include(if:$v) ${next}@skip(if:$v)`,
    '$v:Boolean!',
  ),
  'fragments under aliases': nestedFragments((next, { again }) => `${again(next)} ${again(next)}`),
  'fragments under one field': nestedFragments((next, { again }) => again(next)),
  'a fragment used many times': (root, bytes) => ({
    query: `${root.wrap('...F '.repeat(bytes / 5))}fragment F on ${root.type}{${root.leaf}}`,
  }),
  'fragments that are not used': (root, bytes) => ({
    query:
      root.wrap(root.leaf) + fill(bytes, (index) => `fragment F${index} on ${root.type}{${root.leaf}}`, ''),
  }),
  'fragments that do not exist': selected((index) => `...F${index}`),
  'a cycle of fragments': cycle((index, count) => `...F${(index + 1) % count}`),
  'a cycle of fragments used three times': cycle((index, count) => `...F${(index + 1) % count} `.repeat(3)),
  'fragments that all use the first': cycle((index) => `...F0 ...F${index}`),
  'a cycle after many lines': afterLines(cycle((index, count) => `...F${(index + 1) % count}`)),
  'fragments with the same field': overlapping(({ leaf }) => `${leaf} ${leaf}`),
  'fragments with the same nested field': overlapping(({ again, leaf }) => again(again(leaf))),
  'fragments with the same name for different fields': overlapping(
    ({ leaf }, index) =>
      `${index % 2 ? 'x:__typename' : leaf === '__typename' ? 'x:__schema{__typename}' : `x:${leaf}`}`,
  ),
  'a repeated leaf': selected((_, { leaf }) => leaf),
  'a repeated nested field': selected((_, { again, leaf }) => again(`${leaf} ${leaf}`)),
  aliases: selected((index, { leaf }) => `a${index}:${leaf}`),
  'aliases of a nested field': selected((index, { again, leaf }) => again(`a${index}:${leaf}`)),
  'nested fields': (root, bytes) => {
    let query = root.leaf
    while (query.length < bytes) {
      const longer = root.again(query)
      if (longer === query) break
      query = longer
    }
    return { query: root.wrap(query) }
  },
  'nested inline fragments': nested(() => '...{'),
  'nested inline fragments with a type': nested(({ type }) => `...on ${type}{`),
  'nested inline fragments with a directive': nested(() => '...@include(if:true){'),
  'inline fragments side by side': selected((_, { type, leaf }) => `...on ${type}{${leaf}}`),
  'inline fragments of every type': selected(
    (index, { leaf }) => `...on ${index % 2 ? 'Space' : 'User'}{${leaf}}`,
  ),
  'directives on one field': (root, bytes) => ({
    query: root.wrap(`${root.leaf}${'@include(if:true)'.repeat(bytes / 17)}`),
  }),
  'directives that do not exist': (root, bytes) => ({
    query: root.wrap(root.leaf + fill(bytes, (index) => `@a${index}`, '')),
  }),
  'directives on many fields': selected((index, { leaf }) => `${leaf}@skip(if:${index % 2 === 0})`),
  'unknown fields': selected((index) => `organisation${index}`),
  'unknown fields with short names': selected(() => 'nam'),
  'unknown arguments': (root, bytes) => ({
    query: root.wrap(`${root.leaf}(${fill(bytes, (index) => `spaceIdd${index}:1`)})`),
  }),
  'unknown types': selected((index) => `...on CreateChangeRequesInput${index}{id}`),
  'unknown types of variables': (root, bytes) => ({
    query: root.wrap(
      root.leaf,
      fill(bytes, (index) => `$v${index}:CreateChangeRequestPaylod`),
    ),
  }),
  'repeated arguments': repeatedArguments,
  'repeated arguments after many lines': afterLines(repeatedArguments),
  'unknown fields after many lines': afterLines(selected((index) => `x${index}`)),
  'variables that are not used': (root, bytes) => ({
    query: root.wrap(
      root.leaf,
      fill(bytes, (index) => `$v${index}:Int`),
    ),
  }),
  'variables that are used once each': (root, bytes) => ({
    query: root.wrap(
      fill(bytes / 2, (index) => `${root.leaf}@include(if:$v${index})`),
      fill(bytes / 2, (index) => `$v${index}:Boolean=true`),
    ),
  }),
  'variables that are not defined': selected((index, { leaf }) => `${leaf}@include(if:$v${index})`),
  'a variable in every fragment': nestedFragments(
    (next, { type, leaf }) => `${next} ...on ${type}@include(if:$v){${leaf}}`,
    '$v:Boolean!',
  ),
  'a type of a variable in many lists': (root, bytes) => ({
    query: root.wrap(root.leaf, `$v:${'['.repeat(bytes / 2)}Int${']'.repeat(bytes / 2)}`),
  }),
  'operations that use all fragments': manyOperations('...F0'),
  'operations with one name': (root, bytes) => ({ query: fill(bytes, () => root.wrap(root.leaf)) }),
  'operations without a name': (root, bytes) => ({
    query: fill(bytes, () => root.wrap(root.leaf).replace(/^(\w+) \w+/, '$1')),
  }),
  'a deep list': argument((bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)),
  'a deep object': argument((bytes) => `${'{a:'.repeat(bytes / 4)}1${'}'.repeat(bytes / 4)}`),
  'a long list': argument((bytes) => `[${'1 '.repeat(bytes / 2)}]`),
  'a long string': argument((bytes) => `"${'a'.repeat(bytes)}"`),
  'a string of escapes': argument((bytes) => `"${'\\u0041'.repeat(bytes / 6)}"`),
  'a block string of lines': argument((bytes) => `"""${' a\n'.repeat(bytes / 3)}"""`),
  'a long number': argument((bytes) => '1'.repeat(bytes)),
  'a long name': (root, bytes) => ({ query: root.wrap('a'.repeat(bytes)) }),
  'a long comment': (root, bytes) => ({ query: `${root.wrap(root.leaf)}#${'#'.repeat(bytes)}` }),
  'many lines': (root, bytes) => ({ query: '\n'.repeat(bytes) + root.wrap(root.leaf) }),
  commas: (root, bytes) => ({ query: ','.repeat(bytes) + root.wrap(root.leaf) }),
  'opening braces': (_, bytes) => ({ query: '{a'.repeat(bytes / 2) }),
  'a document that does not end': (root, bytes) => ({
    query: `${'\n'.repeat(bytes)}${root.wrap(root.leaf).slice(0, -1)}`,
  }),
}

/** Documents of about this many bytes, of every shape and at every root. */
export function hostileDocuments(roots: readonly Root[], bytes: number): HostileDocument[] {
  return roots.flatMap((root) =>
    Object.entries(shapes).map(([name, shape]) => ({
      name: `${name}, at ${root.name}, ${bytes} bytes`,
      ...shape(root, bytes),
    })),
  )
}
