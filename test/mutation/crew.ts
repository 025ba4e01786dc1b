import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Order, Told } from './runner.ts'

export interface Verdict {
  /** The test that failed; null when none did. */
  caughtBy: string | null
}

/** No test file takes this long: what runs has come to no end, which is a way to be caught. */
const SILENCE_MS = 240_000

/** The process that runs tests in a copy of the project. One that hangs is ended, and another takes its place. */
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

  /** With all that it started: a test that hangs does not listen. */
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

  /** What the process says at the end of a run; undefined when it falls silent or exits. */
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
