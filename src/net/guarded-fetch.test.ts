import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { errorStatuses } from '../core/errors.ts'
import { assertSafeUrl, type FetchResult, guardedFetch } from './guarded-fetch.ts'
import { createAddressFilter, isPublicAddress } from './public-address.ts'
import type { Network } from './safe-addresses.ts'

const closed = { config: { ALLOW_PRIVATE_NETWORK: [] } }
const open = { config: { ALLOW_PRIVATE_NETWORK: ['private'] } }

const failure = (fetched: FetchResult) => (fetched.outcome === 'failed' ? fetched.kind : fetched.status)

/** Answers each DNS lookup with the next list. Only 127.0.0.1 counts as public. */
function network(...answers: string[][]): Network & { lookups: string[] } {
  const lookups: string[] = []
  return {
    lookups,
    lookup: async (host) => {
      const addresses = answers[Math.min(lookups.push(host), answers.length) - 1] ?? []
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
    isAllowed: (address) => address === '127.0.0.1',
  }
}

async function listen<S extends Server>(server: S, host = '127.0.0.1', port = 0): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    // The client disconnects once it has read up to its limit.
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((listening) => server.listen(port, host, listening))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The local server has no port.')
  return address.port
}

const serve = (answer: RequestListener) => listen(createServer(answer))

const privateUrls = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://0x7f.0.0.0x1/',
  'http://127.0.0.1./',
  'http://１２７.０.０.１/',
  'http://①②⑦.⓪.⓪.①/',
  'http://0/',
  'http://0.0.0.0:8080/',
  'http://10.1.2.3/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe/',
  'http://100.64.0.1/',
  'http://100.100.100.200/',
  'http://168.63.129.16/',
  'http://192.0.0.1/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.51.100.7/',
  'http://203.0.113.7/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[::1]/',
  'http://[::]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b:1::10.0.0.1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[2001:db8::1]/',
  'http://[3fff::1]/',
  'http://[100::1]/',
  'http://[fe80::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
  'http://localhost/',
  'http://LOCALHOST./',
  'http://any.localhost/',
  'http:\\\\127.0.0.1\\',
  'http:127.0.0.1',
  'ht\ntp://127.0.\t0.1/',
  'https://user@example.com/',
  'https://:password@example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'javascript:alert(1)',
  'example.com',
  'http://',
  '',
]

test.each(privateUrls)('%j is rejected, when saved and when fetched', async (url) => {
  expect(failure(await guardedFetch(closed, url))).toBe('unsafe_url')
  await expect(assertSafeUrl(closed, url)).rejects.toMatchObject({ code: 'unsafe_url' })
})

test.each([
  ['acme', /not a URL/],
  ['ftp://example.com/', /ftp: is not supported/],
  ['https://user:password@example.com/', /user name or password/],
  ['http://192.168.1.1/', /192\.168\.1\.1 has an address that is private or reserved/],
  ['http://localhost/', /localhost has an address that is private or reserved/],
])('%j is rejected with 400 and the reason', async (url, reason) => {
  const rejected = await assertSafeUrl(closed, url).catch((error: unknown) => error)
  expect(rejected).toMatchObject({ code: 'unsafe_url', message: expect.stringMatching(reason) })
  expect(errorStatuses.unsafe_url).toBe(400)
})

test('public addresses are recognized, and other strings are not', () => {
  const publicAddresses = [
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.0.1',
    '172.32.0.1',
    '192.0.1.1',
  ]
  for (const address of [
    ...publicAddresses,
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001::200e',
    '2003::1',
  ])
    expect(isPublicAddress(address), address).toBe(true)
  for (const text of ['', 'localhost', '1.1.1', '2606:4700::1111%eth0'])
    expect(isPublicAddress(text)).toBe(false)
})

test('only the networks of the setting are reached in addition to public addresses', () => {
  const own = createAddressFilter(['10.1.0.0/16', '192.168.7.7', 'fd12::/16'])
  for (const address of ['8.8.8.8', '10.1.2.3', '192.168.7.7', 'fd12::1', '::ffff:10.1.2.3'])
    expect(own(address), address).toBe(true)
  for (const address of ['10.2.0.1', '192.168.7.8', '127.0.0.1', '::1', 'fd13::1', 'localhost', ''])
    expect(own(address), address).toBe(false)
})

test('private ranges include loopback, but no link-local or reserved address', () => {
  const isAllowed = createAddressFilter(['private'])
  for (const address of [
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '::1',
    'fd00::1',
  ])
    expect(isAllowed(address), address).toBe(true)
  for (const address of ['0.0.0.0', '198.18.0.1', '224.0.0.1', '240.0.0.1', '::', 'ff02::1', 'fd00::1%eth0'])
    expect(isAllowed(address), address).toBe(false)
})

test.each([
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fe80::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  '::ffff:169.254.169.254',
  '64:ff9b::169.254.169.254',
])('no setting opens the metadata address %s', (address) => {
  for (const networks of [['private'], ['0.0.0.0/0', '::/0'], [address], ['169.254.0.0/16', '64:ff9b::/96']])
    expect(createAddressFilter(networks)(address), networks.join()).toBe(false)
})

test('a host name with one private address among several is rejected', async () => {
  const mixed = network(['127.0.0.1', '127.0.0.2'])
  expect(failure(await guardedFetch(closed, 'http://mixed.example/', {}, mixed))).toBe('unsafe_url')
  await expect(assertSafeUrl(closed, 'http://mixed.example/', mixed)).rejects.toMatchObject({
    code: 'unsafe_url',
  })
})

test('a host name is resolved once, and the connection uses the checked address (DNS rebinding)', async () => {
  let inner = 0
  const port = await serve((_, answer) => answer.end('outer'))
  await listen(
    createServer((_, answer) => {
      inner += 1
      answer.end('inner')
    }),
    '127.0.0.2',
    port,
  )
  const rebinding = network(['127.0.0.1'], ['127.0.0.2'])
  const fetched = await guardedFetch(closed, `http://rebinding.example:${port}/`, {}, rebinding)
  expect(fetched).toMatchObject({ outcome: 'answered', body: Buffer.from('outer') })
  expect(rebinding.lookups).toEqual(['rebinding.example'])
  expect(failure(await guardedFetch(closed, `http://rebinding.example:${port}/`, {}, rebinding))).toBe(
    'unsafe_url',
  )
  expect(inner).toBe(0)
})

test('redirects are results unless they are followed; each target is checked like the first URL', async () => {
  const requested: string[] = []
  const port = await serve(({ url = '', method }, answer) => {
    requested.push(`${method} ${url}`)
    const to = new URL(url, 'http://here.example').searchParams.get('to')
    if (to === null) answer.end('arrived')
    else answer.writeHead(302, { location: to }).end()
  })
  const outside = network(['127.0.0.1'])
  const go = (to: string, options = {}) =>
    guardedFetch(closed, `http://here.example:${port}/?to=${encodeURIComponent(to)}`, options, outside)

  expect(failure(await go('/next'))).toBe(302)
  expect(await go('/next', { maxRedirects: 3 })).toMatchObject({
    outcome: 'answered',
    url: `http://here.example:${port}/next`,
    redirects: [{ status: 302, headers: { location: '/next' } }],
  })
  expect(failure(await go('/next', { maxRedirects: 3, method: 'POST' }))).toBe(302)
  expect(failure(await go('http://[', { maxRedirects: 3 }))).toBe(302)
  for (const inner of ['http://127.0.0.2/', '//[::1]/', 'file:///etc/passwd', 'http://u:p@here.example/'])
    expect(await go(inner, { maxRedirects: 3 }), inner).toMatchObject({
      kind: 'unsafe_url',
      redirects: [{ status: 302 }],
    })
  requested.length = 0
  expect(failure(await go('?to=', { maxRedirects: 3 }))).toBe('too_many_redirects')
  expect(requested).toHaveLength(4)
})

test('method, headers and body are sent, with the original host name', async () => {
  const port = await serve((request, answer) => {
    const { host, 'user-agent': agent, 'x-secret': secret } = request.headers
    let sent = ''
    request.on('data', (chunk) => {
      sent += chunk
    })
    request.on('end', () => answer.end(JSON.stringify({ host, agent, secret, sent, method: request.method })))
  })
  const fetched = await guardedFetch(
    closed,
    `http://bücher.example:${port}/`,
    { method: 'POST', headers: { 'x-secret': 's' }, body: '{"a":"ü"}' },
    network(['127.0.0.1']),
  )
  expect(JSON.parse(getBody(fetched))).toEqual({
    host: `xn--bcher-kva.example:${port}`,
    agent: expect.stringMatching(/^Ansight\/\d/),
    secret: 's',
    sent: '{"a":"ü"}',
    method: 'POST',
  })
})

test('a body is decoded and limited to maxBytes', async () => {
  const text = 'Kettles '.repeat(1_000)
  const encodings: Record<string, Buffer> = {
    identity: Buffer.from(text),
    gzip: gzipSync(text),
    deflate: deflateSync(text),
    'deflate, gzip': gzipSync(deflateRawSync(text)),
    br: brotliCompressSync(text),
    zstd: zstdCompressSync(text),
  }
  const port = await serve(({ url = '' }, answer) => {
    const encoding = decodeURIComponent(url.slice(1))
    answer.setHeader('content-encoding', encoding)
    answer.end(encodings[encoding] ?? text)
  })
  const get = (encoding: string, options = {}) =>
    guardedFetch(open, `http://127.0.0.1:${port}/${encodeURIComponent(encoding)}`, options)
  for (const encoding of Object.keys(encodings)) {
    expect(getBody(await get(encoding)), encoding).toBe(text)
    expect(getBody(await get(encoding, { maxBytes: text.length })), encoding).toBe(text)
    expect(failure(await get(encoding, { maxBytes: text.length - 1 })), encoding).toBe('too_large')
    const cut = await get(encoding, { maxBytes: 20, onOverflow: 'truncate' })
    expect(cut, encoding).toMatchObject({ isTruncated: true, body: Buffer.from(text.slice(0, 20)) })
  }
  expect(failure(await get('gzip', { method: 'HEAD' }))).toBe(200)
  expect(failure(await get('unheard-of'))).toBe('bad_response')
  expect(failure(await get('gzip, gzip, gzip'))).toBe('bad_response')
  const none = await get('gzip', { maxBytes: () => 0, onOverflow: 'truncate' })
  expect(none).toMatchObject({ status: 200, body: Buffer.alloc(0), isTruncated: true })
})

test('a decompression bomb is not decoded beyond maxBytes', async () => {
  const zeros = Buffer.alloc(100 * 1024 * 1024)
  const bombs: Record<string, Buffer> = {
    gzip: gzipSync(zeros),
    zstd: zstdCompressSync(zeros),
  }
  const port = await serve(({ url = '' }, answer) => {
    answer.setHeader('content-encoding', url.slice(1)).end(bombs[url.slice(1)])
  })
  const before = process.memoryUsage().arrayBuffers
  for (const encoding of Object.keys(bombs)) {
    const fetched = await guardedFetch(open, `http://127.0.0.1:${port}/${encoding}`, { maxBytes: 100_000 })
    expect(failure(fetched), encoding).toBe('too_large')
  }
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * 1024 * 1024)
})

test('each kind of failure is reported', async () => {
  const raw = (answer: (socket: Socket) => void) => listen(createTcpServer(answer))
  const get = async (port: number, options = {}) =>
    failure(await guardedFetch(open, `http://127.0.0.1:${port}/`, { timeoutMs: 60_000, ...options }))
  const garbage = await raw((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
  expect(await get(garbage)).toBe('bad_response')
  expect(await get(await raw((socket) => socket.destroy()))).toBe('cut')
  expect(
    await get(await raw((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'))),
  ).toBe('cut')
  const long = `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`
  expect(await get(await raw((socket) => socket.end(long)))).toBe('too_large')
  const badGzip = 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 7\r\n\r\nno gzip'
  expect(await get(await raw((socket) => socket.end(badGzip)))).toBe('bad_response')
  expect(failure(await guardedFetch(open, `https://127.0.0.1:${garbage}/`))).toBe('tls')

  const silent = await raw(() => undefined)
  expect(await get(silent, { timeoutMs: 50 })).toBe('timeout')
  const dripping = await serve((_, answer) => {
    const timer = setInterval(() => answer.write('.'), 5)
    answer.on('close', () => clearInterval(timer))
  })
  expect(await get(dripping, { timeoutMs: 60 })).toBe('timeout')
  const caller = new AbortController()
  const waiting = get(silent, { signal: caller.signal })
  caller.abort()
  expect(await waiting).toBe('aborted')

  const closedServer = createTcpServer()
  const port = await listen(closedServer)
  await new Promise((closed) => closedServer.close(closed))
  expect(await get(port)).toBe('refused')

  const nameless = network([])
  expect(failure(await guardedFetch(closed, 'http://unresolved.example/', {}, nameless))).toBe('dns')
  await expect(assertSafeUrl(closed, 'http://unresolved.example/', nameless)).resolves.toBeUndefined()
  const never: Network = { ...nameless, lookup: () => new Promise(() => undefined) }
  expect(failure(await guardedFetch(closed, 'http://slow.example/', { timeoutMs: 50 }, never))).toBe(
    'timeout',
  )
})

function getBody(fetched: FetchResult): string {
  if (fetched.outcome === 'failed') throw new Error(`The request failed: ${fetched.kind}`)
  return fetched.body.toString()
}
