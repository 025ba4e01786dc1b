import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Message, Order } from './runner.ts'

export interface Verdict {
  /** The test that failed; null if none did. */
  caughtBy: string | null
}

/** No test file takes this long: a run without an end counts as detected. */
const SILENCE_MS = 240_000

/** The process that runs tests in a copy of the project. One that hangs is killed and replaced. */
export class TestProcess {
  readonly durations = new Map<string, number>()
  readonly #path: string
  readonly #clusterUrl: string
  #child: ChildProcess | undefined

  constructor(path: string, clusterUrl: string) {
    this.#path = path
    this.#clusterUrl = clusterUrl
  }

  async run(order: Order): Promise<Verdict> {
    this.#child ??= await this.#start()
    const child = this.#child
    child.send(order)
    const message = await this.#end(child)
    if (message) return { caughtBy: message.failed === null ? null : `${message.failed}: ${message.test}` }
    this.stop()
    return { caughtBy: 'the time limit' }
  }

  /** Kills it with its child processes, because a hanging test does not handle signals. */
  stop(): void {
    const pid = this.#child?.pid
    this.#child = undefined
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(join(this.#path, 'test/mutation/runner.ts'), [], {
      cwd: this.#path,
      detached: true,
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, QUIRE_TEST_CLUSTER: this.#clusterUrl },
    })
    if (!(await this.#end(child))) throw new Error('The process that runs the tests does not start.')
    return child
  }

  /** The last message of a run; undefined if the process times out or exits. */
  #end(child: ChildProcess): Promise<Extract<Message, { test: string }> | undefined> {
    return new Promise((resolve) => {
      const finish = (message?: Extract<Message, { test: string }>) => {
        clearTimeout(timer)
        child.off('message', receive).off('exit', lost)
        resolve(message)
      }
      const lost = () => finish()
      const receive = (message: Message) => {
        timer.refresh()
        if ('ended' in message) this.durations.set(message.ended, message.ms)
        else finish(message)
      }
      const timer = setTimeout(lost, SILENCE_MS)
      child.on('message', receive).on('exit', lost)
    })
  }
}
