/** Lists the search volumes of prompts. Prompts without a source are omitted. */
import { sql } from 'kysely'
import { z } from 'zod'
import { listedPrompts, resolveScope, type Scope } from '../../answers/scope.ts'
import { promptQuery } from '../../answers/scope-parameters.ts'
import { brandFrom } from '../../brands/brands.ts'
import type { Context } from '../../core/context.ts'
import { Timestamp } from '../../core/fields.ts'
import { route } from '../../http/route.ts'
import { localizedText } from '../../languages/localized.ts'

const Count = z.number().int().min(0)

const PromptVolumes = z
  .object({
    volumes: z.array(
      z.object({
        prompt_id: z.uuid().describe('Id of the prompt.'),
        prompt_text: z.string().describe('Text of the prompt.'),
        intent: z.string().nullable().describe('Search intent.'),
        keywords: z.array(
          z.object({
            keyword: z.string().describe('Keyword derived from the prompt, or imported.'),
            volume: Count.nullable().describe('Monthly search volume; null if the source does not know it.'),
          }),
        ),
        total_volume: Count.nullable().describe(
          'Monthly search volume of all keywords; null if the source knows none of them.',
        ),
        est_ai_volume_low: Count.nullable().describe(
          'Lower end of the estimated queries to AI engines per month; null without an estimate.',
        ),
        est_ai_volume_high: Count.nullable().describe('Upper end of that estimate.'),
        source: z.string().describe('Source of the volumes.'),
        method: localizedText().describe('How the source determines them, as a sentence.'),
        fetched_at: Timestamp.describe('When the volumes were fetched or imported.'),
      }),
    ),
  })
  .meta({ id: 'PromptVolumes' })

export const promptVolumes = route({
  access: 'read',
  invalidatedBy: null,
  summary: 'List search volumes of prompts',
  description:
    'Searches per month for the keywords of each prompt and the estimated range of queries to AI engines, with source and method. Prompts without a source are omitted.',
  whenToUse:
    'Answers "how many people search for this?" Use it to weigh prompts by demand. Needs imported or fetched volumes; the AI volumes are estimates, so report them as a range.',
  query: promptQuery,
  find: { brand: brandFrom('query', 'brand_id') },
  returns: PromptVolumes,
  run: async (ctx, { found, query }) => listVolumes(ctx, await resolveScope(ctx, found.brand, query, null)),
})

type Row = Omit<z.input<typeof PromptVolumes>['volumes'][number], 'fetched_at'> & { fetched_at: Date }

async function listVolumes(ctx: Context, scope: Scope): Promise<z.input<typeof PromptVolumes>> {
  const { rows } = await sql<Row>`
    select
      prompts.id as prompt_id, prompts.text as prompt_text, intent, keywords, total_volume, est_ai_volume_low,
      est_ai_volume_high, source, method, fetched_at
    from prompt_volumes
    join prompts on prompts.brand_id = prompt_volumes.brand_id and prompts.id = prompt_volumes.prompt_id
    where prompts.brand_id = ${scope.brand.id} and prompts.deleted_at is null and ${listedPrompts(scope)}
    order by total_volume desc nulls last, prompts.id`.execute(ctx.db)
  return { volumes: rows.map((row) => ({ ...row, fetched_at: row.fetched_at.toISOString() })) }
}
