import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSecrets } from '../../src/platform/secrets.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.drop())

const node = (key?: string) => createSecrets(db.database, key)
const KEY = 'a key of at least thirty-two characters'

describe('a sealed secret', () => {
  it('does not show it, and is another text each time', async () => {
    const sealed = await node(KEY).seal('hunter2')
    expect(sealed).not.toContain('hunter2')
    expect(sealed).not.toBe(await node(KEY).seal('hunter2'))
    expect(await node(KEY).open(sealed)).toBe('hunter2')
  })

  it('is refused when somebody changed it', async () => {
    const sealed = await node(KEY).seal('hunter2')
    const parts = sealed.split('.')
    const data = Buffer.from(parts[4] ?? '', 'base64url')
    data[0] = (data[0] ?? 0) ^ 1
    const changed = [...parts.slice(0, 4), data.toString('base64url')].join('.')
    await expect(node(KEY).open(changed)).rejects.toThrow()
    await expect(node(KEY).open('hunter2')).rejects.toThrow('not a sealed secret')
  })

  it('without a key is opened by every node of the database, which make one key together', async () => {
    const [one, other] = [node(), node()]
    const [first, second] = await Promise.all([one.seal('first'), other.seal('second')])
    expect(await other.open(first)).toBe('first')
    expect(await one.open(second)).toBe('second')
    expect(await db.database.prisma.instanceKey.count()).toBe(1)
  })

  it('from before a key was configured can still be opened, and one of another key cannot', async () => {
    const before = await node().seal('old')
    expect(await node(KEY).open(before)).toBe('old')
    const other = await node(`another: ${KEY}`).seal('secret')
    await expect(node(KEY).open(other)).rejects.toThrow('another SECRET_KEY')
  })
})
