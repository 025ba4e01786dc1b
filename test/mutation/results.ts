import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Mutant } from './mutants.ts'

export interface Result {
  mutant: Mutant
  caughtBy: string | null
  /** Whether all tests ran, and not only those related to the file. */
  isFull: boolean
  /** Whether it is not known yet that the test passes without any change. */
  isUnverified?: true
}

/** The results so far, stored in a file so that a stopped run can be continued. */
export class Results {
  readonly #file: string
  readonly #known = new Map<string, Result>()

  constructor(file: string) {
    this.#file = file
    mkdirSync(dirname(file), { recursive: true })
    if (!existsSync(file)) return
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const { key, ...result } = JSON.parse(line) as Result & { key: string }
      this.#known.set(key, result)
    }
  }

  /** A result is valid as long as its file is unchanged; undetected mutants are tried again. */
  find(mutant: Mutant, text: string): Result | undefined {
    return this.#known.get(keyOf(mutant, text))
  }

  keep(result: Result, text: string): void {
    const key = keyOf(result.mutant, text)
    this.#known.set(key, result)
    appendFileSync(this.#file, `${JSON.stringify({ key, ...result })}\n`)
  }
}

const keyOf = ({ path, start, end, after }: Mutant, text: string) =>
  [path, start, end, after, createHash('sha256').update(text).digest('hex').slice(0, 16)].join(' ')
