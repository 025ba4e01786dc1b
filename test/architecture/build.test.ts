import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { ensureBuilt } from '../../src/tools/build.mjs'
import { sourcesUnder } from './sources.ts'

/** Imports at the beginning of a line, as the compiler writes them, and dynamic ones. */
const IMPORTS = /^(?:import|export)\b[^"'\n]*"([^"\n]+)";?$|\bimport\("([^"\n]+)"\)/gm

const dist = join(projectRoot, 'dist')

/** The packages that the compiled server and its commands import. */
function importedPackages(): Set<string> {
  const tools = readdirSync(join(dist, 'tools')).filter((name) => name.endsWith('.js'))
  const waiting = [join(dist, 'main.js'), ...tools.map((name) => join(dist, 'tools', name))]
  const seen = new Set<string>()
  const packages = new Set<string>()
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    // The explorer is one long text, which contains code of its own.
    if (seen.has(file) || !existsSync(file) || /\/esm-/.test(file)) continue
    seen.add(file)
    for (const [, fixed, dynamic] of readFileSync(file, 'utf8').matchAll(IMPORTS)) {
      const path = fixed ?? dynamic ?? ''
      if (path.startsWith('.')) waiting.push(join(dirname(file), path))
      else if (!path.startsWith('node:')) packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? '')
    }
  }
  return packages
}

it('the compiled server imports only packages that an installation without development packages has', async () => {
  await ensureBuilt()
  const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'))
  const imported = [...importedPackages()]
  expect(imported).toContain('fastify')
  const missing = imported.filter((name) => {
    const entry = packages[`node_modules/${name}`]
    return !entry || entry.dev
  })
  expect(missing).toEqual([])
})

it('package.json lists every package that the sources import among the dependencies', {
  timeout: 120_000,
}, () => {
  const { dependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  const imports =
    /^(?:import|export)\s+(?!type\b)[^'"]*?from '([^.'][^']*)'|^import '([^.'][^']*)'|\bimport\('([^.'][^']*)'\)/gm
  const missing = sourcesUnder('src')
    // What browsers load is compiled with its packages.
    .filter(({ path }) => path.endsWith('.ts'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(imports)].flatMap(([, ...names]) => {
        const name = /^(?:@[^/]+\/)?[^/]+/.exec(names.find((each) => each !== undefined) ?? '')?.[0] ?? ''
        // Names that begin with # are those of `imports` in package.json.
        return name.startsWith('#') || isBuiltin(name) || name in dependencies ? [] : [`${path}: ${name}`]
      }),
    )
  expect(missing).toEqual([])
})
