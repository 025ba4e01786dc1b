import ts from 'typescript'
import { calleeOf, eachNode, placeOf, type Sources } from './sources.ts'

const DECLARED = new Set(['Statement', 'ListDefinition'])

/**
 * Places where a statement or a list could be made without being declared: `new Statement`, a type assertion, and a copy of a
 * list with other parts.
 */
export function findEscapes(sources: Sources): string[] {
  const { checker } = sources
  const isDeclared = (type: ts.Type) => DECLARED.has(type.getSymbol()?.name ?? '')
  const found: string[] = []
  eachNode(sources, (node) => {
    if (ts.isNewExpression(node) && calleeOf(node)?.text === 'Statement') found.push(`new ${fileOf(node)}`)
    if (ts.isAsExpression(node) && isDeclared(checker.getTypeFromTypeNode(node.type)))
      found.push(`as ${fileOf(node)}`)
    if (!ts.isSpreadAssignment(node) || !isDeclared(checker.getTypeAtLocation(node.expression))) return
    const { parent } = node.parent
    const isDefined = ts.isCallExpression(parent) && calleeOf(parent)?.text === 'defineList'
    if (!isDefined) found.push(`spread ${placeOf(node)}`)
  })
  return [...new Set(found)].sort()
}

const fileOf = (node: ts.Node): string => placeOf(node).split(':')[0] ?? ''
