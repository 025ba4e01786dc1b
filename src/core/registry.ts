/**
 * Names that modules declare, each with a value. Core looks names up here and knows none of them: a module
 * adds its own through `defineModule`, so a new resource needs no change in a shared list.
 */
export class Registry<Name extends string, Fact> {
  readonly #what: string
  readonly #facts = new Map<Name, Fact>()

  constructor(what: string) {
    this.#what = what
  }

  add(facts: Readonly<Record<string, Fact>>): void {
    for (const [name, fact] of Object.entries(facts)) {
      if (this.#facts.has(name as Name)) throw new Error(`The ${this.#what} "${name}" is declared twice.`)
      this.#facts.set(name as Name, fact)
    }
  }

  find(name: Name): Fact | undefined {
    return this.#facts.get(name)
  }

  get(name: Name): Fact {
    const fact = this.#facts.get(name)
    if (fact === undefined) {
      throw new Error(
        `The ${this.#what} "${name}" is not declared. Declare it in the facts of its module, and import src/modules/index.ts.`,
      )
    }
    return fact
  }

  names(): Name[] {
    return [...this.#facts.keys()]
  }

  entries(): [Name, Fact][] {
    return [...this.#facts]
  }
}
