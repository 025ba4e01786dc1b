import { stringify } from 'yaml'
import { readYaml } from '../../../platform/yaml.ts'
import type { Variables } from '../../revisions/index.ts'

/** The new text of the file of variables; null to delete it. Undefined if it has the same variables already. */
export function variablesText(variables: Variables, before: string | undefined): string | null | undefined {
  const isEmpty = Object.keys(variables).length === 0
  const read = before === undefined ? undefined : readYaml(before)
  const stored = read && 'value' in read ? read.value : undefined
  const isSame = JSON.stringify(sorted(stringsIn(stored))) === JSON.stringify(sorted(variables))
  if (isSame || (isEmpty && before === undefined)) return undefined
  return isEmpty ? null : stringify(variables)
}

const stringsIn = (value: unknown): Variables =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, String(each)]))
    : {}

const sorted = (variables: Variables): [string, string][] =>
  Object.entries(variables).sort(([one], [other]) => (one < other ? -1 : 1))
