import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../../src/platform/project-root.ts'

export interface PreviousVersion {
  commit: string
  /** The folder with its sources. They share the installed packages, unless they need others. */
  root: string
  /** The migrations that it does not have. */
  newer: string[]
  remove: () => void
}

const SOURCES = [
  'src',
  'prisma',
  'prisma.config.ts',
  'schema.graphql',
  'docs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

const git = (...args: string[]): string =>
  execFileSync('git', ['-C', projectRoot, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 }).trim()

const migrationsIn = (root: string) =>
  readdirSync(join(root, 'prisma/migrations')).filter((name) => /^\d/.test(name))

/**
 * The commit of the previous release: the newest tag before this commit. Before the first release, it is the last
 * commit with fewer migrations. Undefined in a checkout without this history.
 */
export function previousCommit(): string | undefined {
  try {
    const [tag] = git('tag', '--merged', 'HEAD~1', '--list', 'v*', '--sort=-v:refname').split('\n')
    if (tag) return git('rev-parse', `${tag}^{commit}`)
    const newest = migrationsIn(projectRoot).sort().at(-1)
    const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', `prisma/migrations/${newest}`)
    return git('rev-parse', '--verify', added === '' ? 'HEAD' : `${added}~1`)
  } catch {
    return undefined
  }
}

const hasSamePackages = (root: string): boolean => {
  const [its, ours] = [root, projectRoot].map((at) => readFileSync(join(at, 'package-lock.json'), 'utf8'))
  return its === ours
}

/** Writes the sources of a commit to a folder of its own, from which its server can be started. */
export function checkOut(commit: string): PreviousVersion {
  const root = mkdtempSync(join(tmpdir(), 'quire-previous-'))
  const archive = execFileSync('git', ['-C', projectRoot, 'archive', commit, ...SOURCES], {
    maxBuffer: 1 << 28,
  })
  execFileSync('tar', ['-x', '-C', root], { input: archive })
  if (hasSamePackages(root)) symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
  else
    execFileSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  const known = new Set(migrationsIn(root))
  return {
    commit,
    root,
    newer: migrationsIn(projectRoot).filter((name) => !known.has(name)),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
