import { type Entrance, graphql, rest } from './apis.ts'
import type { TestApp } from './app.ts'
import { type Listed, type Outcome, type Refusal, traced } from './outcome.ts'
import { callRest } from './rest-api.ts'

type Who = { token: string } | null
type Query = Record<string, string | number | string[] | undefined>

/** A REST request as an outcome. `view` gets the body, or undefined if there is none. */
export function restAsker(t: TestApp, who: Who) {
  return async function ask<Body, View>(
    method: string,
    path: string,
    view: (body: Body, status: number) => View,
    options: { query?: Query; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Outcome<View>> {
    const { status, body, trace } = await callRest(t, who, method, path, options)
    if (status < 400) return traced({ ok: true, value: view(body as Body, status) }, trace)
    const { code: _code, ...failure } = (body as { error: Refusal & { code: number } }).error
    return traced({ ok: false, ...failure, status }, trace)
  }
}

export interface Envelope<Row> {
  next?: { page: string }
  count: number
  items: Row[]
}

export const listedRest =
  <Row, View>(view: (row: Row) => View) =>
  ({ next, items }: Envelope<Row>): Listed<View> => ({
    items: items.map(view),
    ...(next ? { next: next.page } : {}),
  })

export interface Connection<Row> {
  nodes: Row[]
  pageInfo: { hasNextPage: boolean; endCursor: string }
}

/** A connection field that is both paginated and listed. */
export const connectionOf = (field: string, selection: string) =>
  `${field} { nodes { ${selection} } pageInfo { hasNextPage endCursor } }`

export function listedGraphQL<Row, View>(
  page: Connection<Row> | null | undefined,
  view: (row: Row) => View,
): Listed<View> | null {
  if (!page) return null
  const { hasNextPage, endCursor } = page.pageInfo
  return { items: page.nodes.map(view), ...(hasNextPage ? { next: endCursor } : {}) }
}

/** Values that REST leaves out are null in GraphQL. */
export function plain<View>(row: object): View {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null && value !== undefined),
  ) as View
}

/** The general API next to a specific one, for other operations of a scenario. */
export const apiNamed = (name: string): Entrance => (name === rest.name ? rest : graphql)
