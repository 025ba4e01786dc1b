const BAR = 30
/** Work that is done sooner shows no bar. */
const VISIBLE_AFTER_MS = 1_000

/** What a command prints: its result on standard output, everything else on standard error. */
export class Output {
  readonly #isJson: boolean
  readonly #begun = performance.now()
  #hasBar = false

  constructor({ isJson }: { isJson: boolean }) {
    this.#isJson = isJson
  }

  /** The result: an object for programs, or lines for people. */
  result(value: object, lines: readonly string[]): void {
    this.#clear()
    process.stdout.write(
      this.#isJson ? `${JSON.stringify(value)}\n` : lines.map((line) => `${line}\n`).join(''),
    )
  }

  /** A remark that is not part of the result. */
  note(line: string): void {
    this.#clear()
    process.stderr.write(`${line}\n`)
  }

  /** The progress of work that takes longer than a second, on a terminal. */
  progress(label: string, done: number, of: number): void {
    if (!process.stderr.isTTY || this.#isJson || performance.now() - this.#begun < VISIBLE_AFTER_MS) return
    const filled = of === 0 ? BAR : Math.round((done / of) * BAR)
    process.stderr.write(`\r\x1b[K[${'#'.repeat(filled)}${' '.repeat(BAR - filled)}] ${done}/${of} ${label}`)
    this.#hasBar = true
  }

  #clear(): void {
    if (this.#hasBar) process.stderr.write('\r\x1b[K')
    this.#hasBar = false
  }
}

/** Rows in columns of equal width. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length)
  }
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
