import { stringify } from 'yaml'
import { DomainError } from '../../../core/errors.ts'
import { treeVariables } from '../../import/index.ts'
import { FrontMatterError, patchFrontMatterText } from '../../page-metadata/index.ts'
import type { Variables } from '../../revisions/index.ts'

/** The text of the file of variables, with everything as it is written that has not changed; null to delete it. */
export function variablesText(variables: Variables, before: string | undefined): string | null | undefined {
  const isEmpty = Object.keys(variables).length === 0
  if (before === undefined) return isEmpty ? undefined : stringify(variables)
  const changes = changesOf(variables, before)
  if (changes === undefined) return stringify(variables)
  if (Object.keys(changes).length === 0) return before
  if (isEmpty) return null
  const ending = before.includes('\r\n') ? '\r\n' : '\n'
  try {
    return patchFrontMatterText(before.replaceAll('\r\n', '\n'), changes).replaceAll('\n', ending)
  } catch (error) {
    if (error instanceof FrontMatterError) return stringify(variables)
    throw error
  }
}

/** The variables that differ from those that an import reads from the file. Undefined if it cannot be read. */
function changesOf(variables: Variables, before: string): Record<string, string | undefined> | undefined {
  try {
    const read = treeVariables(Buffer.from(before), '')
    const names = [...new Set([...Object.keys(read), ...Object.keys(variables)])]
    return Object.fromEntries(
      names.filter((name) => read[name] !== variables[name]).map((name) => [name, variables[name]]),
    )
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}
