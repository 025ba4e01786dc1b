/** A seeded random generator: the same seed generates the same requests. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Mulberry32: 32 bits of state are enough to choose inputs. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer from 0 up to, but not including, the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value
  }

  /** The text with one character replaced, removed or doubled. */
  damaged(text: string): string {
    const at = this.below(text.length)
    const replacement = this.pick([
      '',
      '"',
      '{',
      '}',
      '\\',
      '\u0001',
      'é',
      '0',
      '-',
      String(text[at]).repeat(2),
    ])
    return text.slice(0, at) + replacement + text.slice(at + 1)
  }
}

/** The seed of this run: a new one each time, or ATTACK_SEED to repeat a run. */
export function seedOfRun(): number {
  const given = Number(process.env.ATTACK_SEED)
  return Number.isInteger(given) && given > 0 ? given : Date.now() % 1_000_000_007
}
