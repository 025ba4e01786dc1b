import { expect, it, vi } from 'vitest'
import { TOKEN_PREFIX, TokenAuthentication } from '../../src/modules/tokens/tokens.authentication.ts'
import { appForFile } from '../support/app.ts'

const t = await appForFile()

it('authentication looks up only what can be a token', async () => {
  const authentication = new TokenAuthentication({ database: t.db.database, now: () => new Date() })
  const beforeLookup = vi.fn()
  const refused = (header: string) =>
    expect(authentication.viewerOf(header, beforeLookup)).rejects.toMatchObject({ reason: 'unauthenticated' })
  for (const header of ['Basic words', 'Bearer words', TOKEN_PREFIX]) await refused(header)
  expect(beforeLookup).not.toHaveBeenCalled()
  await refused(`Bearer ${TOKEN_PREFIX}words`)
  expect(beforeLookup).toHaveBeenCalledOnce()
})
