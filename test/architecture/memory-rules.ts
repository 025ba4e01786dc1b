import ts from 'typescript'
import type { Rules, Source } from './sources.ts'

/** Why a function may be assigned to a property in these files. */
const longLived: Readonly<Record<string, string>> = {
  'src/graphql/type-scopes.ts': 'the resolvers of the schema',
  'src/modules/documents/parsing/edits.ts': 'a method of the parser',
  'src/modules/pdf/drawing/book-file.ts': 'once per document',
  'src/modules/pdf/fonts/fonts.ts': 'once per font',
  'src/platform/fast-rows.ts': 'methods of the driver',
  'src/platform/migrate.ts': 'once per start',
  'src/tools/source-maps.mjs': 'once per process',
}

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
  // V8 allocates such functions among the old objects, because most of them are methods. One that belongs to a request
  // keeps the data of the request until the whole heap is collected; assigned from a variable, it does not.
  'no function is written as the value of a property, except where it lives as long as the process': {
    find: (sources) => {
      const found = sources.filter(assignsFunction).map(({ path }) => path)
      const others = found.filter((path) => !(path in longLived))
      const stale = Object.keys(longLived).filter((path) => !found.includes(path))
      return [...others, ...stale]
    },
    violations: [
      ['src/core/x.ts', 'query.callback = () => rows'],
      ['src/core/x.ts', 'class X { #done; a(b) { this.#done ??= (async () => b) } }'],
      ['src/platform/migrate.ts', 'export {}'],
    ],
  },
}
