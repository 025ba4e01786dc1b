import ts from 'typescript'
import type { Statement } from '../../../src/platform/statements/statement.ts'
import type { Declared } from './declarations.ts'
import { type AnyCall, calleeOf, declarationOf, eachNode, placeOf, type Sources } from './sources.ts'

/** A call that sends a declared statement with values. */
export interface CallSite {
  readonly place: string
  readonly statements: readonly Statement[]
  /** The values up to the first one that is spread. */
  readonly values: readonly ts.Expression[]
  /** Whether these are all values. */
  readonly isComplete: boolean
}

const SENDS = new Set(['query', 'run', 'send'])

/** The calls in the sources that send declared statements, with values that are written in the call. */
export function findCallSites(sources: Sources, declared: readonly Declared<Statement>[]): CallSite[] {
  const { checker } = sources
  const byCall = new Map<AnyCall, Statement[]>()
  for (const { thing, calls } of declared) {
    for (const call of calls) byCall.set(call, [...(byCall.get(call) ?? []), thing])
  }
  const found: CallSite[] = []
  const add = (statement: ts.Expression, values: ts.Expression | undefined) => {
    if (!values || !ts.isArrayLiteralExpression(values)) return
    const calls = initializers(checker, statement)
    const statements = calls.flatMap((call) => byCall.get(call) ?? [])
    const known = beforeSpread(values)
    found.push({
      place: placeOf(statement),
      // A function that declares several statements does not say which of them this is.
      statements:
        calls.every((call) => calleeOf(call)?.text === 'statement') || statements.length === 1
          ? statements
          : [],
      values: known,
      isComplete: known.length === values.elements.length,
    })
  }
  eachNode(sources, (node) => {
    if (ts.isCallExpression(node) && SENDS.has(calleeOf(node)?.text ?? '')) {
      const [statement, values] = node.arguments
      if (statement && isStatement(checker, statement)) add(statement, values)
    }
    if (!ts.isObjectLiteralExpression(node)) return
    // A statement with its values that is sent with another one.
    const [statement, values] = ['statement', 'values'].map((name) => propertyOf(node, name))
    if (statement && values && isStatement(checker, statement)) add(statement, values)
  })
  return found
}

/** The elements of a list up to the first one that is spread. */
export function beforeSpread({ elements }: ts.ArrayLiteralExpression): readonly ts.Expression[] {
  const spread = elements.findIndex(ts.isSpreadElement)
  return spread < 0 ? elements : elements.slice(0, spread)
}

const isStatement = (checker: ts.TypeChecker, node: ts.Expression): boolean =>
  checker.getTypeAtLocation(node).getSymbol()?.name === 'Statement'

function propertyOf(node: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const property = node.properties.find((each) => each.name?.getText() === name)
  return property && ts.isPropertyAssignment(property) ? property.initializer : undefined
}

/** The calls whose result an expression can have. */
export function initializers(checker: ts.TypeChecker, node: ts.Expression): AnyCall[] {
  if (ts.isCallExpression(node)) return [node]
  if (ts.isConditionalExpression(node)) {
    return [...initializers(checker, node.whenTrue), ...initializers(checker, node.whenFalse)]
  }
  const name = ts.isPropertyAccessExpression(node) ? node.name : node
  const declaration = declarationOf(checker, name)
  const isNamed =
    declaration && (ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration))
  return isNamed && declaration.initializer ? initializers(checker, declaration.initializer) : []
}
