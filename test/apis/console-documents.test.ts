import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { graphqlSchema } from '../../src/graphql/schema.ts'
import { modules } from '../../src/modules/index.ts'
import { projectRoot } from '../../src/platform/project-root.ts'

const folder = join(projectRoot, 'src/console/pages')
const documents = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/[`']((?:query|mutation) [^`']+)[`']/g)].map(
      ([, text = '']) => [/^\w+ (\w+)/.exec(text)?.[1] ?? '', text] as const,
    ),
  )

/** Documents of screens, each file with the fragments that it uses. */
const screens = join(projectRoot, 'test/apis/console-documents')

describe('the documents of the screens', () => {
  it.each(readdirSync(screens))('%s is valid', (name) => {
    const document = parse(readFileSync(join(screens, name), 'utf8'))
    expect(validate(graphqlSchema(modules), document).map(({ message }) => message)).toEqual([])
  })
})

describe('the documents of the pages to sign in at', () => {
  it('are found', () => {
    expect(documents.length).toBeGreaterThanOrEqual(2)
  })

  it.each(documents)('%s is valid', (_name, text) => {
    expect(validate(graphqlSchema(modules), parse(text)).map(({ message }) => message)).toEqual([])
  })
})
