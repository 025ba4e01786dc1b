import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { modules } from '../modules/index.ts'
import { projectRoot } from '../platform/project-root.ts'
import { operationTable, type RequestDocument, requestDifferences } from '../rest/compatibility/index.ts'
import { describeApi } from '../rest/openapi/describe-api.ts'

const MARK = '<!-- operations: written by npm run docs:operations -->'

/** The document of the newest client that answers are compared with. */
const CLIENT = 'node_modules/@gitbook/api-0.202/spec/openapi.json'

/** The table of operations in the REST API guide, as it is now. */
export function currentTable(): string {
  const client = JSON.parse(readFileSync(join(projectRoot, CLIENT), 'utf8')) as RequestDocument
  const routes = modules.flatMap((module) => module.routes)
  return operationTable(routes, requestDifferences(describeApi(modules, ''), client))
}

/** `npm run docs:operations`: writes the table of operations into the REST API guide. */
export async function main(): Promise<void> {
  const file = join(projectRoot, 'docs/rest-api.md')
  const [before = ''] = readFileSync(file, 'utf8').split(MARK)
  writeFileSync(file, `${before}${MARK}\n\n${currentTable()}\n`)
}
