import pg from 'pg'
import { type Catalog, type Nullability, nullabilityOf } from './nullability.ts'

/** A type of PostgreSQL. `labels` are the values of an enum, and `element` is the type of the elements of a list. */
export interface SqlType {
  readonly name: string
  readonly labels: readonly string[] | null
  readonly element: number | null
}

export interface ResultColumn {
  readonly name: string
  readonly type: number
  readonly nullability: Nullability
}

/** What PostgreSQL knows about a statement that it has not run. */
export interface Described {
  readonly parameters: readonly number[]
  readonly columns: readonly ResultColumn[]
}

const NOT_SUPPORTED = '0A000'

interface Field {
  name: string
  dataTypeID: number
}

/** Prepares a statement and asks for its parameters and columns, without running it. */
class Describe implements pg.Submittable {
  readonly #text: string
  readonly #done: (error: Error | null, parameters: number[], fields: Field[]) => void
  #parameters: number[] = []
  #fields: Field[] = []
  #failure: Error | null = null

  constructor(text: string, done: (error: Error | null, parameters: number[], fields: Field[]) => void) {
    this.#text = text
    this.#done = done
  }

  submit(connection: pg.Connection): void {
    connection.once('parameterDescription', ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      this.#parameters = dataTypeIDs
    })
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#fields = fields
  }

  handleError(error: Error): void {
    this.#failure = error
    this.#done(error, [], [])
  }

  handleReadyForQuery(): void {
    if (!this.#failure) this.#done(null, this.#parameters, this.#fields)
  }
}

/** Describes statements on a migrated database. */
export class Describer {
  readonly #client: pg.Client
  readonly types: ReadonlyMap<number, SqlType>
  readonly #catalog: Catalog

  private constructor(client: pg.Client, types: ReadonlyMap<number, SqlType>, catalog: Catalog) {
    this.#client = client
    this.types = types
    this.#catalog = catalog
  }

  static async on(url: string): Promise<Describer> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const types = await client.query<
      SqlType & { oid: number }
    >(`SELECT t.oid::int AS "oid", t.typname AS "name",
        nullif(ARRAY(SELECT e.enumlabel::text FROM pg_enum e WHERE e.enumtypid = t.oid), '{}') AS "labels",
        CASE WHEN t.typcategory = 'A' THEN t.typelem::int END AS "element" FROM pg_type t`)
    // Prisma declares no list NOT NULL, and writes an empty one. Nothing is known of the columns of views.
    const columns = await client.query<{ key: string; nullability: Nullability }>(`SELECT
        a.attrelid::int || ' ' || a.attnum AS "key",
        CASE WHEN a.attnotnull THEN 'never' WHEN c.relkind = 'r' AND t.typcategory <> 'A' THEN 'sometimes'
          ELSE 'unknown' END AS "nullability"
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
      WHERE a.attnum > 0`)
    const procedures = await client.query<{ oid: number; isCount: boolean }>(`SELECT oid::int AS "oid",
        proname = 'count' AS "isCount" FROM pg_proc WHERE proisstrict OR proname = 'count'`)
    const byKey = new Map(columns.rows.map(({ key, nullability }) => [key, nullability]))
    const counts = new Set(procedures.rows.flatMap(({ oid, isCount }) => (isCount ? [oid] : [])))
    const strict = new Set(procedures.rows.flatMap(({ oid, isCount }) => (isCount ? [] : [oid])))
    return new Describer(client, new Map(types.rows.map(({ oid, ...type }) => [oid, type])), {
      column: (relation, column) => byKey.get(`${relation} ${column}`) ?? 'unknown',
      isStrict: (procedure) => strict.has(procedure),
      isCount: (procedure) => counts.has(procedure),
    })
  }

  async describe(text: string): Promise<Described> {
    const [parameters, fields] = await new Promise<[number[], Field[]]>((resolve, reject) => {
      this.#client.query(new Describe(text, (error, ...found) => (error ? reject(error) : resolve(found))))
    })
    const nullability = fields.length === 0 ? [] : await this.#nullability(text, parameters)
    return {
      parameters,
      columns: fields.map(({ name, dataTypeID }, index) => ({
        name,
        type: dataTypeID,
        nullability: nullability[index] ?? 'unknown',
      })),
    }
  }

  close(): Promise<void> {
    return this.#client.end()
  }

  /** PostgreSQL stores the parsed body of a function, which has all that it knows about the columns. */
  async #nullability(text: string, parameters: readonly number[]): Promise<Nullability[]> {
    const types = parameters.map((type) => `${type}::oid::regtype::text`)
    const names =
      types.length === 0
        ? []
        : (await this.#client.query<string[]>({ text: `SELECT ${types}`, rowMode: 'array' })).rows
    await this.#client.query('BEGIN')
    try {
      await this.#client.query(`CREATE FUNCTION pg_temp.described(${(names[0] ?? []).join(', ')})
        RETURNS SETOF record LANGUAGE sql BEGIN ATOMIC ${text}; END`)
      const { rows } = await this.#client.query<{
        body: string
      }>(`SELECT prosqlbody::text AS "body" FROM pg_proc
        WHERE proname = 'described' AND pronamespace = pg_my_temp_schema()`)
      return nullabilityOf(rows[0]?.body ?? '', this.#catalog)
    } catch (error) {
      // A statement such as SHOW cannot be the body of a function.
      if ((error as { code?: string }).code === NOT_SUPPORTED) return []
      throw error
    } finally {
      await this.#client.query('ROLLBACK')
    }
  }
}
