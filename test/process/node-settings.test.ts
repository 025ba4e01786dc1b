import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { quire } from '../support/command-line.ts'
import { createDatabase, dropDatabase } from '../support/database.ts'
import { TestS3 } from '../support/s3.ts'
import { makeDataDir, ServerProcess } from '../support/server-process.ts'

// Each test starts and stops several processes.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const [OLD, NEW, OTHER] = ['old-key-', 'new-key-', 'other-key-'].map((text) => text.repeat(5)) as [
  string,
  string,
  string,
]
const data = makeDataDir()
let s3: TestS3
let url = ''
let db: pg.Client

beforeAll(async () => {
  s3 = await TestS3.start()
  url = await createDatabase()
  db = new pg.Client({ connectionString: url })
  await db.connect()
})
afterAll(async () => {
  await db.end()
  await dropDatabase(url)
  await s3.close()
  data.remove()
})

/** Calls `work` while a node runs with these settings, and gets its registered row. */
async function whileNodeRuns(environment: Record<string, string>, work: () => Promise<void>): Promise<void> {
  const node = new ServerProcess({ DATABASE_URL: url, DATA_DIR: data.path, ...environment })
  try {
    await node.ready()
    await vi.waitFor(async () => expect((await db.query('SELECT 1 FROM "Node"')).rows).toHaveLength(1))
    await work()
  } finally {
    await node.end('SIGTERM')
  }
}

const command = (args: string[], environment: Record<string, string>) =>
  quire(args, { DATABASE_URL: url, DATA_DIR: data.path, ...environment })
const instanceKey = async () => (await db.query('SELECT * FROM "InstanceKey"')).rows
const refusal = (problem: string) =>
  expect.stringMatching(
    new RegExp(
      `^Nothing was changed, because not all running nodes are prepared for it:\n  node \\S+ [0-9a-f]{8} ${problem}\nSet .*--force.*150 seconds\\.\n$`,
    ),
  )

describe('rotate-keys', () => {
  const rotate = (...args: string[]) => command(['rotate-keys', ...args], { SECRET_KEY: `${NEW},${OLD}` })

  it.each([
    [OLD, 'does not have the first key of this SECRET_KEY'],
    [`${OLD},${NEW}`, 'encrypts with another key than the first one'],
  ])('changes nothing while a node runs with SECRET_KEY=%s', async (keys, problem) => {
    await whileNodeRuns({ SECRET_KEY: keys }, async () => {
      const before = await instanceKey()
      expect(await rotate()).toEqual({ code: 1, stdout: '', stderr: refusal(problem) })
      expect(await instanceKey()).toEqual(before)
      const { rows } = await db.query('SELECT * FROM "Node"')
      expect(JSON.stringify(rows)).not.toMatch(/old-key|new-key/)
    })
  })

  it('works while all nodes encrypt with the new key, when none runs, and with --force', async () => {
    await whileNodeRuns({ SECRET_KEY: `${NEW},${OLD}` }, async () => {
      expect(await rotate()).toMatchObject({ code: 0 })
    })
    expect(await rotate()).toMatchObject({ code: 0 })
    await whileNodeRuns({ SECRET_KEY: `${OLD},${NEW}` }, async () => {
      expect(await rotate('--force')).toMatchObject({ code: 0 })
    })
  })
})

describe('move-files', () => {
  const SECRET_KEY = `${NEW},${OLD}`
  const move = (...args: string[]) => command(['move-files', ...args], { SECRET_KEY, ...s3.environment })

  it('changes nothing while a node has no bucket, or another one', async () => {
    await whileNodeRuns({ SECRET_KEY }, async () => {
      expect(await move()).toEqual({ code: 1, stdout: '', stderr: refusal('has no FILES_URL') })
      expect(await move('--force')).toMatchObject({ code: 0 })
    })
    const other = { ...s3.environment, FILES_URL: 's3://another' }
    await whileNodeRuns({ SECRET_KEY, ...other }, async () => {
      const problem = 'has another FILES_URL or FILES_ENDPOINT'
      expect(await move()).toEqual({ code: 1, stdout: '', stderr: refusal(problem) })
      const { rows } = await db.query('SELECT * FROM "Node"')
      expect(JSON.stringify(rows)).not.toMatch(/another|S3RVER/)
    })
  })

  it('works while all nodes have the bucket, and names those that still use it after moving files back', async () => {
    await whileNodeRuns({ SECRET_KEY, ...s3.environment }, async () => {
      expect(await move()).toMatchObject({ code: 0, stderr: '' })
      const { code, stderr } = await move('--to', 'database')
      expect(code).toBe(0)
      expect(stderr).toMatch(/^node \S+ [0-9a-f]{8} still stores new files in the bucket: remove FILES_URL/)
    })
  })
})

describe('import', () => {
  it('is rejected while a node could not read what it writes', async () => {
    await whileNodeRuns({ SECRET_KEY: NEW }, async () => {
      const { rows } = await db.query('SELECT "id" FROM "Space" LIMIT 1')
      const args = ['import', data.path, '--space', rows[0].id]
      const withKey = await command(args, { SECRET_KEY: `${OTHER},${NEW}` })
      expect(withKey).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Run this with the SECRET_KEY'),
      })
      const withBucket = await command(args, { SECRET_KEY: NEW, ...s3.environment })
      expect(withBucket).toMatchObject({ code: 1, stderr: expect.stringContaining('or without one') })
    })
  })
})

describe('doctor', () => {
  it('reports nodes that differ in their key or their bucket', async () => {
    await whileNodeRuns({ SECRET_KEY: `${NEW},${OLD}` }, async () => {
      const other = new ServerProcess({
        DATABASE_URL: url,
        DATA_DIR: data.path,
        SECRET_KEY: `${OLD},${NEW}`,
        ...s3.environment,
      })
      await other.ready()
      await vi.waitFor(async () => expect((await db.query('SELECT 1 FROM "Node"')).rows).toHaveLength(2))
      const { code, stdout } = await command(['doctor'], { SECRET_KEY: OLD, PORT: '0' })
      await other.end('SIGTERM')
      expect(code).toBe(3)
      expect(stdout).toMatch(/^warning settings of nodes: not all encrypt with the same key$/m)
      expect(stdout).toMatch(/^PROBLEM settings of nodes: not all store files in the same place$/m)
    })
  })
})
