import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { graphqlSchema } from '../graphql/schema.ts'
import { modules } from '../modules/index.ts'
import { projectRoot } from '../platform/project-root.ts'

/** The schema as text, sorted so that the order of the code does not affect it. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(graphqlSchema(modules)))}\n`
}

/** Writes schema.graphql, so that every change of the schema shows up in a review. */
export async function main(): Promise<void> {
  await writeFile(join(projectRoot, 'schema.graphql'), printedSchema())
  process.stdout.write('Wrote schema.graphql.\n')
}
