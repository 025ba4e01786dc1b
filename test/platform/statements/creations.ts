import ts from 'typescript'
import type { Prisma } from '../../../src/generated/prisma/client.ts'
import type { Statement } from '../../../src/platform/statements/statement.ts'
import { initializers } from './call-sites.ts'
import type { Declared } from './declarations.ts'
import { calleeOf, eachNode, placeOf, type Sources } from './sources.ts'

/** A call such as `commentById.create(reads, 'Comment', { … })`. */
export interface Creation {
  readonly place: string
  readonly model: Prisma.ModelName
  /** The columns that it sets. */
  readonly columns: readonly string[]
  /** The statement of the loader for one row. */
  readonly read: Declared<Statement> | undefined
}

/** All calls in the sources that create a row and read it by a loader. */
export function findCreations(sources: Sources, declared: readonly Declared<Statement>[]): Creation[] {
  const { checker } = sources
  const found: Creation[] = []
  eachNode(sources, (node) => {
    if (!ts.isCallExpression(node) || calleeOf(node)?.text !== 'create') return
    const { expression, arguments: given } = node
    if (!ts.isPropertyAccessExpression(expression)) return
    const loader = checker.getTypeAtLocation(expression.expression)
    if (loader.getSymbol()?.name !== 'LoaderById') return
    const [, model, row] = given
    const name = model && checker.getTypeAtLocation(model)
    const [made] = initializers(checker, expression.expression)
    found.push({
      place: placeOf(node),
      model: (name?.isStringLiteral() ? name.value : '') as Prisma.ModelName,
      columns: row
        ? checker.getPropertiesOfType(checker.getTypeAtLocation(row)).map((each) => each.name)
        : [],
      read: declared.find(
        ({ thing, calls }) => made !== undefined && calls.includes(made) && thing.name.endsWith('One'),
      ),
    })
  })
  return found
}
