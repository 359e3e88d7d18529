/**
 * How often scheduled runs ask each prompt on each platform. A prompt with the frequency n is asked in every n-th run, on its turn,
 * and its answers then have the weight n. Its follow-ups are asked with it. A manual run asks everything, with the weight 1.
 */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Platform, platforms } from '../../vocabulary/platforms.ts'
import { type SamplingFrequency, samplingFrequencies } from '../../vocabulary/sampling.ts'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { dayMs } from '../core/days.ts'
import { invalid } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { noSuchRow } from '../core/rows-of-brand.ts'
import { message } from '../languages/message.ts'
import type { CheckFrequency } from './platforms.ts'

export const PromptFrequency = z
  .object({
    prompt_id: z.uuid().describe('The first question of a conversation. Its follow-ups are asked as often.'),
    platform: z.enum(platforms),
    every: z
      .literal([...samplingFrequencies])
      .describe('Scheduled runs ask the prompt on the platform in every n-th run; 1 is every run.'),
  })
  .meta({ id: 'PromptFrequency' })
export type PromptFrequency = z.output<typeof PromptFrequency>

/** Returns the frequency of a prompt on a platform. Not for a follow-up, which has the frequency of the first question. */
export type Frequencies = (promptId: string, platform: string) => SamplingFrequency

export async function readFrequencies({ db }: Context, brandId: string): Promise<Frequencies> {
  const rows = await db.selectFrom('prompt_frequencies').selectAll().where('brand_id', '=', brandId).execute()
  const known = new Map(rows.map(({ prompt_id, platform, every }) => [`${prompt_id} ${platform}`, every]))
  return (promptId, platform) => PromptFrequency.shape.every.parse(known.get(`${promptId} ${platform}`) ?? 1)
}

/**
 * Sets the frequencies of these prompts. The others keep theirs. Throws `not_found` for a prompt of another brand, and
 * `invalid_request` for a follow-up.
 */
export function setFrequencies(ctx: Context, brand: Brand, given: PromptFrequency[]): Promise<void> {
  return transaction(ctx, async (tx) => {
    await requirePrompts(
      tx,
      brand.id,
      given.map(({ prompt_id }) => prompt_id),
    )
    const frequencies = new Map(given.map((each) => [`${each.prompt_id} ${each.platform}`, each]))
    // Sorted, so that concurrent requests lock rows in the same order.
    const rows = [...frequencies].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
    const list = <T>(value: (each: PromptFrequency) => T) => rows.map(value)
    await sql`
      delete from prompt_frequencies
      where brand_id = ${brand.id} and (prompt_id, platform) in (
        select * from unnest(${list(({ prompt_id }) => prompt_id)}::uuid[], ${list(({ platform }) => platform)}::text[])
      )`.execute(tx.db)
    await sql`
      insert into prompt_frequencies (brand_id, prompt_id, platform, every)
      select ${brand.id}::uuid, prompt_id, platform, every
      from unnest(
        ${list(({ prompt_id }) => prompt_id)}::uuid[], ${list(({ platform }) => platform)}::text[],
        ${list(({ every }) => every)}::smallint[]
      ) as given (prompt_id, platform, every)
      where every > 1
      on conflict (brand_id, prompt_id, platform) do update set every = excluded.every`.execute(tx.db)
    await recordEvent(tx, 'prompt_frequencies.changed', {
      brandId: brand.id,
      data: { frequencies: rows.map(describe) },
    })
  })
}

const describe = ({ prompt_id, platform, every }: { prompt_id: string; platform: string; every: number }) =>
  `${prompt_id} ${platform} ${every}`

/** From the next run on, every prompt is asked in every run. */
export function restoreFrequencies(ctx: Context, brand: Brand): Promise<void> {
  return transaction(ctx, async (tx) => {
    const removed = await tx.db
      .deleteFrom('prompt_frequencies')
      .where('brand_id', '=', brand.id)
      .returning(['prompt_id', 'platform', 'every'])
      .execute()
    if (removed.length > 0)
      await recordEvent(tx, 'prompt_frequencies.restored', {
        brandId: brand.id,
        data: { frequencies: removed.map(describe) },
      })
  })
}

async function requirePrompts({ db }: Context, brandId: string, ids: string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const found = await db
    .selectFrom('prompts')
    .select('follows')
    .where('brand_id', '=', brandId)
    .where('deleted_at', 'is', null)
    .where('id', 'in', wanted)
    .execute()
  if (found.length < wanted.length) throw noSuchRow('prompts')
  if (found.some(({ follows }) => follows !== null))
    throw invalid('frequencies', message('tracking.frequencies.followUp'))
}

/**
 * Returns whether it is a prompt's turn in a scheduled run. The offset is a hash of the ids, so that turns of prompts and platforms are
 * spread evenly over the days, and a run that is repeated on the same day asks the same prompts.
 */
export function isTurn(
  { promptId, platform, every }: { promptId: string; platform: Platform; every: number },
  period: number,
): boolean {
  const offset = Number.parseInt(hash('sha256', `${promptId} ${platform}`).slice(0, 8), 16)
  return (period + offset) % every === 0
}

/** Numbers the hours, days, ISO weeks or months (UTC) in which the scheduler checks a platform once. */
export function schedulePeriod(frequency: CheckFrequency, now: Date): number {
  const day = Math.floor(now.getTime() / dayMs)
  switch (frequency) {
    case 'hourly':
      return Math.floor(now.getTime() / 3_600_000)
    case 'weekly':
      // 5 January 1970 was a Monday.
      return Math.floor((day - 4) / 7)
    case 'monthly':
      return 12 * now.getUTCFullYear() + now.getUTCMonth()
    default:
      return day
  }
}
