import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { createDatabase, dropDatabase } from '../support/database.ts'
import { has, operationsFile, runProgram } from './programs.ts'

const OTHER_ACCOUNT = 65_534
const unit = readFileSync(operationsFile('quire.service'), 'utf8')
const entry = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

const folder = mkdtempSync(join(tmpdir(), 'quire-systemd-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the systemd unit', () => {
  it.runIf(has('systemd-analyze', '--version'))('is accepted by systemd', () => {
    const { output } = runProgram('systemd-analyze', ['verify', '--man=no', operationsFile('quire.service')])
    expect(output.split('\n').filter((line) => line.includes('quire.service'))).toEqual([])
  })

  it('has the account, the folders and the settings of the steps in docs/operations.md', () => {
    const page = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8')
    const [, steps = ''] = /^### systemd\n[\s\S]*?```sh\n([\s\S]*?)```/m.exec(page) ?? []
    expect(steps).toMatch(
      new RegExp(`useradd .* --home-dir /var/lib/${entry('StateDirectory')} .* ${entry('User')}$`, 'm'),
    )
    expect(steps).toContain(`cd ${entry('WorkingDirectory')}\n`)
    expect(steps).toContain(` ${entry('EnvironmentFile')}\n`)
    expect(steps).toContain('npm ci && sudo npm run build')
    expect(entry('Environment')).toContain(`DATA_DIR=/var/lib/${entry('StateDirectory')}`)
  })

  it.runIf(process.getuid?.() === 0)(
    'starts a checkout that root has built, under another account',
    {
      timeout: 300_000,
    },
    async () => {
      chmodSync(folder, 0o755)
      const [checkout, dataDir] = [join(folder, 'checkout'), join(folder, 'data')]
      mkdirSync(checkout)
      const parts = [
        'src',
        'prisma',
        'package.json',
        'package-lock.json',
        'tsconfig.json',
        'prisma.config.ts',
        'schema.graphql',
        'docs',
      ]
      const isGenerated = (path: string) => path.includes('src/generated')
      for (const part of parts)
        cpSync(join(projectRoot, part), join(checkout, part), {
          recursive: true,
          filter: (path) => !isGenerated(path),
        })
      symlinkSync(join(projectRoot, 'node_modules'), join(checkout, 'node_modules'))
      const built = runProgram('npm', ['--prefix', checkout, 'run', 'build'])
      expect(built.status, built.output).toBe(0)
      mkdirSync(dataDir, { mode: 0o750 })
      chownSync(dataDir, OTHER_ACCOUNT, OTHER_ACCOUNT)

      const url = await createDatabase()
      // The other account does not reach the socket of the database.
      const overTcp = new URL(url)
      overTcp.searchParams.delete('host')
      const [, ...args] = entry('ExecStart').split(' ')
      const environment = Object.fromEntries(
        entry('Environment')
          .split(' ')
          .map((pair) => pair.split('=') as [string, string]),
      )
      const server = spawn(process.execPath, args, {
        cwd: checkout,
        uid: OTHER_ACCOUNT,
        gid: OTHER_ACCOUNT,
        env: {
          PATH: process.env.PATH,
          ...environment,
          DATA_DIR: dataDir,
          DATABASE_URL: overTcp.href,
          PORT: '0',
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      const ended = once(server, 'close')
      let said = ''
      server.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (said.includes('Quire is ready.')) server.kill('SIGINT')
      })
      const [code] = await ended
      expect(said).toContain('Quire is ready.')
      expect(said).not.toContain('Building')
      expect(code).toBe(0)
      await dropDatabase(url)
    },
  )
})
