import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../src/platform/project-root.ts'

/** The text of a GraphQL document of the console, as its screens send it. */
export function documentOf(name: string): string {
  const compiled = readFileSync(join(projectRoot, `src/generated/console/${name}.graphql.ts`), 'utf8')
  const [, text = '""'] = /"text": (".*")/.exec(compiled) ?? []
  return JSON.parse(text) as string
}
