/** The published lists against which requests of AI agents are verified, and how old they are. */
import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { Timestamp } from '../core/fields.ts'
import { listRanges } from './agent-verification.ts'
import { findAiAgent } from './ai-agents.ts'
import { signers } from './identify-agent.ts'
import { listKeyDirectories } from './key-directories.ts'

const Count = z.number().int().min(0)

export const AgentRangeList = z
  .object({
    url: z.url(),
    agents: z.array(z.string()),
    prefixes: Count.describe('Number of IP ranges.'),
    fetched_at: Timestamp.nullable().describe('When the list was read. Null without ranges.'),
    is_snapshot: z
      .boolean()
      .describe('Whether the ranges are from the release, because none were fetched yet.'),
    problem: z.string().nullable().describe('Why the last fetch kept the ranges of the one before.'),
  })
  .meta({ id: 'AgentRangeList' })

export const showRangeLists = async (ctx: Context): Promise<z.input<typeof AgentRangeList>[]> =>
  (await listRanges(ctx)).map(({ url, agents, prefixes, fetchedAt, isSnapshot, problem }) => ({
    url,
    agents,
    prefixes: prefixes.length,
    fetched_at: fetchedAt?.toISOString() ?? null,
    is_snapshot: isSnapshot,
    problem,
  }))

export const AgentSigner = z
  .object({
    host: z.string().describe('Host that publishes the keys.'),
    operator: z.string(),
    keys: Count.describe('Number of keys that the host listed at the last fetch.'),
    fetched_at: Timestamp.nullable().describe('Null until a request with a signature is received.'),
    problem: z.string().nullable().describe('Why the last fetch failed.'),
  })
  .meta({ id: 'AgentSigner' })

export const showSigners = async (ctx: Context): Promise<z.input<typeof AgentSigner>[]> =>
  (await listKeyDirectories(ctx)).map(({ host, keys, fetchedAt, problem }) => ({
    host,
    operator: findAiAgent(signers.find((each) => each.host === host)?.agent ?? '')?.operator ?? host,
    keys: keys.filter(({ listedAt }) => listedAt.getTime() === fetchedAt?.getTime()).length,
    fetched_at: fetchedAt?.toISOString() ?? null,
    problem,
  }))
