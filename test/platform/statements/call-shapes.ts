import ts from 'typescript'
import { eachNode, isGenerated, placeOf, type Sources } from './sources.ts'

/** A call of Prisma in the sources: `tx.comment.create(…)` has the model `comment` and the method `create`. */
export interface FoundCall {
  readonly place: string
  readonly model: string
  readonly method: string
  /** The type of the argument, or null for a call without one. */
  readonly args: ts.Type | null
}

const DELEGATE = /^(\w+)Delegate$/

/**
 * All calls of models of Prisma in src, found by the type of their receiver: whatever the client is called, and wherever
 * it comes from.
 */
export function findCalls(sources: Sources): FoundCall[] {
  const calls: FoundCall[] = []
  eachNode(sources, (node) => {
    const found = ts.isCallExpression(node) ? callOf(sources.checker, node) : undefined
    if (found) calls.push(found)
  })
  return calls
}

function callOf(checker: ts.TypeChecker, call: ts.CallExpression): FoundCall | undefined {
  const { expression } = call
  if (!ts.isPropertyAccessExpression(expression)) return undefined
  const symbol = checker.getTypeAtLocation(expression.expression).getSymbol()
  const name = symbol && DELEGATE.exec(symbol.name)?.[1]
  if (!name || !symbol.declarations?.some((each) => isGenerated(each.getSourceFile()))) return undefined
  const [argument] = call.arguments
  return {
    place: placeOf(expression.name),
    model: name[0]?.toLowerCase() + name.slice(1),
    method: expression.name.text,
    args: argument ? checker.getTypeAtLocation(argument) : null,
  }
}
