import pg from 'pg'
import { Prisma } from '../../generated/prisma/client.ts'
import { noteConnection, type TransactionConnection } from './connection.ts'
import { type ModelStatements, NotSimple, statementsByModel } from './model-statements.ts'
import type { Outcome } from './prepared-query.ts'
import { type Args, type Call, calls, MissingRow, NO_ROWS } from './prisma-calls.ts'
import type { PrismaTransaction } from './prisma-transactions.ts'
import { Statement } from './statement.ts'
import { LazyCall, StatementCall } from './statement-call.ts'

/** Calls that are always left to Prisma. */
const OTHERS = ['upsert', 'findFirstOrThrow', 'createManyAndReturn', 'aggregate', 'groupBy']

/** The error of Prisma for a call whose statement fails with this one, or returns no row. */
export type ErrorOf = (
  call: (tx: Prisma.TransactionClient) => unknown,
  error: Error | null,
) => Promise<unknown>

interface Parts {
  readonly connection: TransactionConnection
  readonly engine: PrismaTransaction
  readonly errorOf: ErrorOf
}

interface Delegate {
  readonly model: string
  readonly statements: ModelStatements
  readonly nameOf: (text: string) => string
}

type Delegates = Record<string, Record<string, (args: Args) => unknown>>

function callOf(parts: Parts, { model, statements, nameOf }: Delegate, name: string, args: Args) {
  const onPrisma = (tx: Prisma.TransactionClient) => (tx as unknown as Delegates)[model]?.[name]?.(args)
  const call = simple(statements, name, args)
  if (!call) return new LazyCall(async () => onPrisma(await parts.engine.client()))
  const { made, result } = call
  if (!made) return new LazyCall(async () => result(NO_ROWS))
  const { text, values } = made
  const statement = new Statement({ name: nameOf(text), text, likePrisma: true })
  return new StatementCall(parts.connection, { statement, values }, (outcome) =>
    failingLikePrisma(parts, onPrisma, outcome.then(result)),
  )
}

/** Errors of the server and missing rows are reported as Prisma reports them. */
async function failingLikePrisma<T>(
  { errorOf }: Parts,
  call: (tx: Prisma.TransactionClient) => unknown,
  outcome: Promise<T>,
): Promise<T> {
  try {
    return await outcome
  } catch (error) {
    if (error instanceof MissingRow) throw await errorOf(call, null)
    throw error instanceof pg.DatabaseError ? await errorOf(call, error) : error
  }
}

function simple(statements: ModelStatements, name: string, args: Args): Call | null {
  try {
    return calls[name]?.(statements, args) ?? null
  } catch (error) {
    if (error instanceof NotSimple) return null
    throw error
  }
}

type Raw = [query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]]
const sqlOf = ([query, ...values]: Raw): Prisma.Sql =>
  'text' in query ? query : Prisma.sql(query, ...values)

/** A function that creates the clients of transactions: Prisma's typed interface, run on a connection. */
export function transactionClients(
  nameOf: (text: string) => string,
): (parts: Parts) => Prisma.TransactionClient {
  class Client {
    readonly parts: Parts

    constructor(parts: Parts) {
      this.parts = parts
      noteConnection(this, parts.connection)
    }

    $queryRaw(...raw: Raw) {
      const { text, values } = sqlOf(raw)
      return this.$queryRawUnsafe(text, ...values)
    }

    $executeRaw(...raw: Raw) {
      const { text, values } = sqlOf(raw)
      return this.$executeRawUnsafe(text, ...values)
    }

    $queryRawUnsafe(text: string, ...values: unknown[]) {
      return new LazyCall(async () => {
        const call = (tx: Prisma.TransactionClient) => tx.$queryRawUnsafe(text, ...values)
        return (await failingLikePrisma(this.parts, call, this.#run(text, values))).rows
      })
    }

    $executeRawUnsafe(text: string, ...values: unknown[]) {
      return new LazyCall(async () => {
        const call = (tx: Prisma.TransactionClient) => tx.$executeRawUnsafe(text, ...values)
        return (await failingLikePrisma(this.parts, call, this.#run(text, values))).count
      })
    }

    #run(text: string, values: unknown[]): Promise<Outcome> {
      return this.parts.connection.run(new Statement({ name: nameOf(text), text, likePrisma: true }), values)
    }
  }
  for (const [name, statements] of statementsByModel) {
    const model = name[0]?.toLowerCase() + name.slice(1)
    const delegate: Delegate = { model, statements, nameOf }
    const Model = class {
      readonly parts: Parts

      constructor(parts: Parts) {
        this.parts = parts
      }
    }
    for (const call of [...Object.keys(calls), ...OTHERS]) {
      Object.defineProperty(Model.prototype, call, {
        value(this: InstanceType<typeof Model>, args: Args = {}) {
          return callOf(this.parts, delegate, call, args)
        },
      })
    }
    Object.defineProperty(Client.prototype, model, {
      get(this: Client) {
        return new Model(this.parts)
      },
    })
  }
  return (parts) => new Client(parts) as unknown as Prisma.TransactionClient
}
