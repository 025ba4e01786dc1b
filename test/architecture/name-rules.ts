import { posix } from 'node:path'
import ts from 'typescript'
import type { Rules, Source } from './sources.ts'

/** The names of the functions, classes and constants that a file exports, and of its types. */
function exportsOf({ tree }: Source): { values: Set<string>; types: Set<string> } {
  const values = new Set<string>()
  const types = new Set<string>()
  for (const statement of tree.statements) {
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined
    if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue
    if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) values.add(name.getText(tree))
    } else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      values.add(statement.name?.text ?? 'default')
    } else if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
      types.add(statement.name.text)
    }
  }
  return { values, types }
}

/** A word without its ending: `resolving` is named after `resolvePath`, and `dimensions` after `dimensionsOf`. */
const stemOf = (word: string) => word.replace(/(?<=.{3})(?:ies|ing|ed|es|er|e|s|y)$/, '')

/** `index.ts`, files that the form of a module names, such as `spaces.rest.ts`, and collections of types have their names. */
const hasFixedName = (name: string) => name === 'index' || name === 'types' || name.includes('.')

/** The rules for names, each with files that violate it. */
export const nameRules: Rules = {
  'a file that exports one function, class or constant is named after it': {
    find: (sources) =>
      sources.flatMap((source) => {
        const name = posix.basename(source.path, '.ts')
        const { values, types } = exportsOf(source)
        const [only] = values
        // A program exports what its tests start.
        if (values.size !== 1 || only === 'main' || hasFixedName(name)) return []
        const exported = [...values, ...types].join(' ').toLowerCase()
        const isNamedAfterIt = name.split('-').every((word) => exported.includes(stemOf(word)))
        return isNamedAfterIt ? [] : [`${source.path} exports ${only}`]
      }),
    violations: [
      ['src/core/x.ts', 'export function changeOf() {}'],
      ['src/core/page-changes.ts', 'export class Batch {}'],
      ['src/core/page-batch.ts', 'export const batch = 1\nconst page = 2'],
    ],
  },
}
