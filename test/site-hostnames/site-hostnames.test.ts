import { createSocket } from 'node:dgram'
import { promises as dns } from 'node:dns'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { hostProof } from '../../src/http/host-proof.ts'
import { askHost } from '../../src/modules/site-hostnames/ask-host.ts'
import { concluded } from '../../src/modules/site-hostnames/conclusions.ts'
import { lookupHost } from '../../src/modules/site-hostnames/lookup-host.ts'
import { createOutbound } from '../../src/platform/outbound.ts'
import { restAsker } from '../support/api-requests.ts'
import { appForFile } from '../support/app.ts'
import { graphqlAsker } from '../support/graphql-outcomes.ts'
import { done, refused } from '../support/outcome.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { serveWeb } from '../support/web.ts'

const t = await appForFile()
const people = await buildPeopleByRole(t)
const { prisma } = t.db.database

/** A name server that knows one host: `docs.acme.example` is 192.0.2.7. */
const names = createSocket('udp4')
names.on('message', (query, { port, address }) => {
  const end = query.indexOf(0, 12)
  const question = query.subarray(12, end + 5)
  const isKnown = question.toString('latin1').includes('\x04docs\x04acme')
  const isA = query.readUInt16BE(end + 1) === 1
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(isKnown && isA ? 1 : 0, 6)
  header.writeUInt16BE(0, 10)
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7])
  names.send(Buffer.concat([header, question, ...(isKnown && isA ? [record] : [])]), port, address)
})
await new Promise<void>((resolve) => names.bind(0, '127.0.0.1', resolve))
const before = dns.getServers()
dns.setServers([`127.0.0.1:${(names.address() as AddressInfo).port}`])
afterAll(() => {
  dns.setServers(before)
  names.close()
})

const secretsOf = (key: string) => ({ keysFor: async (): Promise<[Buffer]> => [Buffer.from(key)] })

describe('the look-up of a hostname', () => {
  it('returns its records, and none for a name that DNS does not know', async () => {
    expect(await lookupHost('docs.acme.example')).toEqual([{ type: 'A', value: '192.0.2.7' }])
    expect(await lookupHost('nothing.example')).toEqual([])
  })
})

describe('the question whether a server is this instance', () => {
  const outbound = (host: string) => createOutbound({ allow: [host] })

  it('is answered by a node with the key of the instance, with the host that it sees', async () => {
    const challenge = 'a-challenge-of-a-node'
    const answered = await fetch(`${t.origin}/healthz?challenge=${challenge}`).then((answer) => answer.json())
    const { host } = new URL(t.origin)
    const seen = { host, path: '/healthz', isForwarded: false }
    expect(answered).toEqual({ status: 'ok', ...seen, proof: expect.any(String) })
    // A server with another key has another proof, and a short challenge has none.
    expect(await hostProof(secretsOf('other'), challenge, seen)).not.toBe(
      (answered as { proof: string }).proof,
    )
    expect(await fetch(`${t.origin}/healthz?challenge=short`).then((answer) => answer.json())).toEqual({
      status: 'ok',
    })
  })

  it('tells this server from others, and from nothing', async () => {
    const secrets = secretsOf('key')
    const web = await serveWeb(async ({ url = '', headers: { host = '' } }, response) => {
      const { pathname: path, searchParams } = new URL(url, 'http://x')
      const seen = { host, path, isForwarded: true }
      const proof = await hostProof(secrets, searchParams.get('challenge') ?? '', seen)
      response.end(JSON.stringify({ status: 'ok', ...seen, proof }))
    })
    const tools = { outbound: outbound(web.host), secrets }
    expect(await askHost(tools, web.origin)).toEqual({
      kind: 'this',
      status: 200,
      seen: { host: web.host, path: '/~host-proof', isForwarded: true },
    })
    expect(await askHost({ ...tools, secrets: secretsOf('other') }, web.origin)).toEqual({
      kind: 'other',
      status: 200,
    })
    const large = await serveWeb((_request, response) => response.end('x'.repeat(100_000)))
    expect(await askHost({ outbound: outbound(large.host), secrets }, large.origin)).toMatchObject({
      kind: 'other',
    })
    // An address that is not public is never connected to.
    expect(await askHost({ outbound: createOutbound({ allow: [] }), secrets }, web.origin)).toMatchObject({
      kind: 'nothing',
    })
    expect(web.requests).toHaveLength(2)
  })

  it('leads to what has to be changed', () => {
    const about = (answer: Parameters<typeof concluded>[0]) =>
      concluded(answer, { address: 'docs.example/guide', target: 'quire.example' })
    const right = { host: 'docs.example', path: '/guide/~host-proof', isForwarded: true }
    const seen = (other: object) => about({ kind: 'this', status: 200, seen: { ...right, ...other } })
    expect(seen({}).state).toBe('ok')
    expect(seen({ host: 'internal' })).toMatchObject({
      state: 'host_not_passed',
      message: expect.stringContaining('internal'),
    })
    expect(seen({ path: '/~host-proof' }).state).toBe('path_not_passed')
    expect(seen({ isForwarded: false }).state).toBe('client_not_passed')
    expect(about({ kind: 'other', status: 404 })).toMatchObject({ state: 'other_server', status: 404 })
    expect(about({ kind: 'nothing', problem: 'It is closed.' }).message).toContain('It is closed.')
  })
})

interface CheckView {
  state: string
  message: string
  records: unknown[]
}
const view = ({ state, message, records }: CheckView) => ({ state: state.toLowerCase(), message, records })

describe.each([
  {
    name: 'rest',
    check: (who: { token: string }, siteId: string) =>
      restAsker(t, who)('POST', `/orgs/${people.organization.id}/sites/${siteId}/hostname-check`, view),
    checkProxy: (who: { token: string }, siteId: string) =>
      restAsker(t, who)('POST', `/orgs/${people.organization.id}/sites/${siteId}/proxy-check`, view),
  },
  {
    name: 'graphql',
    check: (who: { token: string }, siteId: string) =>
      graphqlAsker(t, who).mutate(
        'checkSiteHostname',
        { siteId },
        'check { hostname state records { type value } target status message }',
        ({ check }: { check: CheckView }) => view(check),
      ),
    checkProxy: (who: { token: string }, siteId: string) =>
      graphqlAsker(t, who).mutate(
        'checkSiteProxy',
        { siteId },
        'check { state message records { type value } }',
        ({ check }: { check: CheckView }) => view(check),
      ),
  },
])('the check of the hostname of a site by $name', ({ name, check, checkProxy }) => {
  it('says what DNS says and what answers, to those who can change the site', async () => {
    const at = { createdAt: t.clock.now(), updatedAt: t.clock.now() }
    const site = await prisma.site.create({
      data: { id: `site_${name}host`, organizationId: people.organization.id, title: 'Docs', ...at },
    })
    await refused(check(people.create, site.id), 409)
    const named = (hostname: string) => prisma.site.update({ where: { id: site.id }, data: { hostname } })
    await named('nothing.example')
    const unknown = await done(check(people.create, site.id))
    expect(unknown).toMatchObject({ state: 'no_records', records: [] })
    expect(unknown.message).toContain('CNAME')
    await refused(checkProxy(people.create, site.id), 409)
    await prisma.site.update({ where: { id: site.id }, data: { proxy: 'docs.acme.example/guide' } })
    expect(await done(checkProxy(people.create, site.id))).toMatchObject({
      state: 'unreachable',
      message: expect.stringContaining('https://docs.acme.example/guide'),
    })
    await refused(checkProxy(people.edit, site.id), 403)
    await named('docs.acme.example')
    const found = await done(check(people.create, site.id))
    expect(found).toMatchObject({ state: 'unreachable', records: [{ value: '192.0.2.7' }] })
    await refused(check(people.edit, site.id), 403)
    await refused(check(people.stranger, site.id), 404)
    await prisma.site.delete({ where: { id: site.id } })
  })
})
