/** The hosted files over HTTP: generated, edited and moved, and protected against guessed URLs. */
import { expect, test } from 'vitest'
import { createClientFor, sharedService } from '../../test/support.ts'

const service = await sharedService()
const owner = await service.signUp()
const brand = await owner.ok('POST /api/brands', {
  name: 'Acme',
  domain: 'acme.com',
  description: 'Shoes for road and trail.',
  competitors: [{ name: 'Velopace' }],
})
const files = `/api/brands/${brand.id}/ai-files`

type File = { file: string; url: string; text: string; is_edited: boolean; generated_text: string }

async function list(): Promise<File[]> {
  return (await owner.ok(`GET ${files}`)).items
}

async function served(file: string, headers: Record<string, string> = {}) {
  const { url } = (await list()).find((each) => each.file === file) ?? { url: '' }
  return service.app.inject({ url: new URL(url).pathname, headers })
}

test('each file is public, has its own content type, and gets 304 with a matching ETag', async () => {
  for (const [file, type] of Object.entries({
    'llms.txt': 'text/plain; charset=utf-8',
    'llms-full.txt': 'text/plain; charset=utf-8',
    'brand.json': 'application/ld+json; charset=utf-8',
    'faq.md': 'text/markdown; charset=utf-8',
  })) {
    const reply = await served(file)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({ 'content-type': type, 'cache-control': 'public, no-cache' })
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(reply.body).toContain('Acme')
    const again = await served(file, { 'if-none-match': String(reply.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  }
})

test('changes of the brand change the files and their ETag', async () => {
  const before = await served('llms.txt')
  await owner.ok(`POST /api/brands/${brand.id}/products`, { name: 'Acme Glide', domain: 'acme.com/glide' })
  await owner.ok(`POST /api/brands/${brand.id}/topics`, { name: 'Marathon training' })
  await owner.ok(`POST /api/brands/${brand.id}/topics`, { name: 'Alternatives to Velopace' })
  const after = await served('llms.txt', { 'if-none-match': String(before.headers.etag) })
  expect(after.statusCode).toBe(200)
  expect(after.body).toContain('- [Acme Glide](https://acme.com/glide)')
  expect(after.body).toContain('Marathon training')
  // The files must not reveal which competitors the brand tracks.
  for (const { text } of await list()) expect(text).not.toContain('Velopace')
})

test('an edited text is served until it is deleted', async () => {
  await owner.ok(`PUT ${files}/llms.txt`, { text: '# Ours\n' })
  await owner.ok(`PATCH /api/brands/${brand.id}`, { description: 'Other shoes.' })
  expect((await served('llms.txt')).body).toBe('# Ours\n')
  const [file] = await list()
  expect(file).toMatchObject({ file: 'llms.txt', is_edited: true, text: '# Ours\n' })
  expect(file?.generated_text).toContain('> Other shoes.')
  expect((await owner.call(`DELETE ${files}/llms.txt`)).status).toBe(204)
  expect((await served('llms.txt')).body).toBe(file?.generated_text)
  expect((await owner.call(`DELETE ${files}/llms.txt`)).status).toBe(204)
})

test.each([
  ['llms.txt', { text: '' }, 400],
  ['llms.txt', { text: 'a\u0000b' }, 400],
  ['llms.txt', { text: 'x'.repeat(200_001) }, 400],
  ['brand.json', { text: 'no JSON' }, 400],
  ['brand.json', { text: '[]' }, 400],
  ['robots.txt', { text: 'User-agent: *' }, 404],
])('%s rejects an invalid text', async (file, body, status) => {
  expect((await owner.call(`PUT ${files}/${file}`, body)).status).toBe(status)
})

test('after a move, the old URL responds like one that never existed', async () => {
  const old = new URL((await list())[0]?.url ?? '').pathname
  const moved = await owner.ok(`POST ${files}/move`)
  expect((await served('llms.txt')).statusCode).toBe(200)
  expect(new URL(moved.items[0].url).pathname).not.toBe(old)
  const present = new URL(moved.items[0].url).pathname
  const replies = await Promise.all(
    [old, '/ai/unknown/llms.txt', '/ai/unknown/other.txt', present.replace('llms.txt', 'other.txt')].map(
      async (url) => {
        const { statusCode, body, headers } = await service.app.inject({
          url,
          headers: { 'x-request-id': 'same' },
        })
        return {
          statusCode,
          body,
          names: Object.keys(headers)
            .filter((name) => name !== 'date')
            .sort(),
        }
      },
    ),
  )
  expect(replies[0]?.statusCode).toBe(404)
  for (const reply of replies) expect(reply).toEqual(replies[0])
})

test('a viewer can read the files but not change them', async () => {
  const { token } = await owner.ok('POST /api/invitations', {
    email: 'viewer@example.com',
    role: 'viewer',
  })
  const viewer = createClientFor(service.app, {
    email: 'viewer@example.com',
    password: 'correct horse battery',
  })
  await viewer.ok(`POST /api/invitations/${token}/accept`, { name: 'Vi', password: viewer.password })
  expect((await viewer.call(`GET ${files}`)).status).toBe(200)
  expect((await viewer.call(`PUT ${files}/llms.txt`, { text: 'x' })).status).toBe(403)
  expect((await viewer.call(`POST ${files}/move`)).status).toBe(403)
})
