import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { typeErrorsOf } from '../support/type-check.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let t: TestApp
let types = ''
beforeAll(async () => {
  t = await startApp()
  const document = await fetch(`${t.origin}/v1/openapi.json`)
  types = astToString(await openapiTypescript(await document.text()))
})
afterAll(() => t.close())

/** The TypeScript example in docs/rest-api.md, unchanged. */
const snippet = () => {
  const guide = readFileSync(join(projectRoot, 'docs/rest-api.md'), 'utf8')
  return [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code ?? '').join('\n')
}

const example = (field: string) => `${snippet()}
export const titles = (spaces: Space[]): string[] => spaces.map((space) => space.${field})
export const query: CommentQuery = { limit: 10, order: 'asc' }
`

it('openapi-typescript generates types for the example of the guide', async () => {
  expect(await typeErrorsOf({ 'quire.d.ts': types, 'example.ts': example('title') })).toEqual([])
})

it('the types reject a field that the document does not have', async () => {
  const errors = await typeErrorsOf({ 'quire.d.ts': types, 'example.ts': example('nonsense') })
  expect(errors).toEqual([expect.stringContaining("'nonsense'")])
})
