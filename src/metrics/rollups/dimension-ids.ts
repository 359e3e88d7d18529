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
