/**
 * The timer that verifies the signatures of logged requests (Web Bot Auth). Only the keys of known signers are fetched: a valid
 * signature of any other host proves that host, not an agent.
 */
import { sql } from 'kysely'
import type { AppContext } from '../core/context.ts'
import { saveVerification } from './agent-requests.ts'
import { isSignedBy } from './http-signature.ts'
import type { PendingSignature } from './identify-agent.ts'
import { findKey, type KeyDirectory, listKeyDirectories, refreshKeyDirectory } from './key-directories.ts'

/** Requests per run, and of one brand. */
const maxRequests = 5_000
const maxOfBrand = 1_000

type Pending = { brand_id: string; day: string; line_hash: Buffer; signature: PendingSignature }
type Result = 'verified' | 'spoofed'

/** `base`: the URL of a server that replaces the hosts of the signers, for tests. */
export async function verifySignatures(app: AppContext, base?: string): Promise<void> {
  const pending = await listPending(app)
  const hosts = new Set(pending.map(({ signature }) => signature.host))
  const directories = new Map<string, KeyDirectory>()
  for (const directory of await listKeyDirectories(app))
    if (hosts.has(directory.host))
      directories.set(directory.host, await refreshKeyDirectory(app, directory, base))
  const checked = pending.flatMap((request) => {
    const result = check(directories.get(request.signature.host), request)
    return result === null ? [] : [{ ...request, result }]
  })
  for (const [brandId, ofBrand] of Map.groupBy(checked, ({ brand_id }) => brand_id))
    for (const [result, requests] of Map.groupBy(ofBrand, (each) => each.result))
      await saveVerification(app, brandId, result, { method: 'signature', isChecked: among(requests) })
}

/** Brands take turns, and so do the requests of one, so that those without a key do not delay the others. */
async function listPending({ db }: AppContext): Promise<Pending[]> {
  const { rows } = await sql<Pending>`
    select brand_id, day, line_hash, signature from (
      select brand_id, day::text as day, line_hash, signature,
        row_number() over (partition by brand_id order by random()) as place
      from crawler_hits where pending_until is not null and signature is not null
    ) as pending
    where place <= ${maxOfBrand} order by place limit ${maxRequests}`.execute(db)
  return rows
}

/** Returns null while the key is not known: the host can publish it later. */
function check(directory: KeyDirectory | undefined, { day, signature }: Pending): Result | null {
  const key = directory && findKey(directory, signature.keyId, new Date(day))
  if (key === undefined) return null
  return isSignedBy(signature, key.x) ? 'verified' : 'spoofed'
}

const among = (requests: readonly Pick<Pending, 'day' | 'line_hash'>[]) =>
  sql<boolean>`(day, line_hash) in (
    select * from unnest(${requests.map(({ day }) => day)}::date[], ${requests.map(({ line_hash }) => line_hash)}::bytea[])
  )`
