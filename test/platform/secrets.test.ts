import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keyFrom, sealWith } from '../../src/platform/sealing.ts'
import { createSecrets } from '../../src/platform/secrets.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

const KEY = 'a key of at least thirty-two characters'
const OTHER = `another: ${KEY}`

let db: TestDatabase
let folder: string

beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.drop())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quire-key-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await db.database.prisma.instanceKey.deleteMany()
})

/** A node with a data directory of this name. */
const node = (configured?: string, name = 'first') =>
  createSecrets(db.database, { configured, dataDir: join(folder, name) })
const keyFile = (name = 'first') => join(folder, name, 'secret.key')
const stored = () => db.database.prisma.instanceKey.findUniqueOrThrow({ where: { id: 1 } })

describe('a sealed secret', () => {
  it('does not show it, and is another text each time', async () => {
    const sealed = await node(KEY).seal('hunter2')
    expect(sealed).not.toContain('hunter2')
    expect(sealed).not.toBe(await node(KEY).seal('hunter2'))
    expect(await node(KEY).open(sealed)).toBe('hunter2')
  })

  it('is rejected when it was changed', async () => {
    const sealed = await node(KEY).seal('hunter2')
    const parts = sealed.split('.')
    const data = Buffer.from(parts[4] ?? '', 'base64url')
    data[0] = (data[0] ?? 0) ^ 1
    const changed = [...parts.slice(0, 4), data.toString('base64url')].join('.')
    await expect(node(KEY).open(changed)).rejects.toThrow()
    await expect(node(KEY).open('hunter2')).rejects.toThrow('not a sealed secret')
    await expect(node(KEY).open(sealed.replace(/^s1\.\w+/, 's1.00000000'))).rejects.toThrow(
      'another SECRET_KEY',
    )
  })
})

describe('the key of an instance without SECRET_KEY', () => {
  it('is in the data directory, for its owner only, and not in the database', async () => {
    const sealed = await node().seal('hunter2')
    const key = readFileSync(keyFile(), 'utf8').trim()
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
    expect(await stored()).toEqual({
      id: 1,
      key: null,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      retired: null,
    })
    expect(JSON.stringify(await stored())).not.toContain(key)
    expect(await node().open(sealed)).toBe('hunter2')
  })

  it('is made once by nodes that share a data directory and start at once', async () => {
    const [one, other] = [node(), node()]
    const [first, second] = await Promise.all([one.seal('first'), other.seal('second')])
    expect(await other.open(first)).toBe('first')
    expect(await one.open(second)).toBe('second')
  })

  it('is not guessed by a node with another data directory, which refuses', async () => {
    await node().seal('hunter2')
    await expect(node(undefined, 'second').seal('x')).rejects.toThrow(
      `This database is used with a key that is not in ${join(folder, 'second')}. Set SECRET_KEY to the same value on all nodes`,
    )
    expect(existsSync(keyFile('second'))).toBe(false)
    await createSecrets(db.database, { configured: undefined, dataDir: folder })
      .seal('x')
      .catch(() => null)
    writeFileSync(join(folder, 'secret.key'), 'f'.repeat(64))
    await expect(
      createSecrets(db.database, { configured: undefined, dataDir: folder }).seal('x'),
    ).rejects.toThrow(`${join(folder, 'secret.key')} is not the key that this database is used with.`)
  })

  it('that an earlier version kept in the database is moved, and what it sealed can be opened', async () => {
    const legacy = 'e'.repeat(64)
    await db.database.prisma.instanceKey.create({ data: { id: 1, key: legacy } })
    const sealed = sealWith(keyFrom(legacy), 'old')
    expect(await node().open(sealed)).toBe('old')
    expect(readFileSync(keyFile(), 'utf8').trim()).toBe(legacy)
    expect((await stored()).key).toBeNull()
    expect(await node().open(sealed)).toBe('old')
    await expect(node(undefined, 'second').open(sealed)).rejects.toThrow('SECRET_KEY')
  })

  it('is not overwritten by one that an earlier version kept in the database', async () => {
    await node().seal('x')
    await db.database.prisma.instanceKey.update({ where: { id: 1 }, data: { key: 'e'.repeat(64) } })
    await expect(node().seal('x')).rejects.toThrow('is not the key that this database is used with')
    expect((await stored()).key).toBe('e'.repeat(64))
  })
})

describe('SECRET_KEY', () => {
  it('is the same on all nodes, or they refuse; none keeps it', async () => {
    const sealed = await node(KEY).seal('hunter2')
    expect(await node(KEY, 'second').open(sealed)).toBe('hunter2')
    await expect(node(OTHER).open(sealed)).rejects.toThrow(
      'SECRET_KEY is not the key that this database is used with. Set SECRET_KEY to the same value on all nodes',
    )
    await expect(node(undefined, 'second').open(sealed)).rejects.toThrow('SECRET_KEY')
    expect(existsSync(keyFile())).toBe(false)
    expect(JSON.stringify(await stored())).not.toContain(KEY)
  })

  it('takes the place of a key in the data directory, and opens what that one sealed, from then on everywhere', async () => {
    const before = await node().seal('old')
    await expect(node(KEY, 'second').open(before)).rejects.toThrow('SECRET_KEY')
    expect(await node(KEY).open(before)).toBe('old')
    const after = await node(KEY).seal('new')
    const elsewhere = node(KEY, 'second')
    expect([await elsewhere.open(before), await elsewhere.open(after)]).toEqual(['old', 'new'])
    await expect(node().open(before)).rejects.toThrow('SECRET_KEY')
    expect(JSON.stringify(await stored())).not.toContain(readFileSync(keyFile(), 'utf8').trim())
  })

  it('takes the place of a key that an earlier version kept in the database, and opens what that one sealed', async () => {
    const legacy = 'e'.repeat(64)
    await db.database.prisma.instanceKey.create({ data: { id: 1, key: legacy } })
    const sealed = sealWith(keyFrom(legacy), 'old')
    expect(await node(KEY).open(sealed)).toBe('old')
    expect(JSON.stringify(await stored())).not.toContain(legacy)
    expect(await node(KEY, 'second').open(sealed)).toBe('old')
  })
})
