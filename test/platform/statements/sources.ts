import { join } from 'node:path'
import ts from 'typescript'
import { projectRoot } from '../../../src/platform/project-root.ts'

const GENERATED = /\/src\/generated\//

/** A call with `new` or without. */
export type AnyCall = ts.CallExpression | ts.NewExpression

/** The compiled sources of src. */
export interface Sources {
  readonly checker: ts.TypeChecker
  /** The files that people write: without declarations of libraries and generated code. */
  readonly files: readonly ts.SourceFile[]
}

/** Compiles src. */
export function compileSources(): Sources {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(projectRoot, 'tsconfig.json'),
    { incremental: false, tsBuildInfoFile: undefined as unknown as string },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
  )
  if (!config) throw new Error('tsconfig.json cannot be read.')
  const names = config.fileNames.filter((name) => name.includes('/src/'))
  const program = ts.createProgram(names, { ...config.options, incremental: false, noEmit: true })
  const files = program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !isGenerated(file) && file.fileName.includes('/src/'))
  return { checker: program.getTypeChecker(), files }
}

export const isGenerated = (file: ts.SourceFile): boolean => GENERATED.test(file.fileName)

/** Calls back for every node of the sources. */
export function eachNode({ files }: Sources, found: (node: ts.Node, file: ts.SourceFile) => void): void {
  for (const file of files) {
    const visit = (node: ts.Node): void => {
      found(node, file)
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
}

/** For example `src/core/ids.ts:12`. */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile()
  return `${file.fileName.slice(projectRoot.length + 1)}:${lineOf(node)}`
}

export const lineOf = (node: ts.Node, at = node.getStart()): number =>
  node.getSourceFile().getLineAndCharacterOfPosition(at).line + 1

/** The last name of what is called: `query` of `reads.db.query(…)`. */
export function calleeOf({ expression }: AnyCall): ts.Identifier | ts.PrivateIdentifier | undefined {
  if (ts.isIdentifier(expression)) return expression
  if (!ts.isPropertyAccessExpression(expression)) return undefined
  return expression.name
}

/** The declaration that a name refers to, through imports. */
export function declarationOf(checker: ts.TypeChecker, name: ts.Node): ts.Declaration | undefined {
  const symbol = ts.isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name)
  const own = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return own?.valueDeclaration
}
