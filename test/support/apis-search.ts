import { type Connection, connectionOf, listedGraphQL, listedRest, restAsker } from './api-requests.ts'
import type { Attempt } from './apis.ts'
import type { TestApp } from './app.ts'
import { graphqlAsker } from './graphql-outcomes.ts'
import type { Listed } from './outcome.ts'

export interface FoundSectionView {
  title: string
  path: string
  body: string
  /** The highlighted parts of the body. */
  matched: string[]
  app: string
}

export interface FoundPageView {
  id: string
  title: string
  description?: string
  path: string
  score: number
  rank: number
  ancestors: string[]
  app: string
  sections: FoundSectionView[]
}

export interface FoundSpaceView {
  id: string
  title: string
  score: number
  pages: FoundPageView[]
}

export interface SearchAsk {
  limit?: number
  cursor?: string
}

/** The search, with either API. */
export interface SearchApi {
  inOrganization(id: string, query: string, ask?: SearchAsk): Attempt<Listed<FoundSpaceView>>
  inSpace(id: string, query: string, ask?: SearchAsk): Attempt<Listed<FoundPageView>>
}

type Who = { token: string } | null

interface Urls {
  urls: { app: string }
}
interface Excerpt {
  excerpt: { text: string; matched: boolean }[]
}
type RestPage = Omit<FoundPageView, 'ancestors' | 'app' | 'sections'> &
  Urls & {
    ancestors: { title: string }[]
    sections: (Omit<FoundSectionView, 'app' | 'matched'> & Excerpt & Urls)[]
  }

const viewPage = ({ id, title, description, path, score, rank, ancestors, urls, sections }: RestPage) => ({
  id,
  title,
  ...(description == null ? {} : { description }),
  path,
  score,
  rank,
  ancestors: ancestors.map((each) => each.title),
  app: urls.app,
  sections: sections.map((section) => ({
    title: section.title,
    path: section.path,
    body: section.body,
    matched: section.excerpt.flatMap(({ text, matched }) => (matched ? [text] : [])),
    app: section.urls.app,
  })),
})

function restSearch(t: TestApp, who: Who): SearchApi {
  const ask = restAsker(t, who)
  const query = (text: string, { limit, cursor }: SearchAsk = {}) => ({
    query: { query: text, limit, page: cursor },
  })
  const viewSpace = ({ id, title, score, pages }: { pages: RestPage[] } & Omit<FoundSpaceView, 'pages'>) => ({
    id,
    title,
    score,
    pages: pages.map(viewPage),
  })
  return {
    inOrganization: (id, text, options) =>
      ask('GET', `/orgs/${id}/search`, listedRest(viewSpace), query(text, options)),
    inSpace: (id, text, options) =>
      ask('GET', `/spaces/${id}/search`, listedRest(viewPage), query(text, options)),
  }
}

const PAGE = `pageId title description path score rank ancestors { title } urls { app }
  sections { title path body excerpt { text matched } urls { app } }`
type PageNode = Omit<RestPage, 'id'> & { pageId: string }
const fromNode = ({ pageId, ...page }: PageNode): FoundPageView => viewPage({ ...page, id: pageId })

function graphqlSearch(t: TestApp, who: Who): SearchApi {
  const { ask } = graphqlAsker(t, who)
  const asked = (parent: string, selection: string) =>
    `query($id: ID!, $query: String!, $first: Int, $after: String) { parent: ${parent}(id: $id) {
      ${connectionOf('search(query: $query, first: $first, after: $after)', selection)} } }`
  const variables = (id: string, query: string, { limit: first, cursor: after }: SearchAsk = {}) => ({
    id,
    query,
    first: first ?? 10,
    after,
  })
  interface SpaceNode {
    score: number
    space: { id: string; title: string }
    pages: PageNode[]
  }
  return {
    inOrganization: (id, query, options) =>
      ask(
        asked('organization', `score space { id title } pages { ${PAGE} }`),
        variables(id, query, options),
        (data: { parent: { search: Connection<SpaceNode> } | null }) =>
          listedGraphQL(data.parent?.search, ({ score, space, pages }) => ({
            ...space,
            score,
            pages: pages.map(fromNode),
          })),
      ),
    inSpace: (id, query, options) =>
      ask(
        asked('space', PAGE),
        variables(id, query, options),
        (data: { parent: { search: Connection<PageNode> } | null }) =>
          listedGraphQL(data.parent?.search, fromNode),
      ),
  }
}

/** For `describe.each(searchApis)`: one scenario, with both APIs. */
export const searchApis = [
  { name: 'rest', enter: restSearch },
  { name: 'graphql', enter: graphqlSearch },
]
