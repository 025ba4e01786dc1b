import ts from 'typescript'
import type { Rules, Source } from './sources.ts'

const ASSIGNMENTS = new Set([
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
])

const withoutParentheses = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) ? withoutParentheses(node.expression) : node

function assignsFunction({ tree }: Source): boolean {
  let isFound = false
  const visit = (node: ts.Node): void => {
    if (
      ts.isBinaryExpression(node) &&
      ASSIGNMENTS.has(node.operatorToken.kind) &&
      (ts.isPropertyAccessExpression(node.left) || ts.isElementAccessExpression(node.left))
    ) {
      const value = withoutParentheses(node.right)
      isFound ||= ts.isArrowFunction(value) || ts.isFunctionExpression(value)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return isFound
}

export const memoryRules: Rules = {
  // V8 allocates such functions among the old objects, because most of them are methods. One that belongs to a statement
  // keeps the data of its request until the whole heap is collected; assigned from a variable, it does not.
  'no function in platform/statements is written as the value of a property': {
    find: (sources) =>
      sources
        .filter(({ path }) => path.startsWith('src/platform/statements/'))
        .filter(assignsFunction)
        .map(({ path }) => path),
    violations: [
      ['src/platform/statements/x.ts', 'query.callback = () => rows'],
      ['src/platform/statements/x.ts', 'class X { #done; a(b) { this.#done ??= (async () => b) } }'],
    ],
  },
}
