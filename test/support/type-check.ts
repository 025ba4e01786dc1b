import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { projectRoot } from '../../src/platform/project-root.ts'

/** Runs the work with a temporary folder, which is removed afterwards. */
export async function inFolder<Result>(
  parent: string,
  run: (folder: string) => Result | Promise<Result>,
): Promise<Result> {
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'quire-clients-'))
  try {
    return await run(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

// Inside the project, so that its packages resolve.
const CACHE = join(projectRoot, 'node_modules/.cache')

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  types: [],
}

/** Declarations of libraries, which take most of the time to parse and are the same for every program. */
const declarations = new Map<string, ts.SourceFile | undefined>()
const host = ts.createCompilerHost(options)
const { getSourceFile } = host
host.getSourceFile = (name, ...rest) => {
  if (!name.endsWith('.d.ts') || name.startsWith(CACHE)) return getSourceFile(name, ...rest)
  if (!declarations.has(name)) declarations.set(name, getSourceFile(name, ...rest))
  return declarations.get(name)
}

/** The errors of the TypeScript compiler for these files, by name and text. */
export const typeErrorsOf = (files: Record<string, string>): Promise<string[]> =>
  inFolder(CACHE, (folder) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const program = ts.createProgram(
      Object.keys(files).map((name) => join(folder, name)),
      options,
      host,
    )
    return ts
      .getPreEmitDiagnostics(program)
      .map(
        ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
      )
  })
