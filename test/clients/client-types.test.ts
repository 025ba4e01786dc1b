import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { clientTypes } from '../../src/tools/build/client-types.ts'

it.each(Object.entries(clientTypes()))('%s is what "npm run client:types" writes', (path, text) => {
  expect(readFileSync(join(projectRoot, path), 'utf8')).toBe(text)
})
