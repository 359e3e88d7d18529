/** What decides about answers, as metrics return it. */
import { z } from 'zod'
import type { OrganizationContext } from '../core/context.ts'
import { findChosenModel, type ModelUse } from '../llm/chosen-model.ts'

export const MethodInUse = z
  .object({
    name: z
      .enum(['rules', 'model'])
      .describe('What decides about the answers; for claims, `model` after the rules.'),
    model: z.string().nullable().describe('Name of the language model; null: only rules decide.'),
    from: z.iso
      .date()
      .nullable()
      .describe('First day whose answers the model reads. Null: all, or no model.'),
  })
  .meta({ id: 'MethodInUse' })

export async function findMethodInUse(
  ctx: OrganizationContext,
  use: ModelUse,
): Promise<z.input<typeof MethodInUse>> {
  const chosen = await findChosenModel(ctx, use)
  return { name: chosen ? 'model' : 'rules', model: chosen?.model ?? null, from: chosen?.from ?? null }
}
