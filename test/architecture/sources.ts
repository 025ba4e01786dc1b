import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import ts from 'typescript'
import { projectRoot } from '../../src/platform/project-root.ts'

export interface Import {
  /** The path from the project's root, or the name of the package. */
  target: string
  isOurs: boolean
  /** Removed by the compiler. */
  isTypeOnly: boolean
}

export interface Source {
  path: string
  text: string
  tree: ts.SourceFile
  lines: number
  imports: Import[]
  hasDefaultExport: boolean
  readsEnvironment: boolean
  readsClock: boolean
}

/** Returns the violations of a rule in these files. */
export type Rule = (sources: readonly Source[]) => string[]

/** A path and its text. */
type File = readonly [path: string, text: string]

/** Rules by title, each with violations: one file, or several that only violate it together. */
export type Rules = Record<string, { find: Rule; violations: readonly (File | readonly File[])[] }>

/** The files of a violation. */
export const filesOf = (violation: File | readonly File[]): readonly File[] =>
  isFile(violation) ? [violation] : violation

const isFile = (violation: File | readonly File[]): violation is File => typeof violation[0] === 'string'

/** The module that a file belongs to. */
export const moduleOf = (path: string) => /^src\/modules\/([^/]+)\//.exec(path)?.[1]

function pathsUnder(directory: string): string[] {
  return readdirSync(posix.join(projectRoot, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(projectRoot, posix.join(entry.parentPath, entry.name)))
    .filter((path) => /\.(ts|mjs)$/.test(path) && !/^src\/generated\/|\/node_modules\//.test(path))
    .sort()
}

const known = new Map<string, readonly Source[]>()

/** Every source file in a directory, with what the architecture rules check. Read once per run. */
export function sourcesUnder(directory: string): readonly Source[] {
  const before = known.get(directory)
  if (before) return before
  const sources = pathsUnder(directory).map((path) =>
    read(path, readFileSync(posix.join(projectRoot, path), 'utf8')),
  )
  known.set(directory, sources)
  return sources
}

/** The names of all models, which are the names of the tables. */
export const prismaModels = readdirSync(posix.join(projectRoot, 'prisma/models')).flatMap((name) => {
  const text = readFileSync(posix.join(projectRoot, 'prisma/models', name), 'utf8')
  return [...text.matchAll(/^model (\w+)/gm)].map(([, model = '']) => model)
})

/** What the rules check in one file. */
export function read(path: string, text: string): Source {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext)
  const source: Source = {
    path,
    text,
    tree,
    lines: text.split('\n').length - 1,
    imports: [],
    hasDefaultExport: false,
    readsEnvironment: false,
    readsClock: false,
  }
  const add = (specifier: string, isTypeOnly: boolean) => {
    const isOurs = specifier.startsWith('.')
    const target = isOurs ? posix.join(posix.dirname(path), specifier) : specifier
    source.imports.push({ target, isOurs, isTypeOnly })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node.moduleSpecifier.text, isTypeOnlyImport(node.importClause))
    }
    if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node.moduleSpecifier.text, node.isTypeOnly)
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments
      if (specifier && ts.isStringLiteral(specifier)) add(specifier.text, false)
    }
    if (ts.isExportAssignment(node)) source.hasDefaultExport = true
    if (ts.canHaveModifiers(node)) {
      const modifiers = ts.getModifiers(node) ?? []
      source.hasDefaultExport ||= modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
    }
    source.readsEnvironment ||= isMember(node, 'process', 'env')
    source.readsClock ||= isMember(node, 'Date', 'now') || isNewDate(node)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return source
}

function isTypeOnlyImport(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const { name, namedBindings } = clause
  if (name || !namedBindings || !ts.isNamedImports(namedBindings)) return false
  return namedBindings.elements.length > 0 && namedBindings.elements.every((element) => element.isTypeOnly)
}

function isMember(node: ts.Node, object: string, member: string): boolean {
  return (
    ts.isPropertyAccessExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === object &&
    node.name.text === member
  )
}

function isNewDate(node: ts.Node): boolean {
  return (
    ts.isNewExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'Date' &&
    (node.arguments?.length ?? 0) === 0
  )
}

/** The first import cycle, including type imports, as a path back to its start; empty if there is none. */
export function importCycle(sources: readonly Source[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const finished = new Set<string>()
  const walk = (path: string, trail: string[]): string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
    if (finished.has(path)) return []
    for (const { target } of byPath.get(path)?.imports ?? []) {
      if (!byPath.has(target)) continue
      const cycle = walk(target, [...trail, path])
      if (cycle.length > 0) return cycle
    }
    finished.add(path)
    return []
  }
  for (const { path } of sources) {
    const cycle = walk(path, [])
    if (cycle.length > 0) return cycle
  }
  return []
}

/** The imports between two subfolders of a folder that import each other, in either direction. */
export const mutualImports =
  (sources: readonly Source[]) =>
  (folder: string): string[] => {
    const subfolderOf = (path: string) => /^\/([^/]+)\//.exec(path.slice(folder.length))?.[1]
    const crossing = sources
      .filter(({ path }) => path.startsWith(`${folder}/`))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ target }) => target.startsWith(`${folder}/`))
          .map(({ target }) => ({ path, target, from: subfolderOf(path), to: subfolderOf(target) })),
      )
      .filter(({ from, to }) => from !== undefined && to !== undefined && from !== to)
    const directions = new Set(crossing.map(({ from, to }) => `${from} ${to}`))
    return crossing
      .filter(({ from, to }) => directions.has(`${to} ${from}`))
      .map(({ path, target }) => `${path} → ${target}`)
  }

/** The files of the project that this one loads, without type imports. */
export function loadedBy(sources: readonly Source[], start: string): Set<string> {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const loaded = new Set<string>()
  const waiting = [start]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const { target, isOurs, isTypeOnly } of byPath.get(path)?.imports ?? []) {
      if (!isOurs || isTypeOnly || loaded.has(target)) continue
      loaded.add(target)
      waiting.push(target)
    }
  }
  return loaded
}
