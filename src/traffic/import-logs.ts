/** Stores the requests of AI agents in a server log. Receiving the same request again stores nothing. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Brand } from '../brands/brands.ts'
import { type Context, type OrganizationContext, transaction } from '../core/context.ts'
import { latestImportTime, utcDay } from '../core/days.ts'
import { recordEvent } from '../core/events.ts'
import { timeSlicer } from '../core/yield-to-event-loop.ts'
import { type AgentRequest, insertRequests } from './agent-requests.ts'
import { agentRanges, type Verdict, verifyRequest } from './agent-verification.ts'
import { identifyAgent, type PendingSignature } from './identify-agent.ts'
import type { LoggedRequest, LogParser } from './log-parser.ts'
import type { LogLine } from './log-senders.ts'

export type LogReport = {
  lines: number
  /** Requests of AI agents that this import added. */
  stored: number
  /** Requests of AI agents that were stored before. */
  known: number
  unreadable: number
}

/** `hash` identifies the request. */
type FoundRequest = LoggedRequest & { agent: string; signature: PendingSignature | null; hash: Buffer }

const batchSize = 1_000

/** `lines`: a line that is too long to read is null. */
export async function importLogs(
  ctx: OrganizationContext,
  { id: brandId }: Pick<Brand, 'id'>,
  lines: AsyncIterable<readonly (LogLine | null)[]>,
  { parse, onProgress }: { parse: LogParser; onProgress?: (report: LogReport) => void },
): Promise<LogReport> {
  const report: LogReport = { lines: 0, stored: 0, known: 0, unreadable: 0 }
  const ranges = await ctx.use(agentRanges).get()
  const now = ctx.now()
  let batch: FoundRequest[] = []
  const store = async () => {
    const stored = await insertRequests(
      ctx,
      brandId,
      batch.map((request) => toAgentRequest(request, verifyRequest(ranges, request, now))),
    )
    report.stored += stored
    report.known += batch.length - stored
    batch = []
    onProgress?.(report)
  }
  for await (const found of findAgentRequests(lines, { parse, latest: latestImportTime(now) })) {
    report.lines += found.lines
    report.unreadable += found.unreadable
    batch.push(...found.requests)
    if (batch.length >= batchSize) await store()
  }
  if (batch.length > 0) await store()
  return report
}

const toAgentRequest = (
  { at, hash, agent, path, status, address, signature }: FoundRequest,
  { verification, method, isPending }: Verdict,
): AgentRequest => ({
  day: utcDay(at),
  hash,
  agent,
  path,
  status,
  verification,
  method,
  address: isPending ? address : null,
  signature: verification === 'verified' ? null : signature,
})

/** For imports by a person. A log source would fill the audit log. */
export async function recordLogImport(ctx: Context, brandId: string, { stored }: LogReport): Promise<void> {
  if (stored > 0)
    await transaction(ctx, (tx) => recordEvent(tx, 'logs.imported', { brandId, data: { stored } }))
}

type Found = { lines: number; unreadable: number; requests: FoundRequest[] }

/** Yields what the given lines contain. A request after `latest` is unreadable, because the clock of its server is wrong. */
export async function* findAgentRequests(
  lines: AsyncIterable<readonly (LogLine | null)[]>,
  { parse, latest }: { parse: LogParser; latest: Date },
): AsyncGenerator<Found> {
  const repeats = noRepeats()
  const pause = timeSlicer()
  for await (const some of lines) {
    const found: Found = { lines: 0, unreadable: 0, requests: [] }
    for (const line of some) {
      found.lines += 1
      const parsed = line === null ? 'unreadable' : parse(line.text)
      const request = typeof parsed !== 'string' && parsed.at > latest ? 'unreadable' : parsed
      if (request === 'unreadable') found.unreadable += 1
      if (line === null || typeof request === 'string') continue
      const identified = identifyAgent(request)
      if (identified === null) continue
      const nth = request.id === null ? (line.nth ?? countRepeat(repeats, line.text, request.at)) : 1
      found.requests.push({ ...request, ...identified, hash: computeHash(request.id ?? line.text, nth) })
      if (found.requests.length >= batchSize) {
        yield { ...found, requests: found.requests.splice(0) }
        found.lines = 0
        found.unreadable = 0
      }
    }
    yield found
    await pause()
  }
}

/** How often each line, as a hash, has occurred within a second. `lines`: all lines of the second. */
export const RepeatCounts = z.object({
  second: z.number().nullable(),
  lines: z.number().int(),
  seen: z.record(z.string(), z.number().int()),
})
export type RepeatCounts = z.infer<typeof RepeatCounts>

export const noRepeats = (): RepeatCounts => ({ second: null, lines: 0, seen: {} })

/** Further lines within a second are counted from one again. */
const maxLinesOfSecond = 10_000

/** Numbers identical lines within one second, so that each of them gets a different hash. Changes `counts`. */
export function countRepeat(counts: RepeatCounts, line: string, at: Date): number {
  const second = Math.floor(at.getTime() / 1000)
  if (second !== counts.second || counts.lines >= maxLinesOfSecond)
    Object.assign(counts, { second, lines: 0, seen: {} })
  counts.lines += 1
  const key = createHash('sha256').update(line).digest('base64')
  const nth = (counts.seen[key] ?? 0) + 1
  counts.seen[key] = nth
  return nth
}

const computeHash = (text: string, nth: number): Buffer =>
  createHash('sha256').update(`${nth} ${text}`).digest().subarray(0, 12)
