import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { isAccepted, noticesOf } from '../../src/tools/build/third-party-notices.mjs'
import { ensureBuilt } from '../../src/tools/build.mjs'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

/** Packages whose manifest does not name their licence by its identifier, and what the file LICENSE says. */
const readByHand: Readonly<Record<string, string>> = {
  'node_modules/dejavu-fonts-ttf':
    'Bitstream Vera: fonts may be embedded and distributed, also changed under another name',
  'node_modules/duck': 'BSD with two clauses',
  'node_modules/khroma': 'MIT',
  'node_modules/png-js': 'MIT',
}

/** A package with this manifest, and this licence text. */
function packageWith(manifest: object, text?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-package-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'package'))
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify(manifest))
  if (text !== undefined) writeFileSync(join(folder, 'package/LICENSE'), text)
  return relative(projectRoot, join(folder, 'package'))
}

describe('licences', () => {
  it('every package that is part of the build has its notice in THIRD-PARTY-NOTICES', async () => {
    await ensureBuilt()
    const { bundled } = JSON.parse(read('dist/packages.json')) as { bundled: string[] }
    expect(bundled).toContain('node_modules/graphql-yoga')
    const notices = read('dist/THIRD-PARTY-NOTICES')
    const missing = bundled.filter((folder) => {
      const { name, version, license = readByHand[folder] } = JSON.parse(read(`${folder}/package.json`))
      return !notices.includes(`\n${name} ${version}\n\nLicence: ${license}\n`)
    })
    expect(missing).toEqual([])
    expect(notices).toContain('Permission is hereby granted, free of charge')
  })

  it('every package that runs in production has an accepted licence', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { dev?: true; devOptional?: true; license?: string }>
    }
    const others = Object.entries(packages)
      .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
      .filter(([path, { license }]) => !isAccepted(license ?? '') && !(path in readByHand))
      .map(([path, { license }]) => `${path}: ${license}`)
    expect(others).toEqual([])
  })

  it('the build fails for a package whose licence is not accepted', () => {
    const folder = packageWith({ name: 'strict', version: '1.0.0', license: 'AGPL-3.0-only' })
    expect(() => noticesOf([folder])).toThrow(
      'strict 1.0.0 has the licence "AGPL-3.0-only", which is not in ACCEPTED_LICENCES',
    )
    expect(() => noticesOf([packageWith({ name: 'silent', version: '1.0.0' })])).toThrow('silent 1.0.0')
  })

  it('a notice has the text of the licence and its author', () => {
    const manifest = { name: 'free', version: '1.2.3', license: 'MIT', author: { name: 'Ada' } }
    expect(noticesOf([packageWith(manifest, 'Copyright Ada\n')])).toContain(
      'free 1.2.3\n\nLicence: MIT\nAuthor: Ada\n\nCopyright Ada\n',
    )
  })

  it('one accepted licence of several to choose from is enough, and all of several that apply are required', () => {
    expect(['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC'].map(isAccepted)).toEqual([true, true, true])
    expect(['GPL-3.0', 'MIT AND GPL-3.0', '', 'UNLICENSED'].map(isAccepted)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
