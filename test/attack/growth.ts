import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const PROCESSES = 2
/** The highest factor of steps for a text of twice the length. n log n has 2.2 at this length, n² has 4. */
const MAX_GROWTH = 2.5
const LENGTH = 3_000
/** A shorter text with a stricter limit selects the candidates; only these are tried at the full length. */
const SHORT_LENGTH = 600
/** At most a fixed number of marks are compared with each other, so that longer texts take linear time. */
const LONG_LENGTH = 9_000
const SHORT_GROWTH = 2.15

interface Measurement {
  resolve: (steps: number) => void
  reject: (error: Error) => void
}

/** Counts the steps of one function of the sources, in processes that load nothing else. */
export class Growth {
  readonly #children: ChildProcess[]
  readonly #folder: string
  readonly #waiting = new Map<number, Measurement>()
  #asked = 0

  private constructor(children: ChildProcess[], folder: string) {
    this.#children = children
    this.#folder = folder
    for (const child of children) {
      child.on('message', ({ id, steps }: { id: number; steps: number }) => {
        this.#waiting.get(id)?.resolve(steps)
        this.#waiting.delete(id)
      })
      child.once('exit', () => {
        for (const { reject } of this.#waiting.values())
          reject(new Error('A process that counts steps ended.'))
      })
    }
  }

  /** The warm-up text reaches all code of the function. */
  static async of(source: URL, name: string, warmUp: string): Promise<Growth> {
    const folder = mkdtempSync(join(tmpdir(), 'quire-growth-'))
    const outfile = join(folder, 'measured.mjs')
    await build({
      entryPoints: [fileURLToPath(source)],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
    })
    const counter = fileURLToPath(new URL('step-counter.mjs', import.meta.url))
    const children = Array.from({ length: PROCESSES }, () =>
      fork(counter, [pathToFileURL(outfile).href, name, warmUp], { execArgv: [] }),
    )
    await Promise.all(children.map((child) => once(child, 'message')))
    return new Growth(children, folder)
  }

  /** The texts for which twice the length takes far more than twice the steps, with their growth. */
  async found(units: readonly (readonly [string, string])[], isShortFirst: boolean): Promise<string[]> {
    const found: string[] = []
    const left = [...units]
    const work = async (child: ChildProcess) => {
      for (let next = left.pop(); next; next = left.pop()) {
        const [name, unit] = next
        const growthAt = async (length: number) => {
          const repeats = Math.ceil(length / unit.length)
          const once = await this.#stepsOf(child, unit.repeat(repeats))
          return (await this.#stepsOf(child, unit.repeat(2 * repeats))) / once
        }
        if (isShortFirst && (await growthAt(SHORT_LENGTH)) <= SHORT_GROWTH) continue
        if ((await growthAt(LENGTH)) <= MAX_GROWTH) continue
        const growth = await growthAt(LONG_LENGTH)
        if (!(growth <= MAX_GROWTH)) found.push(`${name}: ${growth.toFixed(1)}`)
      }
    }
    await Promise.all(this.#children.map(work))
    return found
  }

  async end(): Promise<void> {
    for (const child of this.#children) child.disconnect()
    await Promise.all(this.#children.map((child) => child.exitCode ?? once(child, 'exit')))
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #stepsOf(child: ChildProcess, text: string): Promise<number> {
    const id = this.#asked++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      child.send({ id, text })
    })
  }
}
