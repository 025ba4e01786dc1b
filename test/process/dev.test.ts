import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { enginesOf, reportingEngines } from '../support/engines.ts'
import { ProjectCopy } from '../support/project-copy.ts'
import { Command, freePort, isAlive, makeDataDir, postgresOf } from '../support/server-process.ts'

const ERRORS = 'src/core/errors.ts'
const WAIT = { timeout: 150_000, interval: 20 }

it('npm run dev serves an edit of a source, without a drain, with the same PostgreSQL and without engines of Prisma', {
  timeout: 400_000,
}, async () => {
  const copy = new ProjectCopy()
  const data = makeDataDir()
  const port = await freePort()
  const environment = {
    DATA_DIR: data.path,
    PORT: String(port),
    DRAIN_SECONDS: '300',
    LOG_LEVEL: 'warn',
    RUN_JOBS: 'false',
    ...reportingEngines,
  }
  const dev = new Command('dev/dev.mjs', [], environment, copy.path)
  onTestFinished(async () => {
    if (dev.child.exitCode === null) await dev.end('SIGKILL')
    copy.remove()
    data.remove()
  })

  const message = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/user`)
    const { error } = (await response.json()) as { error?: { message: string } }
    return error?.message
  }
  await vi.waitFor(async () => expect(await message()).toMatch(/^Send a valid API token/), WAIT)
  const postgres = postgresOf(data.path) ?? 0
  expect(isAlive(postgres)).toBe(true)
  // The first start applies migrations and fills the database.
  const engines = enginesOf(dev)
  expect(engines).toBeGreaterThan(0)

  const source = readFileSync(join(copy.path, ERRORS), 'utf8')
  const edit = (text: string) => copy.write(ERRORS, source.replace("'Send a valid API token", text))
  // One that does not compile changes nothing, and the next one is served.
  edit("'Send an invalid' 'API token")
  await dev.said(/Expected ".+" but found/)
  expect(await message()).toMatch(/^Send a valid API token/)
  // As editors write: one replaces the file, another one writes to it.
  renameSync(join(copy.path, ERRORS), join(copy.path, `${ERRORS}~`))
  edit("'Send an edited API token")
  await vi.waitFor(async () => expect(await message()).toMatch(/^Send an edited API token/), WAIT)
  expect(postgresOf(data.path)).toBe(postgres)
  expect(enginesOf(dev)).toBe(engines)
  await dev.said(/^Reloaded in [\d.]+ s: compiled in [\d.]+ s, started in [\d.]+ s\.$/m)

  await dev.end('SIGINT')
  expect(isAlive(postgres)).toBe(false)
})
