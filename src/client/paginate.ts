import type { Request } from './connection.ts'
import type { Document } from './document.ts'

/** A connection of the GraphQL API, with `nodes` or `edges`. */
export interface Page<Node> {
  readonly nodes?: readonly Node[]
  readonly edges?: readonly { readonly node: Node }[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null | undefined }
}

export interface PaginateOptions<Data, Given extends object, Node> {
  request: Request
  /** A query with the variable `$after: String`, which it passes to the connection. */
  document: Document<Data, Given>
  variables: Given
  /** The connection in the data. Nothing is read where it is null. */
  connection: (data: Data) => Page<Node> | null | undefined
}

/** The nodes of a connection, in order. The next page is read when the last node of one was taken. */
export async function* paginate<Data, Given extends object, Node>({
  request,
  document,
  variables,
  connection,
}: PaginateOptions<Data, Given, Node>): AsyncGenerator<Node, void> {
  let after: string | null | undefined
  do {
    const given = after === undefined ? variables : { ...variables, after }
    const data = await (request as (document: unknown, variables: object) => Promise<Data>)(document, given)
    const page = connection(data)
    yield* page?.nodes ?? page?.edges?.map(({ node }) => node) ?? []
    after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
  } while (after)
}
