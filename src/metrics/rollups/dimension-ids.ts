/** The numbers that identify segments (a platform, model and region) and prompts in packed rows. */
import { sql } from 'kysely'
import { bySegment, isCounted, promptsInScope, type Scope } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'

/** Assigns numbers to the segments of the answers of these days. */
export async function assignSegmentIds(tx: Context, brandId: string, days: string[]): Promise<void> {
  await sql`
    insert into segments (brand_id, number, platform, model, region)
    select
      ${brandId}, (select coalesce(max(number), 0) from segments where brand_id = ${brandId}) + row_number() over (),
      platform, model, region
    from (
      select platform, model, region from answers
      where brand_id = ${brandId} and day = any(${days}::date[]) and ${isCounted(brandId)}
      except select platform, model, region from segments where brand_id = ${brandId}
    ) added`.execute(tx.db)
}

/** Assigns numbers to all prompts of the brand that have none: counting answers to a prompt without one reads the days twice. */
export async function assignPromptIds(tx: Context, brandId: string): Promise<void> {
  await sql`
    insert into prompt_numbers (brand_id, number, prompt_id)
    select
      ${brandId}, (select coalesce(max(number), 0) from prompt_numbers where brand_id = ${brandId}) + row_number() over (order by prompt_id),
      prompt_id
    from (
      select id as prompt_id from prompts where brand_id = ${brandId}
      except select prompt_id from prompt_numbers where brand_id = ${brandId}
    ) added`.execute(tx.db)
}

export type Segment = { number: number; platform: string; model: string; region: string }

/** Returns the segments of the scope by number, in the order of platform, model and region. */
export async function readSegments(ctx: Context, scope: Scope): Promise<Map<number, Segment>> {
  const { rows } = await sql<Segment>`
    select number, platform, model, region from segments
    where brand_id = ${scope.brand.id} and ${bySegment(scope)} order by platform, model, region`.execute(
    ctx.db,
  )
  return new Map(rows.map((segment) => [segment.number, segment]))
}

/** Returns the ids of the scope's prompts by number. */
export async function readPromptNumbers(ctx: Context, scope: Scope): Promise<Map<number, string>> {
  const { rows } = await sql<{ number: number; prompt_id: string }>`
    select number, prompt_id from prompt_numbers
    where brand_id = ${scope.brand.id} and prompt_id in (${promptsInScope(scope)})`.execute(ctx.db)
  return new Map(rows.map(({ number, prompt_id }) => [number, prompt_id]))
}

/**
 * The prompts of a scope by number, and all other prompts of the brand. `isMost`: the scope has more than half of them, so that
 * subtracting the others from a total is faster than adding up the chosen ones.
 */
export type PromptFilter = { chosen: number[]; others: number[]; isMost: boolean }

export async function readPromptFilter(ctx: Context, scope: Scope): Promise<PromptFilter> {
  const inScope = await readPromptNumbers(ctx, scope)
  const all = await readPromptNumbers(ctx, { ...scope, topicIds: null, branded: null })
  const others = [...all.keys()].filter((number) => !inScope.has(number))
  return { chosen: [...inScope.keys()], others, isMost: others.length < inScope.size }
}
