import type { Prisma } from '../../generated/prisma/client.ts'
import { statementsByModel } from './model-statements.ts'
import { Statement } from './statement.ts'
import type { BoundStatement } from './statement-call.ts'
import { statementNames } from './statement-names.ts'

/** A row to create: values of columns, without relations. */
export type NewRow<Model extends Prisma.ModelName> = Exclude<
  Prisma.Args<Prisma.TransactionClient[Uncapitalize<Model>], 'createMany'>['data'],
  readonly unknown[]
>

const nameOf = statementNames('created')

/**
 * One statement that creates a row and then runs `read` on it: within `read`, the name of the table means the created
 * row. `values` are the values of the parameters of `read`.
 */
export function creating<Model extends Prisma.ModelName, Row>(
  model: Model,
  row: NewRow<Model>,
  read: Statement<Row>,
  values: readonly unknown[],
): BoundStatement<Row> {
  const statements = statementsByModel.get(model)
  if (!statements) throw new Error(`There is no model ${model}.`)
  const insert = statements.insert([row as Record<string, unknown>], 'RETURNING *', [...values])
  const text = `WITH "${model}" AS (${insert.text}) ${read.text}`
  return { statement: new Statement<Row>({ name: nameOf(text), text }), values: insert.values }
}
