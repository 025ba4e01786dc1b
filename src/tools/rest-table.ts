import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { modules } from '../modules/index.ts'
import { projectRoot } from '../platform/project-root.ts'
import { operationTable } from '../rest/compatibility/index.ts'

const MARK = '<!-- operations: written by npm run docs:operations -->'

/** `npm run docs:operations`: writes the table of operations into the REST API guide. */
export async function main(): Promise<void> {
  const file = join(projectRoot, 'docs/rest-api.md')
  const [before = ''] = readFileSync(file, 'utf8').split(MARK)
  const table = operationTable(modules.flatMap((module) => module.routes))
  writeFileSync(file, `${before}${MARK}\n\n${table}\n`)
}
