/** Logs that a person uploads in the dashboard, in parts of whole lines. */
import { z } from 'zod'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { latestImportTime, utcDay } from '../core/days.ts'
import { crawlerRoles, findAiAgent } from './ai-agents.ts'
import { findAgentRequests, importLogs, recordLogImport } from './import-logs.ts'
import { createLogParser } from './log-parser.ts'
import { splitRecords } from './log-records.ts'
import { allLogFields } from './log-senders.ts'
import { logIntake, toLines } from './receive-logs.ts'

export const maxUploadBytes = 8 * 1024 * 1024

const Count = z.number().int().min(0)
export const LogReport = z.object({
  lines: Count,
  stored: Count.describe('Requests of AI agents that were stored.'),
  known: Count.describe('Requests of AI agents that had been stored before.'),
  unreadable: Count.describe('Lines that could not be read, are longer than 1 MB, or are in the future.'),
})

export const LogPreview = z.object({
  lines: Count,
  unreadable: Count.describe('Lines that could not be read, are longer than 1 MB, or are in the future.'),
  requests: Count.describe('Requests of AI agents.'),
  first_day: z.iso.date().nullable().describe('The first day with a request of an AI agent (UTC).'),
  last_day: z.iso.date().nullable(),
  agents: z
    .array(
      z.object({
        agent: z.string(),
        operator: z.string().nullable(),
        role: z.enum(crawlerRoles).nullable(),
        requests: Count,
      }),
    )
    .describe('By number of requests.'),
})

const linesOf = (text: string) => toLines(splitRecords(bytesOf(text)))

const chunkBytes = 64 * 1024

/** In chunks, because other work can run only between them. */
async function* bytesOf(text: string) {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += chunkBytes)
    yield bytes.subarray(start, start + chunkBytes)
}

export async function uploadLog(
  ctx: Context,
  brand: Brand,
  text: string,
): Promise<z.input<typeof LogReport>> {
  const report = await ctx
    .use(logIntake)
    .run(ctx.organizationId, () =>
      importLogs(ctx, brand, linesOf(text), { parse: createLogParser(allLogFields) }),
    )
  await recordLogImport(ctx, brand.id, report)
  return report
}

export async function previewLog(ctx: Context, text: string): Promise<z.input<typeof LogPreview>> {
  const preview = { lines: 0, unreadable: 0 }
  const requests = new Map<string, number>()
  const days: string[] = []
  const parse = createLogParser(allLogFields)
  for await (const found of findAgentRequests(linesOf(text), {
    parse,
    latest: latestImportTime(ctx.now()),
  })) {
    preview.lines += found.lines
    preview.unreadable += found.unreadable
    for (const { agent, at } of found.requests) {
      requests.set(agent, (requests.get(agent) ?? 0) + 1)
      days.push(utcDay(at))
    }
  }
  days.sort()
  const agents = [...requests].map(([agent, count]) => {
    const { operator = null, role = null } = findAiAgent(agent) ?? {}
    return { agent, operator, role, requests: count }
  })
  return {
    ...preview,
    requests: days.length,
    first_day: days[0] ?? null,
    last_day: days.at(-1) ?? null,
    agents: agents.sort((a, b) => b.requests - a.requests),
  }
}
