import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '../../src/platform/project-root.ts'

/** The text of a GraphQL document of the console, as its screens send it. */
export async function documentOf(name: string): Promise<string> {
  const file = pathToFileURL(join(projectRoot, `src/generated/console/${name}.graphql.ts`)).href
  const { default: node } = (await import(file)) as { default: { params: { text: string } } }
  return node.params.text
}
