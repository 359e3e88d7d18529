/** Fixtures for the tests of this folder: browsers with a cookie jar, and further processes on the same database. */
import { createHook } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import { onTestFileEnd } from '../../test/cleanup.ts'
import { contextWith, createTestApp, type Json, type TestService } from '../../test/support.ts'
import { readConfig } from '../config.ts'
import type { Config } from '../core/config.ts'
import type { AppContext } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { openDatabase, openPool } from '../db/database.ts'
import { createOwner } from './accounts.ts'

export const password = 'correct horse battery'
export const newAddress = () => `${newId()}@people.test`

export type BrowserResponse = {
  status: number
  body: Json
  headers: Record<string, unknown>
  setCookies: string[]
}
export type Browser = {
  cookies: Map<string, string>
  /** Sends a request with the stored cookies and the XSRF header that our pages send. */
  send(address: string, body?: unknown, headers?: Record<string, string>): Promise<BrowserResponse>
}

/** Creates an organization and signs its owner in with a new browser. */
export async function signInOwner(
  { app, base }: Pick<TestService, 'app' | 'base'>,
  person = { name: 'Ada', email: newAddress(), password },
  headers: Record<string, string> = {},
) {
  const { organizationId } = await createOwner(base, person)
  const page = browser(app, headers)
  const { email, password } = person
  const { status, body } = await page.send('POST /api/auth/sign-in/email', { email, password })
  if (status !== 200) throw new Error(`sign-in answered ${status}: ${JSON.stringify(body)}`)
  return { ...page, person, session: body, organizationId }
}

/** Returns a client with a cookie jar that sends `defaultHeaders` with every request. */
export function browser(app: FastifyInstance, defaultHeaders: Record<string, string> = {}): Browser {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async send(address, body, headers = {}) {
      const [method = '', url = ''] = address.split(' ')
      const response = await app.inject({
        method: asMethod(method),
        url,
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...defaultHeaders,
          ...headers,
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
      const setCookies = [response.headers['set-cookie'] ?? []].flat()
      for (const line of setCookies) storeCookie(cookies, line)
      return {
        status: response.statusCode,
        body: response.body === '' ? undefined : response.json(),
        headers: response.headers,
        setCookies,
      }
    },
  }
}

/** Returns another process of the same installation, with separate settings, clock and connections. */
export async function secondProcess(
  { base }: Pick<TestService, 'base'>,
  env: Partial<Record<keyof Config, string>> = {},
  more: Partial<Pick<AppContext, 'now' | 'baseUrl'>> & { connections?: number } = {},
): Promise<Pick<TestService, 'app' | 'base'>> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(base.db)
  const { connections = 4, ...rest } = more
  const pool = openPool({ ...inject('server'), database: rows[0]?.name }, connections)
  const overrides = Object.entries(readConfig(env)).filter(([name]) => name in env)
  const config: Config = { ...base.config, ...Object.fromEntries(overrides) }
  const second = contextWith(base, { ...rest, config, database: openDatabase(pool) })
  const app = await createTestApp(second)
  onTestFileEnd(async () => {
    await app.close()
    await pool.end()
  })
  return { app, base: second }
}

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (value === '') cookies.delete(name)
  else cookies.set(name, value)
}

function asMethod(text: string): 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' {
  if (text === 'GET' || text === 'POST' || text === 'PUT' || text === 'PATCH' || text === 'DELETE')
    return text
  throw new Error(`${text} is not an HTTP method that these tests use`)
}

/** Returns how many passwords the process has hashed since the call. */
export function countHashes(): () => number {
  let hashes = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'SCRYPTREQUEST') hashes += 1
    },
  }).enable()
  onTestFinished(() => void hook.disable())
  return () => hashes
}
