import ts from 'typescript'
import { sourcesUnder } from '../sources.ts'

export interface FoundPattern {
  /** `src/file.ts:line`. */
  place: string
  path: string
  pattern: RegExp
}

/** A pattern that is built at run time. */
export interface BuiltPattern {
  path: string
  code: string
}

/** Every regular expression in the sources: literals, and those built at run time. */
export function patternsInSources(): { literal: FoundPattern[]; built: BuiltPattern[] } {
  const literal: FoundPattern[] = []
  const built: BuiltPattern[] = []
  for (const { path, tree: file } of sourcesUnder('src')) {
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
        literal.push({ place: `${path}:${line + 1}`, path, pattern: patternOf(node.text) })
      }
      const isMade = ts.isNewExpression(node) || ts.isCallExpression(node)
      if (isMade && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp') {
        built.push({ path, code: node.getText(file) })
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  return { literal, built }
}

function patternOf(code: string): RegExp {
  const end = code.lastIndexOf('/')
  return new RegExp(code.slice(1, end), code.slice(end + 1))
}
