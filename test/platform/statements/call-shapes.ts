import { join } from 'node:path'
import ts from 'typescript'
import { projectRoot } from '../../../src/platform/project-root.ts'

/** A call of Prisma in the sources: `tx.comment.create(…)` has the model `comment` and the method `create`. */
export interface FoundCall {
  readonly place: string
  readonly model: string
  readonly method: string
  /** The type of the argument, or null for a call without one. */
  readonly args: ts.Type | null
}

const DELEGATE = /^(\w+)Delegate$/
const GENERATED = /\/src\/generated\//

/**
 * All calls of models of Prisma in src, found by the type of their receiver: whatever the client is called, and wherever
 * it comes from.
 */
export function findCalls(): { calls: FoundCall[]; checker: ts.TypeChecker } {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(projectRoot, 'tsconfig.json'),
    { incremental: false, tsBuildInfoFile: undefined as unknown as string },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
  )
  if (!config) throw new Error('tsconfig.json cannot be read.')
  const sources = config.fileNames.filter((name) => name.includes('/src/'))
  const program = ts.createProgram(sources, { ...config.options, incremental: false, noEmit: true })
  const checker = program.getTypeChecker()
  const calls: FoundCall[] = []
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile || GENERATED.test(file.fileName)) continue
    const visit = (node: ts.Node): void => {
      const found = ts.isCallExpression(node) ? callOf(checker, file, node) : undefined
      if (found) calls.push(found)
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  return { calls, checker }
}

function callOf(
  checker: ts.TypeChecker,
  file: ts.SourceFile,
  { expression, arguments: given }: ts.CallExpression,
): FoundCall | undefined {
  if (!ts.isPropertyAccessExpression(expression)) return undefined
  const symbol = checker.getTypeAtLocation(expression.expression).getSymbol()
  const name = symbol && DELEGATE.exec(symbol.name)?.[1]
  if (!name || !symbol.declarations?.some((each) => GENERATED.test(each.getSourceFile().fileName)))
    return undefined
  const { line } = file.getLineAndCharacterOfPosition(expression.getEnd())
  const [argument] = given
  return {
    place: `${file.fileName.slice(projectRoot.length + 1)}:${line + 1}`,
    model: name[0]?.toLowerCase() + name.slice(1),
    method: expression.name.text,
    args: argument ? checker.getTypeAtLocation(argument) : null,
  }
}
