import type { UserConsoleLog } from 'vitest'
import type { Reporter } from 'vitest/node'

/** Prints a table of all figures at the end of the run. */
export default class FigureReporter implements Reporter {
  readonly #rows: { name: string; value: string; bound: string }[] = []

  onUserConsoleLog({ content }: UserConsoleLog): void {
    for (const line of content.split('\n')) {
      const [, name, value, bound] = /^figure: (.+) = (.+) \(must be (.+)\)$/.exec(line) ?? []
      if (name && value && bound) this.#rows.push({ name, value, bound })
    }
  }

  onTestRunEnd(): void {
    if (this.#rows.length === 0) return
    const header = { name: 'Figure', value: 'Value', bound: 'Must be' }
    const rows = [header, ...this.#rows]
    const width = (key: keyof typeof header) => Math.max(...rows.map((row) => row[key].length))
    const lines = rows.map(
      ({ name, value, bound }) =>
        `${name.padEnd(width('name'))}  ${value.padStart(width('value'))}  ${bound}`,
    )
    process.stdout.write(`\n${lines.join('\n')}\n`)
  }
}
