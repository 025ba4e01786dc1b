import { expect, it } from 'vitest'
import { deliver, mailMessageOf, newMail } from '../../src/modules/mail/index.ts'
import { startMailServer } from '../support/mail-server.ts'

const message = await mailMessageOf(
  newMail(
    {
      template: 'test',
      data: {},
      to: { name: null, address: 'ada@example.com' },
      language: null,
      organizationId: null,
    },
    new Date(),
  ),
  { name: '', address: 'quire@example.com' },
  'https://docs.example.com',
)
const login = { user: 'quire', password: 'hunter2-hunter2' }
/** This machine by an address that could be that of another one. */
const REMOTE = '0.0.0.0'

it('never sends a password to another machine without TLS, also if STARTTLS is not offered', async () => {
  let hasSignedIn = false
  const server = await startMailServer({
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => {
      hasSignedIn = true
      done(null, { user: 'quire' })
    },
  })
  const place = { port: server.port, isSecure: false, login }
  await expect(deliver({ ...place, host: REMOTE }, message)).rejects.toMatchObject({ isFinal: false })
  expect(hasSignedIn).toBe(false)
  expect(server.received).toEqual([])
  // On this machine nobody is in between.
  await deliver({ ...place, host: '127.0.0.1' }, message)
  expect(server.received).toMatchObject([{ user: 'quire', isEncrypted: false }])
  await server.close()
})

it.each([
  ['from the beginning', true],
  ['by STARTTLS', false],
])('rejects a certificate of another machine that nobody has signed (%s)', async (_how, isSecure) => {
  const server = await startMailServer({ secure: isSecure, disabledCommands: [] })
  const sent = deliver({ host: REMOTE, port: server.port, isSecure }, message)
  await expect(sent).rejects.toMatchObject({
    isFinal: false,
    message: expect.stringContaining('certificate'),
  })
  expect(server.received).toEqual([])
  await server.close()
})
