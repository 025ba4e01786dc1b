import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { git } from '../../src/console/app/texts/en/git.ts'
import { history } from '../../src/console/app/texts/en/history.ts'
import { en } from '../../src/console/app/texts/en/index.ts'
import * as operating from '../../src/console/app/texts/en/operating.ts'
import { people } from '../../src/console/app/texts/en/people.ts'
import { publishing } from '../../src/console/app/texts/en/publishing.ts'
import { projectRoot } from '../../src/platform/project-root.ts'

const textOf = (file: string) => readFileSync(join(projectRoot, file), 'utf8')
const guide = textOf('docs/console.md')

/** All texts of the interface. What is filled in is left out. */
function textsIn(table: unknown): string[] {
  if (typeof table === 'string') return [table]
  if (typeof table === 'function') return textsIn(table(...Array(table.length).fill('')))
  return typeof table === 'object' && table !== null ? Object.values(table).flatMap(textsIn) : []
}

it.each([
  ['docs/console.md', 15],
  ['docs/git.md', 5],
])('%s names what people click on as the console does', (file, least) => {
  const known = new Set(textsIn([en, git, history, publishing, people, operating]).map((text) => text.trim()))
  const named = [...textOf(file).matchAll(/\*\*(.+?)\*\*/g)].map(([, text = '']) => text)
  expect(named.length).toBeGreaterThan(least)
  expect(named.filter((text) => !known.has(text))).toEqual([])
})

describe.each([
  ['docs/console.md', 15],
  ['docs/git.md', 5],
] as const)('the GraphQL documents of %s', (file, least) => {
  const schema = buildSchema(textOf('schema.graphql'))
  const documents = [...textOf(file).matchAll(/```graphql\n([\s\S]*?)```/g)].map(([, text = '']) =>
    parse(text),
  )

  it('are valid, and name what they need as variables', () => {
    const operations = documents.flatMap(({ definitions }) => definitions)
    expect(operations.length).toBeGreaterThanOrEqual(least)
    expect(documents.flatMap((document) => validate(schema, document)).map(({ message }) => message)).toEqual(
      [],
    )
  })
})

describe('docs/console.md', () => {
  it('calls operations of the REST API that exist', () => {
    const table = textOf('docs/rest-api.md')
    const calls = [
      ...guide.matchAll(
        /curl -s (?:-X (\w+) )?"?\$QUIRE\/v1(\/[^\s"?]+)[\s\S]*?(?=\ncurl|\n\w+=\$\(curl|\n```)/g,
      ),
    ]
    const operations = calls.map(([call, method, path = '']) => {
      const verb = method ?? (call.includes(" -d '") ? 'POST' : 'GET')
      return `${verb} ${path.replace(/\$\w+/g, '{}')}`
    })
    expect(operations.length).toBeGreaterThan(10)
    expect(operations.filter((operation) => !table.includes(`\`${operation}\``))).toEqual([])
  })

  it('shows pictures that the suite takes, and that are kept', () => {
    const pictures = [...guide.matchAll(/\]\((images\/[^)]+)\)/g)].map(([, path = '']) => `docs/${path}`)
    expect(pictures.length).toBeGreaterThan(2)
    expect(pictures.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([])
    const ignored = textOf('.gitignore')
    expect(pictures.filter((path) => !ignored.includes(`!${path}`))).toEqual([])
  })
})
