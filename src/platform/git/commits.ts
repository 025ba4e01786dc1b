import { LOCAL_CONFIG, type LocalRepository } from './objects.ts'
import { runGit } from './process.ts'

/** A file that a commit writes. */
export interface FileChange {
  path: string
  mode: FileMode
  bytes: () => Promise<Buffer>
}

interface NewCommit {
  /** The commit that it is based on; undefined for one without history. */
  parent: string | undefined
  message: string
  author: { name: string; email: string; at: Date }
  deleted: readonly string[]
  written: readonly FileChange[]
}

type FileMode = '100644' | '100755'

const REF = 'refs/quire/commit'

/**
 * Creates a commit with the files of its parent and these changes, without a work tree. Files are read one after the
 * other. Returns its id.
 */
export async function createCommit(
  repository: LocalRepository,
  commit: NewCommit,
  signal?: AbortSignal,
): Promise<string> {
  const args = ['fast-import', '--quiet', '--force', '--date-format=raw']
  const { directory, program, timeoutMs } = repository
  const run = { directory, config: LOCAL_CONFIG, timeoutMs, signal }
  const { code, stderr } = await runGit(program, args, run, commandsOf(commit))
  if (code !== 0) throw new Error(`git fast-import failed: ${stderr.trim().slice(0, 500)}`)
  const { stdout } = await runGit(program, ['rev-parse', '--verify', REF], run)
  return stdout.toString().trim()
}

async function* commandsOf({ parent, message, author, deleted, written }: NewCommit) {
  const who = `${plain(author.name)} <${plain(author.email)}> ${Math.floor(author.at.getTime() / 1000)} +0000`
  const text = Buffer.from(message)
  yield `reset ${REF}\n${parent === undefined ? '' : `from ${parent}\n`}\n`
  yield `commit ${REF}\nauthor ${who}\ncommitter ${who}\ndata ${text.byteLength}\n`
  yield text
  yield '\n'
  if (parent !== undefined) yield `from ${parent}\n`
  for (const path of deleted) yield `D ${quoted(path)}\n`
  for (const { path, mode, bytes } of written) {
    const content = await bytes()
    yield `M ${mode} inline ${quoted(path)}\ndata ${content.byteLength}\n`
    yield content
    yield '\n'
  }
  yield '\ndone\n'
}

/** Names and addresses end at these characters. */
const plain = (text: string): string => text.replace(/[<>\n\r\0]/g, '').trim() || 'unknown'

/** A path as C text, so that no character of it is a command. */
const quoted = (path: string): string =>
  `"${path
    .replace(/["\\]/g, (mark) => `\\${mark}`)
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')}"`
