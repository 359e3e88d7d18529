/** Assigns the numbers that identify segments (a platform, model and region) and prompts in the rows of days. */
import { sql } from 'kysely'
import { isCounted } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'

/** Assigns numbers to the segments of the answers of these days. */
export async function numberSegments(tx: Context, brandId: string, days: readonly string[]): Promise<void> {
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

/** Assigns numbers to all prompts of the brand that have none, in the order of their ids. */
export async function numberPrompts(tx: Context, brandId: string): Promise<void> {
  await sql`
    insert into prompt_numbers (brand_id, number, prompt_id)
    select
      ${brandId},
      (select coalesce(max(number), 0) from prompt_numbers where brand_id = ${brandId}) + row_number() over (order by id), id
    from prompts
    where brand_id = ${brandId} and not exists (
      select 1 from prompt_numbers where brand_id = ${brandId} and prompt_id = prompts.id
    )`.execute(tx.db)
}
