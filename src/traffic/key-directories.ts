/** The keys with which agents sign their requests, as the hosts of the signers publish them. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { dayMs } from '../core/days.ts'
import { parseJson } from '../core/json.ts'
import { type FetchResult, guardedFetch } from '../net/guarded-fetch.ts'
import { getThumbprint } from './http-signature.ts'
import { signers } from './identify-agent.ts'

/** `listedAt`: when the host last listed the key. */
const Key = z.object({ id: z.string(), x: z.string(), listedAt: z.coerce.date() })
type Key = z.infer<typeof Key>

export type KeyDirectory = {
  host: string
  keys: Key[]
  fetchedAt: Date | null
  refreshAt: Date
  problem: string | null
}

const path = '/.well-known/http-message-signatures-directory'
const mediaType = 'application/http-message-signatures-directory+json'
const maxBytes = 256 * 1024
const maxKeys = 100
const minRefreshMs = 5 * 60_000
const maxRefreshMs = dayMs
/** A key that was removed longer ago cannot verify a request that is still pending. */
const removedDays = 30

const JsonWebKeys = z.object({
  keys: z
    .array(z.object({ kty: z.string(), crv: z.string().optional(), x: z.string().optional() }))
    .max(maxKeys),
})

/** Returns the directory of each signer; one that was never fetched has no keys. */
export async function listKeyDirectories({ db }: Pick<AppContext, 'db'>): Promise<KeyDirectory[]> {
  const rows = await db.selectFrom('agent_key_directories').selectAll().execute()
  return signers.map(({ host }) => {
    const row = rows.find((each) => each.host === host)
    return {
      host,
      keys: row === undefined ? [] : z.array(Key).parse(row.keys),
      fetchedAt: row?.fetched_at ?? null,
      refreshAt: row?.refresh_at ?? new Date(0),
      problem: row?.problem ?? null,
    }
  })
}

/** Returns the key if the host listed it when the request was made. Directories can be a day old. */
export const findKey = ({ keys }: KeyDirectory, id: string, at: Date): Key | undefined =>
  keys.find((key) => key.id === id && at.getTime() <= key.listedAt.getTime() + maxRefreshMs)

/** Fetches the directory again if it is due. A failure keeps the keys. `base`: the URL of a server that replaces the host, for tests. */
export async function refreshKeyDirectory(
  app: AppContext,
  directory: KeyDirectory,
  base = `https://${directory.host}`,
): Promise<KeyDirectory> {
  const now = app.now()
  if (app.config.AGENT_RANGES === 'snapshot' || directory.refreshAt > now) return directory
  const response = await guardedFetch(app, `${base}${path}`, { maxBytes, headers: { accept: mediaType } })
  const read = await readKeys(response)
  const refreshed: KeyDirectory =
    'problem' in read
      ? { ...directory, ...read, refreshAt: new Date(now.getTime() + minRefreshMs) }
      : {
          host: directory.host,
          keys: mergeKeys(directory.keys, read.keys, now),
          fetchedAt: now,
          refreshAt: new Date(now.getTime() + read.lifetimeMs),
          problem: null,
        }
  if (refreshed.problem !== null)
    app.log.warn(
      { host: directory.host, problem: refreshed.problem },
      'the keys of an agent were not refreshed',
    )
  await saveDirectory(app, refreshed)
  return refreshed
}

function readKeys(response: FetchResult): { keys: string[]; lifetimeMs: number } | { problem: string } {
  if (response.outcome === 'failed') return { problem: response.kind }
  if (response.status !== 200) return { problem: `status ${response.status}` }
  if (!response.headers['content-type']?.toLowerCase().startsWith(mediaType))
    return { problem: 'another media type' }
  const { data } = JsonWebKeys.safeParse(parseJson(response.body.toString()))
  const keys = data?.keys.flatMap(({ kty, crv, x = '' }) =>
    kty === 'OKP' && crv === 'Ed25519' && /^[\w-]{43}$/.test(x) ? [x] : [],
  )
  if (keys === undefined || keys.length === 0) return { problem: 'no keys' }
  return { keys, lifetimeMs: getLifetimeMs(response.headers['cache-control']) }
}

function getLifetimeMs(cacheControl = ''): number {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(cacheControl)?.[1]
  return Math.min(Math.max(Number(seconds ?? 3_600) * 1000, minRefreshMs), maxRefreshMs)
}

function mergeKeys(known: readonly Key[], listed: readonly string[], now: Date): Key[] {
  const current = listed.map((x) => ({ id: getThumbprint(x), x, listedAt: now }))
  const removed = known.filter(
    ({ id, listedAt }) =>
      !current.some((key) => key.id === id) && now.getTime() - listedAt.getTime() < removedDays * dayMs,
  )
  return [...current, ...removed].slice(0, 2 * maxKeys)
}

const saveDirectory = ({ db }: AppContext, { host, keys, fetchedAt, refreshAt, problem }: KeyDirectory) =>
  sql`
    insert into agent_key_directories (host, keys, fetched_at, refresh_at, problem)
    values (${host}, ${JSON.stringify(keys)}::jsonb, ${fetchedAt}, ${refreshAt}, ${problem})
    on conflict (host) do update set keys = excluded.keys, fetched_at = excluded.fetched_at,
      refresh_at = excluded.refresh_at, problem = excluded.problem`.execute(db)
