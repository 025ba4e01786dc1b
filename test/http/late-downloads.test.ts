import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import type { OpenedDownload } from '../../src/core/operations/downloads.ts'
import type { SignedPaths } from '../../src/http/urls.ts'
import { mountDownloads } from '../../src/rest/downloads.ts'

const headers = { 'Content-Type': 'application/pdf' }
const opened = (text: string): OpenedDownload => ({
  headers,
  bytes: { size: text.length, read: async (from, length) => Buffer.from(text.slice(from, from + length)) },
})

/** A server with one download, whose bytes are made when the test says so. */
async function serving(patienceMs: number) {
  const app = Fastify()
  let resolve: (value: OpenedDownload) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<OpenedDownload>((yes, no) => {
    resolve = yes
    reject = no
  })
  promise.catch(() => {})
  const made = { promise, resolve, reject }
  const charged: number[] = []
  mountDownloads(app, {
    signed: {} as SignedPaths,
    paths: {},
    open: { '/file': async () => ({ tag: 'a', headers, open: () => made.promise }) },
    charge: async (_request, _reply, points) => void charged.push(points),
    patienceMs,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const begun = () =>
    new Promise<{ status: number | undefined; length: string | undefined; body: Promise<string> }>(
      (resolve, reject) => {
        const sent = request({ port, path: '/file', agent: false }, (response) => {
          const body = (async () => {
            let text = ''
            for await (const chunk of response) text += chunk
            return text
          })()
          body.catch(() => {})
          resolve({ status: response.statusCode, length: response.headers['content-length'], body })
        })
        sent.on('error', reject)
        sent.end()
      },
    )
  return { app, made, charged, begun }
}

it('a response begins before its bytes are made, and is complete when they are', async () => {
  const { app, made, charged, begun } = await serving(0)
  const { status, length, body } = await begun()
  expect([status, length]).toEqual([200, undefined])
  const text = 'x'.repeat(600_000)
  made.resolve(opened(text))
  expect(await body).toBe(text)
  expect(charged).toEqual([2])
  await app.close()
})

it('a response that has begun is cut off when its bytes cannot be made', async () => {
  const { app, made, begun } = await serving(0)
  const { body } = await begun()
  made.reject(new Error('too large'))
  await expect(body).rejects.toThrow(/aborted/)
  await app.close()
})

it('a response whose bytes are made soon has their length', async () => {
  const { app, made, begun } = await serving(60_000)
  made.resolve(opened('text'))
  const { length, body } = await begun()
  expect([length, await body]).toEqual(['4', 'text'])
  await app.close()
})
