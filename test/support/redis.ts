import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from './server-process.ts'

const isThere = spawnSync('redis-server', ['--version']).status === 0
const isRequired = process.env.CI === 'true' || process.env.QUIRE_REDIS === 'required'

/** Whether to run tests with a Redis server on this machine. If it is required, they fail without one. */
export const hasRedis = isThere || isRequired

/** A Redis server for one test, on loopback, without storage on disk. */
export class TestRedis {
  readonly port: number
  #child: ChildProcess | undefined

  private constructor(port: number) {
    this.port = port
  }

  static async start(): Promise<TestRedis> {
    const redis = new TestRedis(await freePort())
    await redis.start()
    return redis
  }

  /** The address of a server that is not running yet. */
  static async absent(): Promise<TestRedis> {
    return new TestRedis(await freePort())
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    const child = spawn('redis-server', [...options, '--dir', '/'], { stdio: ['ignore', 'pipe', 'inherit'] })
    this.#child = child
    await once(child, 'spawn')
    let said = ''
    for await (const text of child.stdout.setEncoding('utf8')) {
      said += text
      if (said.includes('Ready to accept connections')) break
    }
    child.stdout.resume()
  }

  async stop(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}
