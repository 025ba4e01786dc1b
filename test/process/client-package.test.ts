import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import * as typescriptOperations from '@graphql-codegen/typescript-operations'
import { parse } from 'graphql'
import { describe, expect, it, vi } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { appForFile } from '../support/app.ts'
import { startReceiver } from '../support/receiver.ts'
import { callRest } from '../support/rest-api.ts'
import { inFolder } from '../support/type-check.ts'

// npm and the compiler run as processes.
vi.setConfig({ testTimeout: 240_000 })

const t = await appForFile({ environment: { RUN_JOBS: 'true', OUTBOUND_ALLOW: '127.0.0.1' } })

const run = async (folder: string, command: string, ...args: string[]): Promise<string> => {
  try {
    return (await promisify(execFile)(command, args, { cwd: folder, encoding: 'utf8' })).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${command} ${args.join(' ')} failed.\n${stdout}${stderr}`, { cause: error })
  }
}

const inProject = (path: string) => join(projectRoot, path)

const COMMENTS = `query Comments($spaceId: ID!, $first: Int, $after: String) {
  space(id: $spaceId) {
    comments(first: $first, after: $after, order: ASC) {
      totalCount
      nodes { id }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

/** What GraphQL Code Generator writes: its types, and a document in the form of the preset "client" with strings. */
async function generatedDocuments(): Promise<string> {
  const plugins = { typescript, typescriptOperations } as unknown as Record<
    string,
    Parameters<typeof codegen>[0]['pluginMap'][string]
  >
  const types = await codegen({
    schema: parse(readFileSync(inProject('schema.graphql'), 'utf8')),
    documents: [{ location: 'comments.graphql', document: parse(COMMENTS) }],
    filename: 'documents.ts',
    config: { onlyOperationTypes: true },
    plugins: Object.keys(plugins).map((name) => ({ [name]: {} })),
    pluginMap: plugins,
  })
  return `${types}
class TypedDocumentString<TResult, TVariables> extends String {
  __apiType?: (variables: TVariables) => TResult
  private value: string
  public __meta__: Record<string, unknown> | undefined

  constructor(value: string, __meta__?: Record<string, unknown>) {
    super(value)
    this.value = value
    this.__meta__ = __meta__
  }

  override toString(): string & { __apiType?: (variables: TVariables) => TResult } {
    return this.value
  }
}
export const CommentsDocument = new TypedDocumentString<CommentsQuery, CommentsQueryVariables>(${JSON.stringify(COMMENTS)})
`
}

/** The program of the guide with the values of this test. */
const guide = (values: Record<string, string>): string => {
  const text = [...readFileSync(inProject('docs/client.md'), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)]
    .map(([, code]) => code)
    .join('\n')
  return Object.entries(values).reduce((result, [name, value]) => result.replaceAll(name, value), text)
}

const USE = `
import delivery from './delivery.json' with { type: 'json' }
import {
  announced, codeOfMissingSpace, countOpenComments, followComments, graphql, postComment, readAll, receive, uploadFile, webSocketConnection,
} from './program.ts'

const seen: string[] = []
const view = await followComments((id) => seen.push(id))
const overSocket: string[] = []
const socketView = await followComments((id) => overSocket.push(id), webSocketConnection)
const { id } = await postComment('Hello')
const repeated = await postComment('Hello')
await postComment('Again')
await postComment('And again')
const arrived = (list: string[]) => new Promise<void>((resolve) => {
  const look = () => (list.length >= 3 ? resolve() : void setTimeout(look, 10))
  look()
})
await Promise.all([arrived(seen), arrived(overSocket)])
view.close()
socketView.close()
const shares: number[] = []
const uploaded = await uploadFile('notes.txt', new Blob(['x'.repeat(300_000)]), (share) => shares.push(share))
const send = (body: string) =>
  receive(new Request('http://localhost/', { method: 'POST', headers: delivery.headers, body }))
const received = await send(delivery.raw)
const forged = await send(delivery.raw.replace('comment.posted', 'comment.edited'))
interface Viewer {
  response: { viewer: { user: { id: string } } }
  variables: Record<string, never>
}
const viewer = { name: 'Viewer', id: '0'.repeat(64), text: 'query Viewer { viewer { user { id } } }' }
const [first, second] = await Promise.all([1, 2].map(() => graphql.request<Viewer>({ params: viewer }, {})))
console.log('RESULT ' + JSON.stringify({
  isRepeated: id === repeated.id,
  count: await countOpenComments(),
  lists: await readAll(),
  seen, overSocket,
  code: await codeOfMissingSpace(),
  users: [first?.viewer.user.id, second?.viewer.user.id],
  shares: [shares.length > 1, shares.at(-1), shares.every((share, at) => share >= (shares[at - 1] ?? 0))],
  uploaded: uploaded.insertedFiles.map(({ name }) => name),
  received: [received.status, announced],
  forged: [forged.status, await forged.text()],
}))
`

describe('the package @quire/client', () => {
  it('installs into an empty folder, compiles strictly, and does against a server what its guide says', async () => {
    const { id: organizationId } = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
    const { id: spaceId } = await t.build.buildSpace({ organizationId })
    const receiver = await startReceiver()
    const secret = `whsec_${Buffer.from('a secret that only both sides know').toString('base64')}`
    const hook = { url: receiver.url, events: ['comment.posted'], secret }
    const made = await callRest(t, admin, 'POST', `/orgs/${organizationId}/webhooks`, { body: hook })
    expect(made.status).toBe(201)
    const other = await t.build.buildSpace({ organizationId })
    const posted = await callRest(t, admin, 'POST', `/spaces/${other.id}/comments`, {
      body: { body: { markdown: 'For the webhook' } },
    })
    const [delivery] = await receiver.inbox.take(1)
    await receiver.close()

    await inFolder(tmpdir(), async (folder) => {
      const [tarball = ''] = (
        await run(projectRoot, process.execPath, 'src/tools/build/client-package.mjs', folder)
      )
        .trim()
        .split('\n')
        .slice(-1)
      const app = join(folder, 'app')
      mkdirSync(app)
      writeFileSync(join(app, 'package.json'), JSON.stringify({ type: 'module' }))
      // Without a network, the packages that npm would load come from this project.
      const others = ['graphql', 'graphql-ws', 'ws', '@types/ws', '@types/node', 'undici-types']
      const local = others.map((name) => inProject(`node_modules/${name}`))
      const quiet = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--install-links']
      await run(app, 'npm', 'install', ...quiet, ...local, tarball)

      writeFileSync(join(app, 'documents.ts'), await generatedDocuments())
      writeFileSync(join(app, 'delivery.json'), JSON.stringify(delivery))
      const values = {
        'https://docs.example.com': t.origin,
        'qre_…': admin.token,
        'spc_…': spaceId,
        'whsec_…': secret,
        '(show: (commentId: string) => void)':
          '(show: (commentId: string) => void, connection: Connection = graphql)',
        'connection: graphql,': 'connection,',
        'const graphql =': 'export const graphql =',
      }
      const socket = `
import { WebSocket } from 'ws'
import { type Connection, overWebSocket } from '@quire/client/graphql'
export const webSocketConnection = overWebSocket({ url: '${t.origin}/graphql', token, webSocket: WebSocket })
`
      writeFileSync(join(app, 'program.ts'), guide(values) + socket)
      writeFileSync(join(app, 'main.ts'), USE)
      const options = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        module: 'NodeNext',
        target: 'ES2022',
        lib: ['ES2023', 'DOM', 'DOM.Iterable'],
        types: [],
        resolveJsonModule: true,
        rewriteRelativeImportExtensions: true,
        outDir: 'out',
      }
      writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }))
      await run(app, process.execPath, inProject('node_modules/typescript/bin/tsc'), '-p', '.')
      const output = await run(app, process.execPath, 'out/main.js')
      const result = JSON.parse(/^RESULT (.*)$/m.exec(output)?.[1] ?? '{}')

      const ids = result.lists.fromGraphQL
      expect(ids).toHaveLength(3)
      expect(result).toEqual({
        isRepeated: true,
        count: 3,
        lists: { fromGraphQL: ids, fromREST: [...ids].reverse() },
        seen: ids,
        overSocket: ids,
        code: 'NOT_FOUND',
        users: [admin.user.id, admin.user.id],
        shares: [true, 1, true],
        uploaded: ['notes.txt'],
        received: [204, [(posted.body as { id: string }).id]],
        forged: [400, 'WRONG_SIGNATURE'],
      })
    })
  })
})
