import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The directory of Quire's package.json: the same from the sources and from the compiled code. */
export const projectRoot: string = findProjectRoot(import.meta.dirname)

/** The version of Quire. */
export const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  version: string
}

function findProjectRoot(directory: string): string {
  if (isProjectRoot(directory)) return directory
  const parent = dirname(directory)
  if (parent === directory) throw new Error(`No package.json named "quire" above ${import.meta.dirname}.`)
  return findProjectRoot(parent)
}

function isProjectRoot(directory: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
    return (
      typeof manifest === 'object' && manifest !== null && 'name' in manifest && manifest.name === 'quire'
    )
  } catch {
    return false
  }
}
