import { join } from 'node:path'
import ts from 'typescript'
import { definedLists } from '../../../src/core/lists/define-list.ts'
import type { ListDefinition } from '../../../src/core/lists/definitions.ts'
import { projectRoot } from '../../../src/platform/project-root.ts'
import { declaredStatements, type Statement } from '../../../src/platform/statements/statement.ts'
import type { RowType } from './row-types.ts'
import { type AnyCall, calleeOf, declarationOf, eachNode, lineOf, type Sources } from './sources.ts'

/** The files with the functions that declare statements and lists. */
const DECLARING = /\/(?:statements\/statement|lists\/define-list)\.ts$/

/** A place in a source, where a function was called. */
interface Frame {
  readonly file: string
  readonly line: number
  readonly column: number
  /** The name of the function that contains the call. */
  readonly inside: string
}

/** Something that was declared when the sources were loaded, and the calls that declared it, the innermost first. */
export interface Declared<Thing> {
  readonly thing: Thing
  readonly calls: readonly AnyCall[]
}

export type AnyList = ListDefinition<never, never, never>

export interface Declarations {
  readonly statements: readonly Declared<Statement>[]
  readonly lists: readonly Declared<AnyList>[]
  /** All calls in the sources that declare something. */
  readonly sites: readonly AnyCall[]
}

const FRAME = /^\s*at (?:(?:new |async )?(\S+)(?: \[as \S+\])? \()?(?:file:\/\/)?([^():]+):(\d+):(\d+)\)?$/

function framesOf(stack: string): Frame[] {
  return stack.split('\n').flatMap((text) => {
    const [, name = '', path, line, column] = FRAME.exec(text) ?? []
    const file = path && (path.startsWith(projectRoot) ? path : join(projectRoot, path))
    if (!file?.includes('/src/')) return []
    return [{ file, line: Number(line), column: Number(column), inside: name.split('.').at(-1) ?? '' }]
  })
}

/** Loads all sources that declare statements or lists, and notes which calls declare which. */
export async function loadDeclarations(sources: Sources): Promise<Declarations> {
  const callsIn = new Map<string, AnyCall[]>()
  const sites: AnyCall[] = []
  eachNode(sources, (node, file) => {
    if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return
    const known = callsIn.get(file.fileName) ?? []
    callsIn.set(file.fileName, [...known, node])
    const callee = calleeOf(node)
    const declaration = callee && declarationOf(sources.checker, callee)
    const isDeclaring = declaration && ts.isFunctionDeclaration(declaration)
    if (isDeclaring && DECLARING.test(declaration.getSourceFile().fileName)) sites.push(node)
  })
  const statements: { thing: Statement; stack: string }[] = []
  const lists: { thing: AnyList; stack: string }[] = []
  const { stackTraceLimit } = Error
  const set = declaredStatements.set.bind(declaredStatements)
  const add = definedLists.add.bind(definedLists)
  Error.stackTraceLimit = 30
  declaredStatements.set = (name, thing) => {
    statements.push({ thing, stack: new Error('declared').stack ?? '' })
    return set(name, thing)
  }
  definedLists.add = (thing) => {
    lists.push({ thing, stack: new Error('defined').stack ?? '' })
    return add(thing)
  }
  try {
    for (const path of new Set(sites.map((each) => each.getSourceFile().fileName))) await import(path)
  } finally {
    declaredStatements.set = set
    definedLists.add = add
    Error.stackTraceLimit = stackTraceLimit
  }
  const located = <Thing>({ thing, stack }: { thing: Thing; stack: string }): Declared<Thing> => ({
    thing,
    calls: callsAt(framesOf(stack), callsIn),
  })
  return { statements: statements.map(located), lists: lists.map(located), sites }
}

/** The calls of a stack. Each has the name of the function that the one before is in. */
function callsAt(frames: readonly Frame[], callsIn: ReadonlyMap<string, readonly AnyCall[]>): AnyCall[] {
  return frames.flatMap(({ file, line, column }, index) => {
    const callee = frames[index - 1]?.inside
    const there = (callsIn.get(file) ?? []).filter((call) => {
      const name = calleeOf(call)
      return name !== undefined && lineOf(call, name.getStart()) === line
    })
    const named = there.filter((call) => calleeOf(call)?.text === callee)
    const distance = (call: AnyCall) => {
      const at = calleeOf(call)?.getStart() ?? 0
      return Math.abs(call.getSourceFile().getLineAndCharacterOfPosition(at).character + 1 - column)
    }
    const [nearest] = (named.length > 0 ? named : there).sort((one, other) => distance(one) - distance(other))
    return nearest ? [nearest] : []
  })
}

const isParameter = (type: ts.Type): boolean => (type.flags & ts.TypeFlags.TypeParameter) !== 0

/** Finds the types that declarations have in the sources. */
export class DeclaredTypes {
  readonly #checker: ts.TypeChecker

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker
  }

  /** The type of the rows of a statement. Undefined where it depends on what is inferred. */
  rowOf({ calls }: Declared<Statement>): RowType | undefined {
    return this.#argument(calls, 'Statement', 0)
  }

  /** The types of the filters and of the rows of a list. */
  typesOfList({ calls }: Declared<AnyList>): { filters: ts.Type; row: RowType } | undefined {
    const filters = this.#argument(calls, 'ListDefinition', 1)
    const row = this.#argument(calls, 'ListDefinition', 2)
    return filters && row && { filters: filters.type, row }
  }

  /** A type argument of what a call returns. If it is a type parameter, the calls around give it a type. */
  #argument(calls: readonly AnyCall[], of: string, index: number): RowType | undefined {
    let found: ts.Type | undefined
    const parameters = new Map<string, ts.Type>()
    for (const call of calls) {
      const type = this.#checker.getTypeAtLocation(call)
      if (type.getSymbol()?.name === of)
        found = this.#checker.getTypeArguments(type as ts.TypeReference)[index]
      else this.#explicit(call, parameters)
      if (found && this.#isKnown(found, parameters)) {
        const named = isParameter(found) ? parameters.get(found.symbol.name) : undefined
        return { type: named ?? found, parameters }
      }
    }
    return undefined
  }

  /** Adds the type arguments that are written in a call. */
  #explicit(call: AnyCall, parameters: Map<string, ts.Type>): void {
    const names = this.#checker.getResolvedSignature(call)?.getDeclaration()?.typeParameters
    for (const [index, name] of names?.entries() ?? []) {
      const node = call.typeArguments?.[index]
      if (node) parameters.set(name.name.text, this.#checker.getTypeFromTypeNode(node))
    }
  }

  #isKnown(type: ts.Type, parameters: ReadonlyMap<string, ts.Type>): boolean {
    const isKnown = (each: ts.Type) => !isParameter(each) || parameters.has(each.symbol.name)
    if (isParameter(type)) return isKnown(type)
    return this.#checker
      .getPropertiesOfType(type)
      .every((property) => isKnown(this.#checker.getTypeOfSymbol(property)))
  }
}

/** Whether a function that is given with the declaration completes the rows. */
export const isShaped = ({ calls }: Declared<unknown>): boolean =>
  calls.some((call) =>
    call.arguments?.some(
      (given) =>
        ts.isObjectLiteralExpression(given) &&
        given.properties.some((each) => each.name?.getText() === 'shape'),
    ),
  )
