/** Users of the tested processes, over HTTP. */
import { vi } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import type { Json, Reply } from '../support.ts'

export type Person = {
  email: string
  password: string
  /** `address` is `method path`. A string is sent as text, any other body as JSON. */
  call(address: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  /** Like `call`; throws unless the request succeeds, and returns the body. */
  ok(address: string, body?: unknown): Promise<Json>
  /** Returns the same session at another URL of the same installation. */
  at(url: string): Person
}

type Account = { email: string; password: string }

/** Signs in over HTTP. */
export async function signIn(url: string, { email, password }: Account): Promise<Person> {
  const person = personAt(url, new Map(), { email, password })
  await person.ok('POST /api/auth/sign-in/email', { email, password })
  return person
}

/** Creates the first account of an installation over HTTP. */
export async function signUp(url: string): Promise<Person> {
  const account = { email: `${newId()}@example.com`, password: 'correct horse battery' }
  const person = personAt(url, new Map(), account)
  await person.ok('POST /api/auth/sign-up/email', { name: 'Ada', ...account })
  return person
}

/** Creates a brand with this many different prompts. */
export async function brandWith(person: Person, prompts: number): Promise<{ id: string; texts: string[] }> {
  const brand = await person.ok('POST /api/brands', { name: 'Acme Shoes', domain: 'acme-shoes.com' })
  const texts = Array.from(
    { length: prompts },
    (_, index) => `What are the best running shoes, take ${index}?`,
  )
  await person.ok(`POST /api/prompts/import?brand_id=${brand.id}`, texts.join('\n'))
  return { id: brand.id, texts }
}

/** Waits until a run has ended, and returns its job. */
export function endOfRun(person: Person, jobId: string): Promise<Json> {
  const ended = async () => {
    const job: Json = (await person.call(`GET /api/tracking/job/${jobId}`)).body
    return ['completed', 'failed', 'cancelled'].includes(job.status) && job
  }
  return vi.waitUntil(ended, { timeout: 100_000, interval: 200 })
}

function personAt(url: string, cookies: Map<string, string>, account: Account): Person {
  const call: Person['call'] = async (address, body, headers = {}) => {
    const [method = 'GET', path = '/'] = address.split(' ')
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': decodeURIComponent(cookies.get('XSRF-TOKEN') ?? ''),
        ...(body !== undefined && {
          'content-type': typeof body === 'string' ? 'text/plain' : 'application/json',
        }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    return {
      status: response.status,
      bytes: Buffer.from(text),
      headers: Object.fromEntries(response.headers),
      body: isJson ? JSON.parse(text) : text,
      text,
    }
  }
  return {
    ...account,
    call,
    ok: async (address, body) => {
      const reply = await call(address, body)
      if (reply.status >= 300) throw new Error(`${address} answered ${reply.status}: ${reply.text}`)
      return reply.body
    },
    at: (other) => personAt(other, cookies, account),
  }
}
