interface Named {
  /** A connection prepares a statement once by its name. */
  readonly name: string
  readonly likePrisma?: boolean
}

/** `text` is a function where it depends on the declarations of all modules: it is called when the text is first used. */
type Whole = { readonly text: string | (() => string); readonly part?: never }

/** For a statement that may also run as a part of another one. `$(1)` writes its first parameter. */
type Part = { readonly part: ($: (number: number) => string) => string; readonly text?: never }

type Definition = Named & (Whole | Part)

/** SQL with a name, under which each connection prepares it once. Without one it is prepared each time. */
export class Statement<Row = unknown> {
  /** Only for the compiler: the columns of the result. */
  declare protected readonly row: Row
  readonly name: string
  /** Rows as Prisma returns them: `bigint` for int8, `Uint8Array` for bytea, and an empty list instead of NULL. */
  readonly likePrisma: boolean
  #text: string | (() => string)
  readonly #part: Part['part'] | undefined

  /** For statements that are composed when they are used. Others are declared by `statement(…)`. */
  constructor({ name, text, part, likePrisma = false }: Definition) {
    this.name = name
    this.likePrisma = likePrisma
    this.#text = text ?? (() => this.textAfter(0))
    this.#part = part
  }

  get text(): string {
    if (typeof this.#text === 'function') this.#text = this.#text()
    return this.#text
  }

  /** The text where the parameters of another statement, of this number, come before its own. */
  textAfter(parameters: number): string {
    if (!this.#part)
      throw new Error(`${this.name} cannot be a part of another statement: declare its "part".`)
    return this.#part((number) => `$${parameters + number}`)
  }
}

/** All declared statements by their names. A test prepares each of them, and compares its columns with the type of its rows. */
export const declaredStatements = new Map<string, Statement>()

/**
 * Declares a statement, while its module is loaded: `Row` is what its columns are, as the driver returns them. Rows of a
 * statement without it cannot be read.
 */
export function statement<Row = unknown>(definition: Definition & { likePrisma?: true }): Statement<Row> {
  const { name } = definition
  const made = new Statement<Row>(definition)
  const known = declaredStatements.get(name)
  // On a connection that has prepared one of them, the other would run its SQL.
  if (known && known.text !== made.text) throw new Error(`Two statements are named ${name}. Rename one.`)
  declaredStatements.set(name, made)
  return made
}
