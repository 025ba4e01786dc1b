import { Session } from 'node:inspector/promises'

/** Counts how often the statements of all code run, which is the same on any machine under any load. */
export class StepCounter {
  readonly #session = new Session()

  async start(): Promise<void> {
    this.#session.connect()
    await this.#session.post('Profiler.enable')
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /** The blocks that run while the work is done. What the engine does inside one call, such as a copy, is not seen. */
  async stepsOf(work: () => unknown): Promise<number> {
    await this.#session.post('Profiler.takePreciseCoverage')
    work()
    const { result } = await this.#session.post('Profiler.takePreciseCoverage')
    let steps = 0
    for (const { functions } of result)
      for (const { ranges } of functions) for (const { count } of ranges) steps += count
    return steps
  }

  async stop(): Promise<void> {
    await this.#session.post('Profiler.stopPreciseCoverage')
    this.#session.disconnect()
  }
}
