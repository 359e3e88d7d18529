/** The list of a brand's prompts for API clients. */
import { z } from 'zod'
import { listedPrompts, resolveScope } from '../answers/scope.ts'
import { promptQuery } from '../answers/scope-parameters.ts'
import { brandFrom } from '../brands/brands.ts'
import { pageQuery } from '../core/paging.ts'
import { route } from '../http/route.ts'
import { PromptRecord } from './prompt-fields.ts'
import { listPrompts, showPrompt } from './prompts.ts'

const PromptList = z
  .object({
    prompts: z.array(PromptRecord),
    next_cursor: z
      .string()
      .nullable()
      .describe('Pass as `cursor` to get the next page; null on the last page.'),
  })
  .meta({ id: 'PromptList' })

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
  run: async (ctx, { found, query }) => {
    const scope = await resolveScope(ctx, found.brand, query, null)
    const { items, next_cursor } = await listPrompts(ctx, found.brand.id, query, listedPrompts(scope))
    return { prompts: items.map(showPrompt), next_cursor }
  },
})
