import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import * as typescriptOperations from '@graphql-codegen/typescript-operations'
import { parse } from 'graphql'
import { beforeAll, expect, it, vi } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { typeErrorsOf } from '../support/type-check.ts'
import { plainDocuments } from './documents.ts'

// The compiler reads the types of the DOM, of GraphQL and of a client.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const scalars = { DateTime: 'string', URL: 'string', JSON: 'unknown' }

const schema = parse(readFileSync(join(projectRoot, 'schema.graphql'), 'utf8'))
const documents = [{ location: 'documents.graphql', document: parse(plainDocuments) }]

type CodegenPlugin = Parameters<typeof codegen>[0]['pluginMap'][string]

// Calls the plugins directly. The CLI of graphql-codegen calls them in the same way after reading its configuration,
// and its many packages would add nothing to this test.
const generate = (plugin: CodegenPlugin) =>
  codegen({
    schema,
    documents,
    filename: 'types.ts',
    config: {},
    plugins: [{ plugin: { scalars } }],
    pluginMap: { plugin },
  })

let generated: Record<string, string>
beforeAll(async () => {
  generated = {
    'schema.ts': await generate(typescript),
    'types.ts': await generate(typescriptOperations as CodegenPlugin),
  }
})

const frontend = (body: string) => `
import { type Client, gql, type TypedDocumentNode } from '@urql/core'
import type { CommentFeedSubscription, CommentFeedSubscriptionVariables, CommentPageQuery, CommentPageQueryVariables } from './types.ts'

const page: TypedDocumentNode<CommentPageQuery, CommentPageQueryVariables> = gql\`query { __typename }\`
const feed: TypedDocumentNode<CommentFeedSubscription, CommentFeedSubscriptionVariables> = gql\`subscription { __typename }\`

export async function show(client: Client, spaceId: string): Promise<string[]> {
  const { data } = await client.query(page, { spaceId }).toPromise()
  client.subscription(feed, { spaceId, after: null }).subscribe(({ data }) => {
    const cursor: string | undefined = data?.commentActivity.cursor
    return cursor
  })
  return data?.space?.comments.edges.map((edge) => ${body}) ?? []
}
`

it('graphql-codegen generates types for a frontend with @urql/core', async () => {
  expect(await typeErrorsOf({ ...generated, 'page.ts': frontend('edge.node.body.markdown') })).toEqual([])
})

it('the types list the codes of errors', async () => {
  const page = (code: string) =>
    `import { ErrorCode } from './schema.ts'\nexport const code: string = ErrorCode.${code}\n`
  expect(await typeErrorsOf({ ...generated, 'page.ts': page('NotFound') })).toEqual([])
  expect(await typeErrorsOf({ ...generated, 'page.ts': page('Nonsense') })).toHaveLength(1)
})

it('the types reject a field that was not selected', async () => {
  const errors = await typeErrorsOf({ ...generated, 'page.ts': frontend('edge.node.nonsense') })
  expect(errors).toEqual([expect.stringContaining("'nonsense'")])
})
