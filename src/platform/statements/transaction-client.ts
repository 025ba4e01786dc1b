import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'
import { noteConnection, type TransactionConnection } from './connection.ts'
import { type ModelField, ModelStatements, NotSimple } from './model-statements.ts'
import { type Args, type Call, calls, likePrisma, NO_ROWS } from './prisma-calls.ts'
import type { PrismaTransaction } from './prisma-transactions.ts'
import { LazyCall, StatementCall } from './statement-call.ts'

/** Calls that are always left to Prisma. */
const OTHERS = ['upsert', 'findFirstOrThrow', 'createManyAndReturn', 'aggregate', 'groupBy']

interface Delegate {
  readonly model: string
  readonly statements: ModelStatements
}

interface Parts {
  readonly connection: TransactionConnection
  readonly prisma: PrismaTransaction
}

function callOf({ connection, prisma }: Parts, { model, statements }: Delegate, name: string, args: Args) {
  const call = simple(statements, name, args)
  if (!call) {
    return new LazyCall(async () => {
      const delegates = (await prisma.client()) as unknown as Record<
        string,
        Record<string, (args: Args) => unknown>
      >
      return delegates[model]?.[name]?.(args)
    })
  }
  const { made, result } = call
  if (!made) return new LazyCall(async () => result(NO_ROWS))
  return new StatementCall(connection, made, (outcome) =>
    outcome.then(result, (error: unknown) => {
      throw likePrisma(error)
    }),
  )
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

/** A function that creates the clients of transactions: the calls of Prisma, run on a connection. */
export function transactionClients(
  prisma: PrismaClient,
  nameOf: (text: string) => string,
): (parts: Parts) => Prisma.TransactionClient {
  const { models } = (
    prisma as unknown as { _runtimeDataModel: { models: Record<string, { fields: ModelField[] }> } }
  )._runtimeDataModel
  const run = ({ connection }: Parts, text: string, values: unknown[]) =>
    connection.run({ name: nameOf(text), text, likePrisma: true }, values)
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
      return new LazyCall(async () => (await run(this.parts, text, values)).rows)
    }

    $executeRawUnsafe(text: string, ...values: unknown[]) {
      return new LazyCall(async () => (await run(this.parts, text, values)).count)
    }
  }
  for (const [name, { fields }] of Object.entries(models)) {
    const model = name[0]?.toLowerCase() + name.slice(1)
    const delegate: Delegate = { model, statements: new ModelStatements(name, fields, nameOf) }
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
