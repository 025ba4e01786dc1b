interface Definition {
  /** A connection prepares a statement once by its name. */
  readonly name: string
  /** A function where the text depends on the declarations of all modules: it is called when the text is first used. */
  readonly text: string | (() => string)
  readonly likePrisma?: true
}

/** SQL with a name, under which each connection prepares it once. Without one it is prepared each time. */
export class Statement<Row = unknown> {
  /** Only for the compiler: the columns of the result. */
  declare protected readonly row: Row
  readonly name: string
  /** Rows as Prisma returns them: `bigint` for int8, `Uint8Array` for bytea, and an empty list instead of NULL. */
  readonly likePrisma: boolean
  #text: string | (() => string)

  /** For statements that are composed when they are used. Others are declared by `statement(…)`. */
  constructor({ name, text, likePrisma = false }: Omit<Definition, 'likePrisma'> & { likePrisma?: boolean }) {
    this.name = name
    this.likePrisma = likePrisma
    this.#text = text
  }

  get text(): string {
    if (typeof this.#text === 'function') this.#text = this.#text()
    return this.#text
  }
}

/** All declared statements by their names. A test prepares each of them, and compares its columns with the type of its rows. */
export const declaredStatements = new Map<string, Statement>()

/**
 * Declares a statement, while its module is loaded: `Row` is what its columns are, as the driver returns them. Rows of a
 * statement without it cannot be read.
 */
export function statement<Row = unknown>(definition: Definition): Statement<Row> {
  const { name } = definition
  const made = new Statement<Row>(definition)
  const known = declaredStatements.get(name)
  // On a connection that has prepared one of them, the other would run its SQL.
  if (known && known.text !== made.text) throw new Error(`Two statements are named ${name}. Rename one.`)
  declaredStatements.set(name, made)
  return made
}
