import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { graphqlSchema } from '../graphql/schema.ts'
import { projectRoot } from '../project-root.ts'

/** The schema as text, sorted so that a change of order in the code is no change of the text. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(graphqlSchema()))}\n`
}

/** Writes schema.graphql, where a review sees every change of what clients can rely on. */
export async function main(): Promise<void> {
  await writeFile(join(projectRoot, 'schema.graphql'), printedSchema())
  process.stdout.write('Wrote schema.graphql.\n')
}
