import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  createOutbound,
  isPublicAddress,
  type OutboundFailed,
  OutboundRefused,
} from '../../src/platform/outbound.ts'
import { serveWeb } from '../support/web.ts'

const refusal = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(OutboundRefused)
  return error as OutboundRefused
}

const failure = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject({ name: 'OutboundFailed' })
  return error as OutboundFailed
}

describe('an address', () => {
  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['loopback', '::1'],
    ['unspecified', '0.0.0.0'],
    ['unspecified', '::'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '192.168.1.1'],
    ['carrier grade NAT', '100.64.0.1'],
    ['link local, where metadata is served', '169.254.169.254'],
    ['link local', 'fe80::1'],
    ['link local with a zone', 'fe80::1%eth0'],
    ['unique local, where metadata is served', 'fd00:ec2::254'],
    ['site local', 'fec0::1'],
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped and public inside', '::ffff:8.8.8.8'],
    ['IPv4-compatible', '::7f00:1'],
    ['translated', '::ffff:0:7f00:1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::7f00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001::1'],
    ['for documentation', '203.0.113.1'],
    ['for documentation', '2001:db8::1'],
    ['for benchmarks', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['multicast', 'ff02::1'],
    ['reserved', '240.0.0.1'],
    ['reserved', '4000::1'],
    ['broadcast', '255.255.255.255'],
    ['discarded', '100::1'],
    ['metadata on a public number', '168.63.129.16'],
    ['no address', 'example.com'],
  ])('that is %s is not public: %s', (_what, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})

describe('allowed URLs', () => {
  const closed = createOutbound({ allow: [], timeoutMs: 5000 })

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://①②⑦.0.0.1/',
    'http://0/',
    'http://127.0.0.1./',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost/',
    'http://localhost./',
  ])('is not %s', async (url) => {
    const error = await refusal(closed.fetch(url))
    expect(error.message).toContain('public')
  })

  it.each(['ftp://example.com/', 'file:///etc/passwd', 'gopher://x/', 'data:text/plain,x', 'nonsense', ''])(
    'is only http and https, so not %j',
    async (url) => {
      expect((await refusal(closed.fetch(url))).message).toContain('http')
    },
  )

  it('is a name whose addresses are public, and of several only those', async () => {
    const asked: string[] = []
    const outbound = createOutbound({
      allow: [],
      lookup: async (hostname) => {
        asked.push(hostname)
        return [
          { address: '10.0.0.1', family: 4 },
          { address: '8.8.8.8', family: 4 },
        ]
      },
    })
    const pinned = await outbound.pin('https://u:p@Docs.Example.com./x?y#z')
    expect(pinned).toMatchObject({
      hostname: 'docs.example.com',
      port: 443,
      addresses: [{ address: '8.8.8.8', family: 4 }],
      authorization: `Basic ${Buffer.from('u:p').toString('base64')}`,
    })
    expect(pinned.url.href).toBe('https://docs.example.com./x?y')
    expect(asked).toEqual(['docs.example.com'])
  })

  it.each([
    ['a host and port', (port: number) => `127.0.0.1:${port}`],
    ['an address', () => '127.0.0.1'],
    ['a network', () => '127.0.0.0/8'],
  ])('is a private server that the operator listed as %s', async (_kind, entry) => {
    const web = await serveWeb((_request, response) => response.end('in'))
    const outbound = createOutbound({ allow: [entry(web.port)] })
    expect((await outbound.fetch(`${web.origin}/`)).body.toString()).toBe('in')
    await refusal(outbound.fetch('http://[::1]/'))
  })

  it('is a private name that the operator listed, on the listed port alone', async () => {
    const web = await serveWeb((_request, response) => response.end('in'))
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
    const outbound = createOutbound({ allow: [`docs.internal:${web.port}`], lookup })
    expect((await outbound.fetch(`http://docs.internal:${web.port}/`)).status).toBe(200)
    await refusal(outbound.fetch('http://docs.internal:1/'))
    await refusal(outbound.fetch(`http://other.internal:${web.port}/`))
    await refusal(outbound.fetch(web.origin))
  })

  it.each(['10.0.0.0/99', 'http://x/', 'a b', 'user@host', 'host:port'])(
    'cannot be listed as %j',
    (entry) => {
      expect(() => createOutbound({ allow: [entry] })).toThrow(entry)
    },
  )
})

describe('a name', () => {
  it('is resolved once: a later change of the DNS response has no effect', async () => {
    const web = await serveWeb((_request, response) => response.end('first'))
    let times = 0
    const lookup = async () => {
      times += 1
      return [{ address: times === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    }
    const outbound = createOutbound({ allow: ['127.0.0.1'], lookup })
    const response = await outbound.fetch(`http://rebinding.example:${web.port}/`)
    expect(response.body.toString()).toBe('first')
    expect(times).toBe(1)
    expect(web.requests[0]?.headers.host).toBe(`rebinding.example:${web.port}`)
    await refusal(outbound.fetch(`http://rebinding.example:${web.port}/`))
    expect(web.requests).toHaveLength(1)
  })

  it('that cannot be found is a failure that names the host', async () => {
    const lookup = async () => {
      throw new Error('ENOTFOUND')
    }
    const error = await failure(
      createOutbound({ allow: [], lookup }).fetch('https://u:secret@gone.example/x'),
    )
    expect(error).toMatchObject({ code: 'unreachable' })
    expect(error.message).toBe('gone.example could not be resolved. Check the URL.')
  })

  it('whose resolver never answers is given up in time', async () => {
    const outbound = createOutbound({ allow: [], lookup: () => new Promise(() => {}), timeoutMs: 50 })
    expect((await failure(outbound.fetch('https://slow.example/'))).code).toBe('timeout')
  })
})

describe('a redirect', () => {
  it('is followed, relative ones too', async () => {
    const web = await serveWeb((request, response) => {
      if (request.url === '/a') response.writeHead(302, { location: 'b?x=1' }).end('moved')
      else response.end(request.url)
    })
    const response = await createOutbound({ allow: [web.host] }).fetch(`${web.origin}/a`)
    expect(response).toMatchObject({ status: 200, url: `${web.origin}/b?x=1` })
    expect(response.body.toString()).toBe('/b?x=1')
  })

  it.each(['http://127.0.0.1:9/', 'http://[::1]/', 'http://2130706433:9/', 'file:///etc/passwd'])(
    'to %s is refused',
    async (location) => {
      const web = await serveWeb((_request, response) => response.writeHead(301, { location }).end())
      await refusal(createOutbound({ allow: [web.host] }).fetch(web.origin))
      expect(web.requests).toHaveLength(1)
    },
  )

  it('to another host carries no credentials, to the same host it does', async () => {
    const other = await serveWeb((_request, response) => response.end())
    const web = await serveWeb((request, response) =>
      request.url === '/a'
        ? response.writeHead(307, { location: '/b' }).end()
        : response.writeHead(307, { location: `http://x:y@${other.host}/c` }).end(),
    )
    const outbound = createOutbound({ allow: [web.host, other.host] })
    await outbound.fetch(`http://user:p%40ss@${web.host}/a`, {
      headers: { 'X-Api-Key': 'secret', Cookie: 'a=b', Accept: 'text/html' },
    })
    const basic = `Basic ${Buffer.from('user:p@ss').toString('base64')}`
    expect(web.requests.map(({ headers }) => headers.authorization)).toEqual([basic, basic])
    expect(web.requests[1]?.headers).toMatchObject({ 'x-api-key': 'secret', cookie: 'a=b' })
    const [headers] = other.requests.map((request) => request.headers)
    expect(headers).toMatchObject({ accept: 'text/html' })
    for (const name of ['authorization', 'cookie', 'x-api-key']) expect(headers).not.toHaveProperty(name)
  })

  it('is followed five times and no more', async () => {
    const web = await serveWeb((_request, response) => response.writeHead(302, { location: '/again' }).end())
    const error = await failure(createOutbound({ allow: [web.host] }).fetch(web.origin))
    expect(error.code).toBe('too_many_redirects')
    expect(web.requests).toHaveLength(6)
  })

  it('is the answer itself where none is to be followed', async () => {
    const web = await serveWeb((_request, response) =>
      response.writeHead(302, { location: '/x' }).end('moved'),
    )
    const outbound = createOutbound({ allow: [web.host] })
    const response = await outbound.fetch(web.origin, { method: 'POST', body: '{}', redirects: 0 })
    expect(response).toMatchObject({ status: 302, headers: { location: '/x' } })
    expect(response.body.toString()).toBe('moved')
  })

  it('turns a POST into a GET where the web does, and repeats it otherwise', async () => {
    const bodies: string[] = []
    const web = await serveWeb(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      bodies.push(`${request.method} ${request.url} ${body}`)
      const status = Number(request.url?.slice(1))
      if (status) response.writeHead(status, { location: '/end' })
      response.end()
    })
    const outbound = createOutbound({ allow: [web.host] })
    for (const status of [303, 308])
      await outbound.fetch(`${web.origin}/${status}`, { method: 'POST', body: 'x' })
    expect(bodies).toEqual(['POST /303 x', 'GET /end ', 'POST /308 x', 'POST /end x'])
  })
})

it('an https URL is requested with TLS', async () => {
  const TLS_HANDSHAKE = 0x16
  const received: Buffer[] = []
  const server = createServer((socket) => {
    socket.once('data', (chunk) => {
      received.push(chunk)
      socket.destroy()
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const outbound = createOutbound({ allow: ['127.0.0.1'] })
  expect((await failure(outbound.fetch(`https://127.0.0.1:${port}/`))).code).toBe('unreachable')
  expect(received[0]?.[0]).toBe(TLS_HANDSHAKE)
})

describe('an answer', () => {
  it('is decoded', async () => {
    const web = await serveWeb((request, response) =>
      request.url === '/br'
        ? response.setHeader('content-encoding', 'br').end(brotliCompressSync('wörter'))
        : response.setHeader('content-encoding', 'gzip').end(gzipSync('wörter')),
    )
    const outbound = createOutbound({ allow: [web.host] })
    for (const path of ['/br', '/gz']) {
      expect((await outbound.fetch(web.origin + path)).body.toString()).toBe('wörter')
    }
  })

  it.each([
    ['says that it is too large', { 'content-length': '2000' }, Buffer.alloc(2000)],
    ['is too large without saying so', {}, Buffer.alloc(2000)],
    [
      'inflates beyond the limit',
      { 'content-encoding': 'gzip' },
      gzipSync(Buffer.alloc(10_000_000)).subarray(0, 900),
    ],
  ])('that %s is cut off', async (_what, headers, body) => {
    const web = await serveWeb((_request, response) => {
      response.writeHead(200, headers)
      response.end(body)
    })
    const outbound = createOutbound({ allow: [web.host], maxBytes: 1000 })
    expect((await failure(outbound.fetch(web.origin))).code).toBe('too_large')
  })

  it('may be exactly as large as the limit', async () => {
    const web = await serveWeb((_request, response) => response.end(Buffer.alloc(1000)))
    const response = await createOutbound({ allow: [web.host], maxBytes: 1000 }).fetch(web.origin)
    expect(response.body).toHaveLength(1000)
  })

  it.each(['gzip, gzip', 'compress', 'constructor'])('encoded as %s is not read', async (encoding) => {
    const web = await serveWeb((_request, response) =>
      response.setHeader('content-encoding', encoding).end('x'),
    )
    expect((await failure(createOutbound({ allow: [web.host] }).fetch(web.origin))).code).toBe('unreadable')
  })

  it('can be received as it arrives, also when the server is done before the reader', async () => {
    const sent = Buffer.alloc(256 * 1024, 'a')
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const server = createServer((socket) => {
      socket.once('data', () => {
        socket.once('finish', end)
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${sent.length}\r\nconnection: close\r\n\r\n`)
        socket.end(sent)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    let received = 0
    const { status, body } = await createOutbound({ allow: ['127.0.0.1'] }).fetch(
      `http://127.0.0.1:${port}/`,
      {
        receive: () => async (chunk) => {
          await ended
          // Time for the end of the connection to arrive while nothing is read.
          for (let turn = 0; turn < 20; turn++) await nextTurn()
          received += chunk.byteLength
        },
      },
    )
    expect([status, body.length, received]).toEqual([200, 0, sent.length])
  })

  it('that is damaged is reported', async () => {
    const web = await serveWeb((_request, response) =>
      response.setHeader('content-encoding', 'gzip').end(gzipSync('text').subarray(0, 12)),
    )
    expect((await failure(createOutbound({ allow: [web.host] }).fetch(web.origin))).code).toBe('unreadable')
  })

  it('that never begins is given up in time', async () => {
    const web = await serveWeb(() => {})
    const outbound = createOutbound({ allow: [web.host], timeoutMs: 100 })
    expect((await failure(outbound.fetch(web.origin))).code).toBe('timeout')
  })

  it('that trickles for longer than allowed is given up, although it is never silent, and its connection closed', async () => {
    let closed: Promise<unknown> | undefined
    const web = await serveWeb((_request, response) => {
      response.write('<')
      const drip = setInterval(() => response.write('.'), 10)
      closed = once(response, 'close').then(() => clearInterval(drip))
    })
    const outbound = createOutbound({ allow: [web.host], timeoutMs: 200 })
    expect((await failure(outbound.fetch(web.origin))).code).toBe('timeout')
    await closed
  })

  it('is aborted when the caller aborts', async () => {
    const web = await serveWeb(() => {})
    const giveUp = new AbortController()
    const asked = createOutbound({ allow: [web.host] }).fetch(web.origin, { signal: giveUp.signal })
    giveUp.abort()
    expect((await failure(asked)).code).toBe('aborted')
  })

  it('and every error keep credentials to themselves', async () => {
    const web = await serveWeb((request, response) =>
      request.url === '/ok' ? response.end('ok') : request.socket.destroy(),
    )
    const outbound = createOutbound({ allow: [web.host] })
    const url = (path: string) => `http://someone:hunter2@${web.host}${path}?token=hunter3`
    expect(JSON.stringify(await outbound.fetch(`http://someone:hunter2@${web.host}/ok`))).not.toContain(
      'hunter2',
    )
    const error = await failure(outbound.fetch(url('/broken')))
    expect(error.code).toBe('unreachable')
    expect(`${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toMatch(/hunter|someone/)
  })
})
