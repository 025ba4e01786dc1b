/** Dates in the language of a book. */
export class Dates {
  /** All characters that a date can have. */
  readonly letters: string
  readonly #format: Intl.DateTimeFormat

  constructor(language: string | undefined) {
    this.#format = formatOf(language)
    const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2020, month, 1))
    this.letters = months.map((time) => this.#format.format(time)).join('')
  }

  /** A text that is not a date stays as it is. */
  format(text: string): string {
    const time = Date.parse(text)
    return Number.isNaN(time) ? text : this.#format.format(time)
  }
}

function formatOf(language: string | undefined): Intl.DateTimeFormat {
  const style = { dateStyle: 'long', timeZone: 'UTC' } as const
  try {
    return new Intl.DateTimeFormat(language ?? 'en', style)
  } catch {
    // The language of a space can be any text.
    return new Intl.DateTimeFormat('en', style)
  }
}
