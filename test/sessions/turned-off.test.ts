import { describe, expect, it } from 'vitest'
import { appForFile, startApp } from '../support/app.ts'
import { atLocalhost, deviceFor, signedInWithPasskey } from './passkeys.ts'
import { Browser, PASSWORD, setupCodeFor, signedIn } from './signing-in.ts'

const t = await appForFile()
const organization = await t.build.buildOrganization()
const person = () => t.build.buildPerson({ organizationId: organization.id, role: 'edit' })

/** Another node on the same database, on which only these methods can be used. */
async function nodeWith<Result>(
  methods: string,
  work: (node: Awaited<ReturnType<typeof startApp>>) => Promise<Result>,
): Promise<Result> {
  const node = await startApp({ sharing: t, environment: { SIGN_IN_METHODS: methods } })
  try {
    return await work(node)
  } finally {
    await node.close()
  }
}

const outcome = ({ status, body }: { status: number; body: { error?: { message: string } } }) => [
  status,
  body.error?.message.split('. ')[0],
]

describe('a way to sign in that is turned off', () => {
  it('is not offered, and nobody signs in with a password', async () => {
    const { user } = await person()
    const { email } = await signedIn(t, user.id)
    const refusal = [403, 'Passwords are turned off on this server']
    const newcomer = await person()
    const code = await setupCodeFor(t, newcomer.user.id)
    await nodeWith('passkey,token', async (node) => {
      const browser = new Browser(node)
      const { body } = await browser.send('/app/~auth/methods')
      expect([body.password, body.token]).toEqual([{ available: false }, { available: true }])
      expect(outcome(await browser.auth('password', { email, password: PASSWORD }))).toEqual(refusal)
      const setUp = { code, displayName: 'Ann', email: 'ann@example.com', password: PASSWORD }
      expect(outcome(await browser.auth('setup', setUp))).toEqual(refusal)
      expect((await browser.auth('token', { token: newcomer.token })).status).toBe(200)
      const change = { newPassword: PASSWORD }
      expect(outcome(await browser.send('/v1/user/password', change, { method: 'PUT' }))).toEqual(refusal)
      expect(outcome(await browser.auth('reauthenticate', { password: PASSWORD }))).toEqual(refusal)
    })
    expect((await new Browser(t).auth('password', { email, password: PASSWORD })).status).toBe(200)
  })

  it('is not offered, and nobody signs in with a passkey or adds one', async () => {
    const { user } = await person()
    const device = deviceFor(t)
    await signedInWithPasskey(t, user.id, device)
    const refusal = [403, 'Passkeys are turned off on this server']
    await nodeWith('password', async (node) => {
      const browser = new Browser(atLocalhost(node))
      const { body } = await browser.send('/app/~auth/methods')
      expect(body.passkeys).toEqual({ available: false })
      for (const path of ['passkey/options', 'passkey/add/options', 'reauthenticate/options']) {
        expect(outcome(await browser.auth(path))).toEqual(refusal)
      }
      expect(outcome(await browser.auth('passkey/choose/options', { code: 'x' }))).toEqual(refusal)
    })
  })

  it('does not concern the tokens of programs', async () => {
    const { token } = await person()
    await nodeWith('none', async (node) => {
      expect(outcome(await new Browser(node).auth('token', { token }))).toEqual([
        403,
        'Tokens are turned off on this server',
      ])
      const headers = { authorization: `Bearer ${token}` }
      expect((await new Browser(node).send('/v1/user', undefined, { headers })).status).toBe(200)
    })
  })
})
