import { listedGraphQL, listedRest, plain, restAsker } from './api-requests.ts'
import type { Attempt } from './apis.ts'
import type { TestApp } from './app.ts'
import { graphqlAsker } from './graphql-outcomes.ts'
import type { Listed } from './outcome.ts'

/** Main content of a space, one of its change requests, or one of its revisions. */
export interface ContentAt {
  spaceId: string
  changeRequest?: string
  revision?: string
}

export interface PageView {
  id: string
  type: string
  title: string
  slug?: string
  path?: string
  emoji?: string
  icon?: string
  description?: string
  condition?: string
  hidden?: boolean
  href?: string
  pages?: PageView[]
  markdown?: string
  document?: unknown
}

export interface FileView {
  id: string
  name: string
  size: number
}

export interface ReusableView {
  id: string
  title: string
  markdown?: string
}

export interface RevisionView {
  id: string
  type: string
  variables: Record<string, string>
  pages: PageView[]
  files: FileView[]
  reusableContents: { id: string; title: string }[]
}

export interface Changed {
  kind: string
  id: string
  ref?: string
  merged?: true
}

export interface Saved {
  revision: string
  changes: Changed[]
}

export type Change = { operation: string } & Record<string, unknown>
export interface Reading {
  evaluated?: boolean
  format?: 'markdown' | 'document'
  /** For a path: also the page that had it before. */
  former?: boolean
}

/** The operations of one caller on content, with either API. */
export interface ContentApi {
  revision(at: ContentAt): Attempt<RevisionView>
  pages(at: ContentAt): Attempt<PageView[]>
  page(at: ContentAt, id: string, reading?: Reading): Attempt<PageView>
  pageByPath(at: ContentAt, path: string, reading?: Reading): Attempt<PageView>
  files(at: ContentAt, limit?: number): Attempt<Listed<FileView>>
  file(at: ContentAt, id: string): Attempt<FileView>
  reusable(at: ContentAt, id: string, reading?: Reading): Attempt<ReusableView>
  change(at: ContentAt, changes: Change[]): Attempt<Changed[]>
  save(at: ContentAt, changes: Change[], expectedRevision?: string): Attempt<Saved>
}

type Who = { token: string } | null
type Loose = Record<string, unknown>

const members = [
  'id',
  'type',
  'title',
  'slug',
  'path',
  'emoji',
  'icon',
  'description',
  'condition',
  'hidden',
  'href',
  'markdown',
  'document',
]

function pageView(page: Loose): PageView {
  const view = plain<PageView>(Object.fromEntries(members.map((member) => [member, page[member]])))
  return Array.isArray(page.pages) ? { ...view, pages: page.pages.map(pageView) } : view
}

const fileView = ({ id, name, size }: FileView): FileView => ({ id, name, size })
const reusableView = ({ id, title, markdown }: ReusableView): ReusableView => plain({ id, title, markdown })

function restContent(t: TestApp, who: Who): ContentApi {
  const ask = restAsker(t, who)
  const root = ({ spaceId, changeRequest, revision }: ContentAt) => {
    if (revision) return `/spaces/${spaceId}/revisions/${revision}`
    return changeRequest
      ? `/spaces/${spaceId}/change-requests/${changeRequest}/content`
      : `/spaces/${spaceId}/content`
  }
  const query = ({ evaluated, format, former }: Reading = {}) => ({
    query: {
      ...(evaluated ? { evaluated: 'true' } : {}),
      ...(format ? { format } : {}),
      ...(former ? { former: 'true' } : {}),
    },
  })
  const resultOf = (result: Loose): Changed => {
    const page = result.page as string | { id: string } | undefined
    const id =
      typeof page === 'object' ? page.id : (page ?? result.file ?? result.reusableContent ?? result.name)
    return plain({ kind: result.object, id, ref: result.ref, merged: result.merged })
  }
  return {
    revision: (at) =>
      ask('GET', root(at), (body: RevisionView & { pages: Loose[] }) => ({
        id: body.id,
        type: body.type,
        variables: body.variables,
        pages: body.pages.map(pageView),
        files: body.files.map(fileView),
        reusableContents: body.reusableContents.map(({ id, title }) => ({ id, title })),
      })),
    pages: (at) => ask('GET', `${root(at)}/pages`, ({ pages }: { pages: Loose[] }) => pages.map(pageView)),
    page: (at, id, reading) => ask('GET', `${root(at)}/page/${id}`, pageView, query(reading)),
    pageByPath: (at, path, reading) => ask('GET', `${root(at)}/path/${path}`, pageView, query(reading)),
    files: (at, limit) => ask('GET', `${root(at)}/files`, listedRest(fileView), { query: { limit } }),
    file: (at, id) => ask('GET', `${root(at)}/files/${id}`, fileView),
    reusable: (at, id, reading) =>
      ask('GET', `${root(at)}/reusable-contents/${id}`, reusableView, query(reading)),
    change: (at, changes) =>
      ask('POST', root(at), (body: { changes: Loose[] }) => body.changes.map(resultOf), {
        query: { compat: 'false' },
        body: { changes },
      }),
    save: (at, changes, expectedRevision) =>
      ask(
        'POST',
        root(at),
        ({ revision, changes: results }: { revision: string; changes: Loose[] }) => ({
          revision,
          changes: results.map(resultOf),
        }),
        { query: { compat: 'false' }, body: plain({ changes, expectedRevision }) },
      ),
  }
}

interface Nodes {
  nodes: Loose[]
}

interface Reusables {
  nodes: RevisionView['reusableContents']
}

const BASE = '__typename id: pageId title emoji icon condition'
const own = `... on DocumentPage { slug path description hidden } ... on GroupPage { slug path hidden } ... on LinkPage { hidden href }`
const below = (depth: number): string =>
  depth === 0 ? '' : `... on DocumentPage { pages { nodes { ${BASE} ${own} ${below(depth - 1)} } } }`
// Groups are only at the root, which limits the cost of the query.
const TREE = `${BASE} ${own} ${below(2)} ... on GroupPage { pages { nodes { ${BASE} ${own} ${below(1)} } } }`
const textOf = ({ evaluated = false, format = 'markdown' }: Reading = {}) =>
  `... on DocumentPage { ${format}(evaluated: ${evaluated}) }`
const FILE = 'id: fileId name size'

function graphqlContent(t: TestApp, who: Who): ContentApi {
  const { ask, mutate } = graphqlAsker(t, who)
  const typed = (page: Loose): Loose => ({
    ...page,
    type: String(page.__typename).replace('Page', '').toLowerCase(),
    ...(page.slug === undefined
      ? {}
      : { pages: ((page.pages as Nodes | undefined)?.nodes ?? []).map(typed) }),
  })
  const view = (page: Loose) => pageView(typed(page))
  /** A revision by the location of the content. */
  function read<Data, View>(
    { spaceId, changeRequest, revision }: ContentAt,
    selection: string,
    take: (content: Data) => View | null,
    extra: Record<string, unknown> = {},
    declared = '',
  ) {
    const variables = { space: spaceId, ...extra }
    if (changeRequest) {
      return ask<{ changeRequest: { content: Data } | null }, View>(
        `query($space: ID!, $cr: ID!${declared}) { changeRequest(spaceId: $space, id: $cr) { content { ${selection} } } }`,
        { ...variables, cr: changeRequest },
        (data) => data.changeRequest && take(data.changeRequest.content),
      )
    }
    const field = revision ? 'revision(id: $revision)' : 'content'
    return ask<{ space: { found: Data | null } | null }, View>(
      `query($space: ID!${revision ? ', $revision: ID!' : ''}${declared}) { space(id: $space) { found: ${field} { ${selection} } } }`,
      revision ? { ...variables, revision } : variables,
      ({ space }) => (space?.found ? take(space.found) : null),
    )
  }
  const camel = (operation: string) =>
    operation.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
  const changeInput = ({ operation, ...rest }: Change) => {
    const target = rest.target as Record<string, string> | undefined
    return {
      [camel(operation)]: {
        ...rest,
        ...(typeof rest.type === 'string' ? { type: rest.type.toUpperCase() } : {}),
        ...(target ? { target: { [target.kind ?? '']: target[target.kind ?? ''] } } : {}),
      },
    }
  }
  const CHANGES = 'changes { kind ref id: subjectId merged }'
  const changed = ({ merged, ...result }: Loose) =>
    plain<Changed>({
      ...result,
      kind: result.kind === 'VARIABLE' ? 'set_variable' : String(result.kind).toLowerCase(),
      ...(merged === true ? { merged } : {}),
    })
  return {
    revision: (at) =>
      read(
        at,
        `id type variables pages { nodes { ${TREE} } } files(first: 50) { nodes { ${FILE} } } reusableContents { nodes { id: reusableContentId title } }`,
        (
          body: Omit<RevisionView, 'pages' | 'files' | 'reusableContents'> & {
            pages: Nodes
            files: { nodes: FileView[] }
            reusableContents: Reusables
          },
        ) => ({
          ...body,
          type: body.type.toLowerCase(),
          pages: body.pages.nodes.map(view),
          files: body.files.nodes,
          reusableContents: body.reusableContents.nodes,
        }),
      ),
    pages: (at) =>
      read(at, `pages { nodes { ${TREE} } }`, ({ pages }: { pages: Nodes }) => pages.nodes.map(view)),
    page: (at, id, reading) =>
      read(
        at,
        `page(id: $page) { ${TREE} ${textOf(reading)} }`,
        ({ page }: { page: Loose | null }) => page && view(page),
        { page: id },
        ', $page: ID!',
      ),
    pageByPath: (at, path, reading) =>
      read(
        at,
        `pageByPath(path: $path, former: ${reading?.former ?? false}) { ${TREE} ${textOf(reading)} }`,
        ({ pageByPath }: { pageByPath: Loose | null }) => pageByPath && view(pageByPath),
        { path },
        ', $path: String!',
      ),
    files: (at, limit = 50) =>
      read(
        at,
        `files(first: ${limit}) { nodes { ${FILE} } pageInfo { hasNextPage endCursor } }`,
        ({ files }: { files: Parameters<typeof listedGraphQL<FileView, FileView>>[0] }) =>
          listedGraphQL(files, fileView),
      ),
    file: (at, id) =>
      read(
        at,
        `file(id: $file) { ${FILE} }`,
        ({ file }: { file: FileView | null }) => file && fileView(file),
        { file: id },
        ', $file: ID!',
      ),
    reusable: (at, id, reading = {}) =>
      read(
        at,
        `reusableContent(id: $reusable) { id: reusableContentId title markdown(evaluated: ${reading.evaluated ?? false}) }`,
        ({ reusableContent }: { reusableContent: ReusableView | null }) =>
          reusableContent && reusableView(reusableContent),
        { reusable: id },
        ', $reusable: ID!',
      ),
    change: ({ spaceId, changeRequest }, changes) =>
      mutate(
        'changeContent',
        { spaceId, changeRequestId: changeRequest, changes: changes.map(changeInput) },
        CHANGES,
        (payload: { changes: Loose[] }) => payload.changes.map(changed),
      ),
    save: ({ spaceId, changeRequest }, changes, expectedRevision) =>
      mutate(
        'changeContent',
        { spaceId, changeRequestId: changeRequest, changes: changes.map(changeInput), expectedRevision },
        `revision { id } ${CHANGES}`,
        ({ revision, changes: results }: { revision: { id: string }; changes: Loose[] }) => ({
          revision: revision.id,
          changes: results.map(changed),
        }),
      ),
  }
}

export const contentApis = [
  { name: 'REST', enter: restContent },
  { name: 'GraphQL', enter: graphqlContent },
]
