import { parse } from 'parse5'
import { afterAll, describe, expect, it } from 'vitest'
import { deliver, type Mail, mailMessageOf, newMail, SmtpError } from '../../src/modules/mail/index.ts'
import { startMailServer } from '../support/mail-server.ts'

const server = await startMailServer()
afterAll(() => server.close())
const place = { host: '127.0.0.1', port: server.port, isSecure: false }
const from = { name: 'Quire, "Docs"', address: 'quire@example.com' }
const at = new Date('2026-11-18T09:30:00Z')

const LINK = 'https://docs.example.com/app/join#code?a=1&b=<2>'
const bodies = {
  invitation: { organization: 'Acme & Söhne', inviter: 'Ada', role: 'edit', link: LINK, expiresAt: at },
  passwordReset: { link: LINK, expiresAt: at },
  confirmAddress: { link: LINK, expiresAt: at },
  newSignIn: { browser: 'Firefox on Linux', address: '203.0.113.7', at, link: LINK },
  test: {},
  notification: {
    title: 'Ada commented on "Setup"',
    lines: ['First <b>line</b>', 'Second & last line'],
    link: LINK,
    stopLink: 'https://docs.example.com/app/stop/abc',
  },
}
type Template = keyof typeof bodies

async function received(template: Template, changes: object = {}, options: Partial<Mail> = {}) {
  const mail = {
    template,
    data: { ...bodies[template], ...changes },
    to: { name: 'Grace Hopper', address: 'grace@example.com' },
    language: 'en',
    organizationId: null,
    ...options,
  } as Mail
  await deliver(place, await mailMessageOf(newMail(mail, at), from, 'https://docs.example.com'))
  const last = server.received.at(-1)
  if (!last) throw new Error('Nothing was received.')
  return last
}

type ParsedNode = { nodeName: string; value?: string; childNodes?: ParsedNode[] }

/** The words that a page shows, in their order. */
const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')
const shownIn = (html: string): string => {
  const textOf = ({ nodeName, value = '', childNodes = [] }: ParsedNode): string =>
    ['head', 'style'].includes(nodeName) ? '' : value + childNodes.map(textOf).join(' ')
  return textOf(parse(html) as unknown as ParsedNode)
}
const headersOf = (raw: string): string => raw.slice(0, raw.indexOf('\r\n\r\n'))
const valuesOf = (mail: Awaited<ReturnType<typeof received>>, key: string): string[] =>
  mail.parsed.headers.filter((header) => header.key === key).map(({ value }) => value)

describe.each(Object.keys(bodies) as Template[])('the mail %s', (template) => {
  it.each(['en', 'de', 'ja'])('says the same as plain text and as HTML (%s)', async (language) => {
    const { parsed } = await received(template, {}, { language })
    expect(wordsOf(shownIn(parsed.html ?? ''))).toEqual(wordsOf(parsed.text ?? ''))
    expect(parsed.html).toContain(`<html lang="${language}">`)
    expect(parsed.text).toContain(parsed.subject)
    if (template !== 'test') expect(parsed.text).toContain(LINK)
    expect(parsed.html).not.toMatch(/<(?:img|script|link|iframe)|url\(|@import/)
  })

  it('has another text in each language', async () => {
    const texts = []
    for (const language of ['en', 'de-AT', 'ja', 'fr', null]) {
      texts.push((await received(template, {}, { language })).parsed.text)
    }
    const [english, german, japanese, ...others] = texts
    expect(new Set([english, german, japanese]).size).toBe(3)
    expect(others).toEqual([english, english])
  })

  it('is marked as sent by a program', async () => {
    const mail = await received(template)
    expect(valuesOf(mail, 'auto-submitted')).toEqual(['auto-generated'])
    expect(valuesOf(mail, 'message-id')).toEqual([expect.stringMatching(/^<[0-9a-f-]{36}@example\.com>$/)])
    expect(mail.parsed.date).toBe(at.toISOString())
    expect(mail.parsed.from).toMatchObject({ name: from.name, address: from.address })
  })
})

it('shows times in the language of the recipient, and roles by their names', async () => {
  expect((await received('invitation')).parsed.text).toContain(
    'Valid until: November 18, 2026 at 9:30 AM UTC',
  )
  const german = (await received('invitation', { role: null }, { language: 'de' })).parsed.text
  expect(german).toContain('Ihre Rolle: Gast\nGültig bis: 18. November 2026 um 09:30 UTC')
})

it('can be ended with one click, if it is a notification', async () => {
  const mail = await received('notification')
  expect(valuesOf(mail, 'list-unsubscribe')).toEqual(['<https://docs.example.com/app/stop/abc>'])
  expect(valuesOf(mail, 'list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
  expect(valuesOf(await received('invitation'), 'list-unsubscribe')).toEqual([])
})

describe('a text of somebody else', () => {
  const hostile = [
    'Ada\r\nBcc: victim@example.com',
    'Ada\nBcc: victim@example.com\n\nHello',
    'Ada\r\n\r\n<script>alert(1)</script>',
    'Ada\u2028Bcc: victim@example.com',
    'Ada\u0000\u0007\u001b[31m',
    '"Ada" <victim@example.com>, other@example.com',
    'Ada" <victim@example.com>',
    '=?utf-8?B?DQpCY2M6IHZpY3RpbUBleGFtcGxlLmNvbQ==?=',
    '👩‍💻'.repeat(100),
    '日本語'.repeat(170),
    'x'.repeat(500),
    '\u202egpj.exe',
    `<a href="https://evil.example">here</a> & 'quotes'`,
    '\ud800 alone',
  ]

  it.each(hostile.map((text) => [text]))('cannot add headers, recipients or elements: %j', async (text) => {
    const mails = [
      await received(
        'notification',
        { title: text, lines: [text, text] },
        { to: { name: text, address: 'grace@example.com' } },
      ),
      await received('invitation', { organization: text, inviter: text }),
      await received('newSignIn', { browser: text, address: text }),
    ]
    for (const { to, raw, parsed } of mails) {
      expect(to).toEqual(['grace@example.com'])
      expect(parsed.to?.map(({ address }) => address)).toEqual(['grace@example.com'])
      expect(parsed.headers.map(({ key }) => key)).not.toContain('bcc')
      expect(parsed.cc ?? []).toEqual([])
      // No line of the headers is longer than a server must accept.
      for (const line of headersOf(raw).split('\r\n')) expect(line.length).toBeLessThan(998)
      expect(headersOf(raw)).toMatch(/^[\t\r\n\x20-\x7e]*$/)
      expect([...(parsed.subject ?? '')].length).toBeLessThanOrEqual(260)
      expect(parsed.html).not.toContain('<script>')
      expect(parsed.html).not.toContain('<a href="https://evil.example">')
      expect(wordsOf(shownIn(parsed.html ?? ''))).toEqual(wordsOf(parsed.text ?? ''))
      expect(parsed.text).not.toMatch(/\u202e|\u2028|\0|^Bcc:/m)
    }
  })

  it('is cut off between characters', async () => {
    const { subject } = (await received('notification', { title: '日'.repeat(500) })).parsed
    expect(subject).toBe(`${'日'.repeat(199)}…`)
  })

  it.each([
    ['a\r\nRCPT TO:<victim@example.com>@example.com'],
    ['a@example.com\r\nDATA'],
    ['a@example.com, b@example.com'],
    ['Ada <a@example.com>'],
    ['a@localhost'],
  ])('is not an address of a recipient: %j', async (address) => {
    const before = server.received.length
    await expect(received('test', {}, { to: { name: null, address } })).rejects.toThrow('an e-mail address')
    expect(server.received).toHaveLength(before)
  })

  it.each([['javascript:alert(1)'], ['not a link'], ['ftp://example.com']])(
    'is not a link: %s',
    async (link) => {
      await expect(received('passwordReset', { link })).rejects.toThrow()
    },
  )
})

describe('a slow server', () => {
  const timeouts = { connectionTimeout: 60_000, greetingTimeout: 60_000, socketTimeout: 60_000 }
  const message = () =>
    mailMessageOf(
      newMail(
        {
          template: 'test',
          data: {},
          to: { name: null, address: 'grace@example.com' },
          language: null,
          organizationId: null,
        },
        at,
      ),
      from,
      'https://docs.example.com',
    )

  it.each([
    ['never greets', { onConnect: () => {} }, { greetingTimeout: 100 }, 'Greeting never received'],
    ['never answers a recipient', { onRcptTo: () => {} }, { socketTimeout: 400 }, 'Timeout'],
    [
      'never answers the mail',
      { onData: (stream: NodeJS.ReadableStream) => void stream.resume() },
      { socketTimeout: 400 },
      'Timeout',
    ],
  ])('that %s is left after a time, and the mail is tried again', async (_what, options, limit, reason) => {
    const slow = await startMailServer(options)
    const sent = deliver({ ...place, port: slow.port }, await message(), {
      timeouts: { ...timeouts, ...limit },
    })
    const error = await sent.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SmtpError)
    expect(error).toMatchObject({ isFinal: false, message: expect.stringContaining(reason) })
    expect(slow.received).toEqual([])
    await slow.close()
  })

  it('that closes the connection before it greets is reported', async () => {
    const closing = await startMailServer({
      onConnect: (_session, done) => done(new Error('too many connections')),
    })
    await expect(deliver({ ...place, port: closing.port }, await message())).rejects.toMatchObject({
      isFinal: false,
    })
    await closing.close()
  })
})
