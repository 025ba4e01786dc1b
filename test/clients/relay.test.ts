import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { inFolder } from '../support/type-check.ts'
import { relaySources } from './documents.ts'

const compiler = createRequire(import.meta.url).resolve('relay-compiler/cli.js')

/** Runs relay-compiler on the printed schema, and returns the names of the generated files. */
const compile = (sources: Record<string, string>): Promise<string[]> =>
  inFolder(tmpdir(), async (folder) => {
    const [src, artifacts] = [join(folder, 'src'), join(folder, 'artifacts')]
    for (const path of [src, artifacts]) mkdirSync(path)
    for (const [name, text] of Object.entries(sources)) writeFileSync(join(src, name), text)
    copyFileSync(join(projectRoot, 'schema.graphql'), join(folder, 'schema.graphql'))
    const config = {
      src: 'src',
      schema: 'schema.graphql',
      artifactDirectory: 'artifacts',
      language: 'typescript',
    }
    writeFileSync(join(folder, 'relay.config.json'), JSON.stringify(config))
    await promisify(execFile)(process.execPath, [compiler, '--noWatchman', 'relay.config.json'], {
      cwd: folder,
    })
    return readdirSync(artifacts).map((name) => name.replace('.graphql.ts', ''))
  })

it('relay-compiler accepts nested pagination, refetchable fragments and @prependNode', async () => {
  expect((await compile(relaySources)).sort()).toEqual([
    'CommentRepliesMutation',
    'CommentRepliesPaginationQuery',
    'CommentReplies_comment',
    'CommentThreadsPaginationQuery',
    'CommentThreadsQuery',
    'CommentThreadsSubscription',
    'CommentThreads_space',
    'PageTreePaginationQuery',
    'PageTreeQuery',
    'PageTree_revision',
  ])
}, 60_000)

it('relay-compiler rejects a document that the schema does not allow', async () => {
  const wrong = { 'Wrong.ts': 'graphql`query WrongQuery { viewer { id nonsense } }`' }
  await expect(compile(wrong)).rejects.toThrow(/nonsense/)
}, 60_000)
