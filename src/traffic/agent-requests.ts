/**
 * Requests of AI agents, and their sums: per day by agent and result of the verification, and per day and month by page without
 * spoofed requests. All writes are in this file and change the sums in their transaction, so the sums are exact after a repeated
 * line, a crash or a later verification.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Verification } from '../../vocabulary/log-senders.ts'
import { type AppContext, type Context, type OrganizationContext, transaction } from '../core/context.ts'
import { dayMs } from '../core/days.ts'
import type { Method } from './agent-verification.ts'
import type { PendingSignature } from './identify-agent.ts'

/** What the sums depend on. */
type Counted = {
  day: string
  agent: string
  path: string
  status: number | null
  verification: Verification
  method: Method | null
}

/** `hash` identifies the request. `address` and `signature` are what a timer verifies it with. */
export type AgentRequest = Counted & {
  hash: Buffer
  address: string | null
  signature: PendingSignature | null
}

/** The DNS and the hosts of signers can be unavailable for as long. */
const pendingDays = 2
const maxPathLength = 500

const toStorablePath = (path: string) => path.toWellFormed().replaceAll('\0', '').slice(0, maxPathLength)

/** Stores the requests that are not stored yet, and returns their number. */
export function insertRequests(
  ctx: OrganizationContext,
  brandId: string,
  requests: readonly AgentRequest[],
): Promise<number> {
  const column = <T>(pick: (request: AgentRequest) => T) => requests.map(pick)
  const pendingUntil = new Date(ctx.now().getTime() + pendingDays * dayMs)
  return transaction(ctx, async (tx) => {
    // In one order in all transactions, which could otherwise wait for each other.
    const { rows: stored } = await sql<Counted>`
      insert into crawler_hits (brand_id, day, line_hash, agent, path, status, verification, method, address, signature, pending_until)
      select ${brandId}, hit.*, case when num_nonnulls(hit.address, hit.signature) > 0 then ${pendingUntil}::timestamptz end
      from unnest(
        ${column(({ day }) => day)}::date[], ${column(({ hash }) => hash)}::bytea[], ${column(({ agent }) => agent)}::text[],
        ${column(({ path }) => toStorablePath(path))}::text[], ${column(({ status }) => status)}::smallint[],
        ${column(({ verification }) => verification)}::text[], ${column(({ method }) => method)}::text[],
        ${column(({ address }) => address)}::text[],
        ${column(({ signature }) => signature && JSON.stringify(signature))}::jsonb[]
      ) as hit (day, line_hash, agent, path, status, verification, method, address, signature)
      order by day, line_hash
      on conflict do nothing
      returning day::text as day, agent, path, status, verification, method`.execute(tx.db)
    await addToSums(
      tx,
      brandId,
      stored.map((request) => ({ ...request, count: 1 })),
    )
    return stored.length
  })
}

const requestsPerChange = 5_000

/**
 * Stores the result of a check by the DNS or by a signature, and deletes the address or the signature that was checked. A request
 * that is spoofed by one of the two can still be verified by the other. `isChecked`: the condition of the checked requests.
 */
export async function saveVerification(
  app: AppContext,
  brandId: string,
  verification: 'verified' | 'spoofed',
  { method, isChecked }: { method: 'dns' | 'signature'; isChecked: RawBuilder<boolean> },
): Promise<void> {
  const [evidence, other] = method === 'dns' ? ['address', 'signature'] : ['signature', 'address']
  const isVerified = verification === 'verified'
  const saveSome = () =>
    transaction(app, async (tx) => {
      const { rows } = await sql<Counted & { line_hash: Buffer }>`
        select day::text as day, line_hash, agent, path, status, verification, method from crawler_hits
        where brand_id = ${brandId} and ${sql.ref(evidence)} is not null and ${isChecked}
        order by crawler_hits.day, line_hash limit ${requestsPerChange} for update`.execute(tx.db)
      await sql`
        update crawler_hits set verification = ${verification}, method = ${method}, ${sql.ref(evidence)} = null,
          ${isVerified ? sql`${sql.ref(other)} = null, pending_until = null` : sql`pending_until = case when ${sql.ref(other)} is not null then pending_until end`}
        from unnest(${rows.map(({ day }) => day)}::date[], ${rows.map(({ line_hash }) => line_hash)}::bytea[])
          as request (day, line_hash)
        where crawler_hits.brand_id = ${brandId} and crawler_hits.day = request.day
          and crawler_hits.line_hash = request.line_hash`.execute(tx.db)
      await addToSums(
        tx,
        brandId,
        rows.flatMap((request) => [
          { ...request, count: -1 },
          { ...request, verification, method, count: 1 },
        ]),
      )
      return rows.length
    })
  while ((await saveSome()) === requestsPerChange);
}

/** Deletes what could not be checked in time: the requests keep their result. */
export const deleteExpiredEvidence = ({ db, now }: AppContext) =>
  db
    .updateTable('crawler_hits')
    .set({ address: null, signature: null, pending_until: null })
    .where('pending_until', '<', now())
    .execute()

/** The columns of the sums. `count`: 1 for a request, -1 for one that is removed. */
const sums = (count: RawBuilder<unknown>) => sql`
  sum(${count}) as requests,
  coalesce(sum(${count}) filter (where status in (401, 403, 429) or status >= 500), 0) as refused,
  coalesce(sum(${count}) filter (where status in (404, 410)), 0) as missing`

/** What makes a row of `agent_days`, and of `agent_page_rollups`. */
const ofAgents = sql`day, agent, verification, coalesce(method, '')`
const ofPages = sql`grain, start, coalesce(nullif(rtrim(path, '/'), ''), '/'), agent`
const perPeriod = sql`
  cross join lateral (values ('day', day), ('month', date_trunc('month', day)::date)) as period (grain, start)
  where verification <> 'spoofed'`

const add = (table: 'agent_days' | 'agent_page_rollups') => {
  const names = ['requests', 'refused', 'missing'].map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
  )
  return sql`do update set ${sql.join(names)}`
}

async function addToSums(
  { db }: Pick<AppContext, 'db'>,
  brandId: string,
  changes: readonly (Counted & { count: 1 | -1 })[],
): Promise<void> {
  const column = <T>(pick: (change: (typeof changes)[number]) => T) => changes.map(pick)
  const changed = sql`
    unnest(
      ${column(({ day }) => day)}::date[], ${column(({ agent }) => agent)}::text[], ${column(({ path }) => path)}::text[],
      ${column(({ status }) => status)}::smallint[], ${column(({ verification }) => verification)}::text[],
      ${column(({ method }) => method)}::text[], ${column(({ count }) => count)}::int[]
    ) as changed (day, agent, path, status, verification, method, count)`
  await sql`
    insert into agent_days (brand_id, day, agent, verification, method, requests, refused, missing)
    select ${brandId}, ${ofAgents}, ${sums(sql`count`)} from ${changed}
    group by ${ofAgents} order by ${ofAgents}
    on conflict (brand_id, day, agent, verification, method) ${add('agent_days')}`.execute(db)
  await sql`
    insert into agent_page_rollups (brand_id, grain, start, path, agent, requests, refused, missing)
    select ${brandId}, ${ofPages}, ${sums(sql`count`)} from ${changed} ${perPeriod}
    group by ${ofPages} order by ${ofPages}
    on conflict (brand_id, grain, start, path, agent) ${add('agent_page_rollups')}`.execute(db)
}

/** Recounts the requests. Returns the first day or month whose sums differ from them, if any. */
export async function findWrongSums({ db }: Context, brandId: string): Promise<string | undefined> {
  const { rows } = await sql<{ start: string }>`
    select start::text from (
      select 'day' as grain, day as start, '' as path, agent, verification, coalesce(method, '') as method, ${sums(sql`1`)}
      from crawler_hits where brand_id = ${brandId} group by ${ofAgents}
      union all
      select ${ofPages}, '', '', ${sums(sql`1`)}
      from crawler_hits ${perPeriod} and brand_id = ${brandId} group by ${ofPages}
      union all
      select 'day', day, '', agent, verification, method, -requests, -refused, -missing
      from agent_days where brand_id = ${brandId}
      union all
      select grain, start, path, agent, '', '', -requests, -refused, -missing
      from agent_page_rollups where brand_id = ${brandId}
    ) as counted
    group by grain, start, path, agent, verification, method
    having sum(requests) <> 0 or sum(refused) <> 0 or sum(missing) <> 0
    order by counted.start limit 1`.execute(db)
  return rows[0]?.start
}
