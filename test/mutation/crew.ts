import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Order, Told } from './runner.ts'

export interface Verdict {
  /** The test that failed; null if none did. */
  caughtBy: string | null
}

/** No test file takes this long: a run without an end counts as detected. */
const SILENCE_MS = 240_000

/** The process that runs tests in a copy of the project. One that hangs is killed and replaced. */
export class Crew {
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
    const told = await this.#end(child)
    if (told) return { caughtBy: told.failed === null ? null : `${told.failed}: ${told.test}` }
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
      env: { ...process.env, QUIRE_MUTATION_CLUSTER: this.#clusterUrl },
    })
    if (!(await this.#end(child))) throw new Error('The process that runs the tests does not start.')
    return child
  }

  /** The last message of a run; undefined if the process times out or exits. */
  #end(child: ChildProcess): Promise<Extract<Told, { test: string }> | undefined> {
    return new Promise((resolve) => {
      const finish = (told?: Extract<Told, { test: string }>) => {
        clearTimeout(timer)
        child.off('message', hear).off('exit', lost)
        resolve(told)
      }
      const lost = () => finish()
      const hear = (told: Told) => {
        timer.refresh()
        if ('ended' in told) this.durations.set(told.ended, told.ms)
        else finish(told)
      }
      const timer = setTimeout(lost, SILENCE_MS)
      child.on('message', hear).on('exit', lost)
    })
  }
}
