/** The list of a brand's prompts for API clients. */
import { sql } from 'kysely'
import { z } from 'zod'
import { listedPrompts, resolveScope, type Scope } from '../answers/scope.ts'
import { promptQuery } from '../answers/scope-parameters.ts'
import { brandFrom } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { cursorId, pageQuery, toPage } from '../core/paging.ts'
import { route } from '../http/route.ts'
import { PromptRecord } from './prompt-fields.ts'
import { type ListedPrompt, showPrompt } from './prompts.ts'

const PromptList = z
  .object({
    prompts: z.array(PromptRecord),
    next_cursor: z
      .string()
      .nullable()
      .describe('Pass as `cursor` to get the next page; null on the last page.'),
  })
  .meta({ id: 'PromptList' })

type Page = { limit: number; cursor?: string | undefined }

export const promptList = route({
  access: 'read',
  invalidatedBy: null,
  summary: 'List prompts',
  description: 'Prompts that are not deleted, in order of creation. Runs skip inactive prompts.',
  whenToUse:
    'Answers "which prompts are tracked?" with their settings and ids. For their visibility use get_prompt_performance.',
  query: { ...promptQuery, ...pageQuery },
  find: { brand: brandFrom('query', 'brand_id') },
  returns: PromptList,
  run: async (ctx, { found, query }) =>
    listPromptPage(ctx, await resolveScope(ctx, found.brand, query, null), query),
})

async function listPromptPage(ctx: Context, scope: Scope, page: Page): Promise<z.input<typeof PromptList>> {
  const after = cursorId(page)
  const { rows } = await sql<ListedPrompt>`
    select prompts.*, topics.name as topic_name, personas.name as persona_name, previous.text as follows_text
    from prompts
    left join topics on topics.brand_id = prompts.brand_id and topics.id = prompts.topic_id
    left join personas on personas.brand_id = prompts.brand_id and personas.id = prompts.persona_id
    left join prompts previous on previous.brand_id = prompts.brand_id and previous.id = prompts.follows
    where prompts.brand_id = ${scope.brand.id} and prompts.deleted_at is null and ${listedPrompts(scope)}
      and (${after}::uuid is null or prompts.id > ${after}::uuid)
    order by prompts.id limit ${page.limit + 1}`.execute(ctx.db)
  const { items, next_cursor } = toPage(rows, page)
  return { prompts: items.map(showPrompt), next_cursor }
}
