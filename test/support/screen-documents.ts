import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FragmentDefinitionNode, Kind, type OperationDefinitionNode, parse, print } from 'graphql'
import { projectRoot } from '../../src/platform/project-root.ts'

/** An operation that a screen sends. */
export interface ScreenDocument {
  name: string
  kind: 'query' | 'mutation' | 'subscription'
  /** With the fragments that it uses. */
  text: string
  /** The names of its variables. */
  variables: string[]
}

/** The documents of some files in `test/apis/console-documents`. Fragments can be in another of these files. */
export function screenDocuments(...files: string[]): ScreenDocument[] {
  const definitions = files.flatMap((name) => {
    const file = join(projectRoot, `test/apis/console-documents/${name}.graphql`)
    return parse(readFileSync(file, 'utf8')).definitions as (
      | OperationDefinitionNode
      | FragmentDefinitionNode
    )[]
  })
  const fragments = new Map(
    definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, print(each)]] : [],
    ),
  )
  const withFragments = (text: string): string => {
    const used = new Set<string>()
    const parts = [text]
    for (const part of parts) {
      for (const [, name = ''] of part.matchAll(/\.\.\.(\w+)/g)) {
        if (used.has(name)) continue
        used.add(name)
        parts.push(fragments.get(name) ?? '')
      }
    }
    return parts.join('\n')
  }
  return definitions.flatMap((each) =>
    each.kind === Kind.OPERATION_DEFINITION
      ? {
          name: each.name?.value ?? '',
          kind: each.operation,
          text: withFragments(print(each)),
          variables: (each.variableDefinitions ?? []).map(({ variable }) => variable.name.value),
        }
      : [],
  )
}

/** The text of one document. */
export function screenDocument(file: string, name: string): string {
  const found = screenDocuments(file).find((each) => each.name === name)
  if (!found) throw new Error(`There is no document ${name} in ${file}.graphql.`)
  return found.text
}
