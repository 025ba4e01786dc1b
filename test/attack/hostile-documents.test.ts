import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { figure } from './figures.ts'
import { type HostileDocument, hostileDocuments, type Root, rootsFor } from './hostile-documents.ts'
import { Target } from './target.ts'

/** Short ones, those with as many tokens as a document can have, and those with as many bytes. */
const SIZES = [850, 12_000, 60_000]
/** Node reads URLs of up to 16 KiB, with the headers. */
const MAX_URL = 10_000
/** A document that takes longer is sent again: the least is its own work, without that of the garbage collector. */
const SUSPICIOUS_MS = 20
const RETRIES = 3

let target: Target
let token: string
let roots: Root[]

beforeAll(async () => {
  target = await Target.start()
  const organization = await target.build.buildOrganization()
  token = (await target.build.buildPerson({ organizationId: organization.id, role: 'admin' })).token
  const { id } = await target.build.buildSpace({ organizationId: organization.id })
  roots = rootsFor(id)
  // Compiles the code of the server, so that the first documents are not charged for it.
  for (let run = 0; run < 20; run++) {
    for (const document of hostileDocuments(roots.slice(0, 5), 400)) await byPost(document, token)
  }
})
afterAll(() => target.end())

type Send = (document: HostileDocument) => Promise<unknown>

const headersFor = (caller: string | undefined): Record<string, string> =>
  caller === undefined ? {} : { authorization: `Bearer ${caller}` }

async function answered(response: Response): Promise<string> {
  const text = await response.text()
  expect(response.status, text.slice(0, 300)).toBeLessThan(500)
  return text
}

const byPost = async ({ query, variables }: HostileDocument, caller?: string) =>
  answered(
    await fetch(`${target.origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headersFor(caller) },
      body: JSON.stringify({ query, variables, ...(query.includes(' O0') ? { operationName: 'O0' } : {}) }),
    }),
  )

const byGet = async ({ query, variables }: HostileDocument, caller?: string) => {
  const search = String(new URLSearchParams({ query, variables: JSON.stringify(variables ?? {}) }))
  if (search.length > MAX_URL) return
  await answered(await fetch(`${target.origin}/graphql?${search}`, { headers: headersFor(caller) }))
}

/** A socket over which documents are sent one after the other. */
async function openSocket(caller?: string): Promise<{ send: Send; close: () => void }> {
  const socket = new WebSocket(`${target.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  let onMessage: (message: { type: string; id?: string }) => void = () => {}
  socket.on('message', (data) => onMessage(JSON.parse(String(data))))
  const next = (wanted: (message: { type: string; id?: string }) => boolean) =>
    new Promise<void>((resolve, reject) => {
      onMessage = (message) => wanted(message) && resolve()
      socket.once('close', (code) => reject(new Error(`The socket was closed: ${code}`)))
    })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const acknowledged = next(({ type }) => type === 'connection_ack')
  socket.send(JSON.stringify({ type: 'connection_init', payload: headersFor(caller) }))
  await acknowledged
  let count = 0
  return {
    send: async ({ query, variables }) => {
      const id = String(count++)
      const isSubscription = query.includes('subscription S')
      const over = next(
        (message) => message.id === id && (message.type === 'error' || message.type === 'complete'),
      )
      socket.send(JSON.stringify({ id, type: 'subscribe', payload: { query, variables } }))
      // One that is accepted has no end of its own.
      if (isSubscription) socket.send(JSON.stringify({ id, type: 'complete' }))
      if (isSubscription) await byPost({ name: '', query: '{ __typename }' }, token)
      else await over
      socket.removeAllListeners('close')
    },
    close: () => socket.close(),
  }
}

interface Longest {
  ms: number
  perKb: number
  name: string
}

/** The main-thread CPU of each document, and the longest of all. Each text is new to the server. */
async function longestOf(documents: readonly HostileDocument[], send: Send): Promise<Longest> {
  let tries = 0
  const cpuOf = async (document: HostileDocument) => {
    const query = `${document.query}\n#${++tries}`
    const before = target.mainThreadMs()
    await send({ ...document, query })
    return target.mainThreadMs() - before
  }
  const longest = { ms: 0, perKb: 0, name: '' }
  for (const document of documents) {
    let ms = await cpuOf(document)
    for (let retry = 0; retry < RETRIES && ms > SUSPICIOUS_MS; retry++)
      ms = Math.min(ms, await cpuOf(document))
    const perKb = ms / Math.max(1, document.query.length / 1_000)
    if (ms > longest.ms) Object.assign(longest, { ms, name: document.name })
    longest.perKb = Math.max(longest.perKb, perKb)
  }
  return longest
}

function report(way: string, { ms, perKb, name }: Longest): void {
  figure(`longest main-thread CPU of a hostile document ${way} (${name}), ms`, ms, { below: 50 })
  figure(`main-thread CPU per kB of a hostile document ${way}, ms`, perKb, { below: 40 })
}

test.each(SIZES)('documents of %i bytes, by POST with a token', async (bytes) => {
  report(`of ${bytes} bytes`, await longestOf(hostileDocuments(roots, bytes), (each) => byPost(each, token)))
  expect(target.bugs()).toEqual([])
})

test('documents by POST without a token', async () => {
  const documents = SIZES.flatMap((bytes) => hostileDocuments(roots, bytes))
  report('without a token', await longestOf(documents, (each) => byPost(each)))
  expect(target.bugs()).toEqual([])
})

test('documents by GET, with a token and without', async () => {
  const documents = SIZES.flatMap((bytes) => hostileDocuments(roots, bytes))
  report('by GET', await longestOf(documents, (each) => byGet(each, token)))
  report('by GET without a token', await longestOf(hostileDocuments(roots, 850), (each) => byGet(each)))
  expect(target.bugs()).toEqual([])
})

test('documents over a WebSocket', async () => {
  const socket = await openSocket(token)
  const documents = SIZES.slice(0, 2).flatMap((bytes) => hostileDocuments(roots, bytes))
  report('over a WebSocket', await longestOf(documents, socket.send))
  socket.close()
  expect(target.bugs()).toEqual([])
})

test('documents that are sent again, until they are compiled', async () => {
  const longest = { ms: 0, perKb: 0, name: '' }
  for (const document of hostileDocuments(roots, 6_000)) {
    for (let run = 0; run < 3; run++) {
      const before = target.mainThreadMs()
      await byPost(document, token)
      const ms = target.mainThreadMs() - before
      if (run === 2 && ms > longest.ms) Object.assign(longest, { ms, perKb: ms / 6, name: document.name })
    }
  }
  report('that is compiled', longest)
})

test('the whole schema, in many documents, with and without a token', async () => {
  const whole = getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, oneOf: true })
  const documents = Array.from({ length: 10 }, (_, index) => ({
    name: `introspection ${index}`,
    query: whole.replace('IntrospectionQuery', `Whole${index}`),
  }))
  const longest = await longestOf(documents, (each) =>
    byPost(each, Number(each.name.slice(-1)) % 2 ? token : undefined),
  )
  figure('main-thread CPU of a query for the whole schema, ms', longest.ms, { below: 50 })
  const [again = { name: '', query: '{ __typename }' }] = documents
  await byPost(again, token)
  const before = target.mainThreadMs()
  for (let run = 0; run < 10; run++) await byPost(again, token)
  figure(
    'main-thread CPU of the same query when it was answered before, ms',
    (target.mainThreadMs() - before) / 10,
    {
      below: 10,
    },
  )
})
