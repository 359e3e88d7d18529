/** Imports the requests of AI agents from a server log. Importing the same line again stores nothing. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { latestImportTime, utcDay } from '../core/days.ts'
import { recordEvent } from '../core/events.ts'
import type { AgentVerifier } from './agent-ranges.ts'
import { detectAiAgent } from './ai-agents.ts'
import { createLogParser, type LoggedRequest } from './log-parser.ts'

export type LogReport = {
  lines: number
  /** Requests of AI agents that this import added. */
  stored: number
  /** Requests of AI agents that an earlier import had stored. */
  known: number
  unreadable: number
}

type Hit = {
  day: string
  lineHash: Buffer
  agent: string
  path: string
  status: number | null
  verified: boolean | null
}

const batchSize = 1_000
const maxPathLength = 500

/** A line that is too long to read is null. */
export async function importLogs(
  ctx: Context,
  brand: Brand,
  lines: AsyncIterable<string | null>,
  {
    verify = () => null,
    onProgress,
  }: { verify?: AgentVerifier; onProgress?: (report: LogReport) => void } = {},
): Promise<LogReport> {
  const report: LogReport = { lines: 0, stored: 0, known: 0, unreadable: 0 }
  const parseLine = createLogParser()
  const countRepeats = createRepeatCounter()
  const latest = latestImportTime(ctx.now())
  let batch: Hit[] = []
  const store = async () => {
    const stored = await insertHits(ctx, brand.id, batch)
    report.stored += stored
    report.known += batch.length - stored
    batch = []
    onProgress?.(report)
  }
  for await (const line of lines) {
    report.lines += 1
    if (line === null) {
      report.unreadable += 1
      continue
    }
    const parsed = parseLine(line)
    const request = typeof parsed !== 'string' && parsed.at > latest ? 'unreadable' : parsed
    if (request === 'unreadable') report.unreadable += 1
    if (typeof request === 'string') continue
    const agent = detectAiAgent(request.userAgent)
    if (agent === null) continue
    batch.push({
      day: utcDay(request.at),
      lineHash: computeLineHash(line, countRepeats(line, request)),
      agent: agent.token,
      path: toStorablePath(request.path),
      status: request.status,
      verified: verify(agent.token, request.address),
    })
    if (batch.length >= batchSize) await store()
  }
  if (batch.length > 0) await store()
  if (report.stored > 0)
    await transaction(ctx, (tx) =>
      recordEvent(tx, 'logs.imported', { brandId: brand.id, data: { stored: report.stored } }),
    )
  return report
}

/** Numbers identical lines within one second, so that each of them gets a different hash. */
function createRepeatCounter(): (line: string, request: LoggedRequest) => number {
  let second = Number.NaN
  let seen = new Map<string, number>()
  return (line, { at }) => {
    const now = Math.floor(at.getTime() / 1000)
    if (now !== second) {
      second = now
      seen = new Map()
    }
    const nth = (seen.get(line) ?? 0) + 1
    seen.set(line, nth)
    return nth
  }
}

const computeLineHash = (line: string, nth: number): Buffer =>
  createHash('sha256').update(`${nth} ${line}`).digest().subarray(0, 12)

const toStorablePath = (path: string) => path.toWellFormed().replaceAll('\0', '').slice(0, maxPathLength)

async function insertHits(ctx: Context, brandId: string, hits: readonly Hit[]): Promise<number> {
  const column = <T>(pick: (hit: Hit) => T) => hits.map(pick)
  const { numAffectedRows } = await sql`
    insert into crawler_hits (brand_id, day, line_hash, agent, path, status, verified)
    select ${brandId}, hit.* from unnest(
      ${column(({ day }) => day)}::date[], ${column(({ lineHash }) => lineHash)}::bytea[], ${column(({ agent }) => agent)}::text[],
      ${column(({ path }) => path)}::text[], ${column(({ status }) => status)}::smallint[],
      ${column(({ verified }) => verified)}::boolean[]
    ) as hit (day, line_hash, agent, path, status, verified)
    on conflict do nothing`.execute(ctx.db)
  return Number(numAffectedRows ?? 0)
}
