import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('s3-server.mjs', import.meta.url))
const BUCKET = 'quire-test'

/** A server that speaks the protocol of S3 and checks signatures. What it stores stays while it is stopped. */
export class TestS3 {
  readonly #directory: string
  /** The system chooses it at the first start. */
  #port = 0
  #child: ChildProcess | undefined

  private constructor(directory: string) {
    this.#directory = directory
  }

  static async start(): Promise<TestS3> {
    const s3 = new TestS3(await mkdtemp(join(tmpdir(), 'quire-s3-')))
    await s3.start()
    return s3
  }

  /** The settings of an app that uses it. */
  get environment(): Record<string, string> {
    return {
      FILES_URL: `s3://${BUCKET}/files/of/tests`,
      FILES_ENDPOINT: `http://127.0.0.1:${this.#port}`,
      FILES_ACCESS_KEY: 'S3RVER',
      FILES_SECRET_KEY: 'S3RVER',
    }
  }

  /** The keys of all objects. */
  async keys(): Promise<string[]> {
    const names = await readdir(join(this.#directory, BUCKET, 'files/of/tests')).catch(() => [])
    return names
      .filter((name) => name.endsWith('._S3rver_object'))
      .map((name) => name.slice(0, -15))
      .sort()
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [SCRIPT, String(this.#port), this.#directory, BUCKET], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#child = child
    const ended = once(child, 'exit').then(() => {
      throw new Error('The S3 server did not start.')
    })
    const [port] = await Promise.race([once(child.stdout, 'data'), ended])
    this.#port = Number(String(port))
    ended.catch(() => {})
  }

  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  async close(): Promise<void> {
    await this.kill()
    await rm(this.#directory, { recursive: true, force: true })
  }
}
