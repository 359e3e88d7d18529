/** Changes prompts and keeps what derives from their text up to date. */

import { sql } from 'kysely'
import { z } from 'zod'
import { promptCategories } from '../../vocabulary/labels.ts'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { recordEvent } from '../core/events.ts'
import { onUniqueViolation } from '../db/violations.ts'
import { requireQuota } from '../plans/plans.ts'
import { type Category, categorize } from './categories.ts'
import {
  areAsked,
  countActivePrompts,
  duplicatePrompt,
  getListedPrompt,
  insertPrompts,
  type ListedPrompt,
  markPromptDeleted,
  namesBrand,
  type Prompt,
  type PromptPatch,
  parsePlatforms,
  promptTextHash,
  requirePersona,
  requireTopic,
} from './prompts.ts'

/**
 * Returns the changed prompt, or its successor: when the wording changes and the prompt has answers, it is
 * deleted and a new prompt is created, so that answers are never attributed to a wording they did not respond to.
 */
export function changePrompt(
  ctx: Context,
  brand: Brand,
  prompt: Prompt,
  change: z.output<typeof PromptPatch>,
): Promise<ListedPrompt> {
  return transaction(ctx, async (tx) => {
    await requireTopic(tx, brand.id, change.topic_id)
    await requirePersona(tx, brand.id, {
      persona_id: changedWording(prompt, change).persona_id,
      platforms: changedPlatforms(prompt, change),
    })
    if (change.is_active === true && !prompt.is_active)
      await requireQuota(tx, 'prompts', () => countActivePrompts(tx))
    const id = (await needsSuccessor(tx, prompt, change))
      ? await replacePrompt(tx, brand, prompt, change)
      : await updatePrompt(tx, brand, prompt, change)
    await recordEvent(tx, 'prompt.changed', {
      brandId: brand.id,
      data: { prompt_id: id, fields: Object.keys(change) },
    })
    return getListedPrompt(tx, id)
  })
}

/** Recomputes which prompts name the brand, after its name or aliases changed. */
export async function updateBrandedFlags(ctx: Context, brand: Brand): Promise<void> {
  const prompts = await ctx.db.selectFrom('prompts').selectAll().where('brand_id', '=', brand.id).execute()
  const areBranded = await namesBrand(
    ctx,
    brand,
    prompts.map(({ text }) => text),
  )
  const wrong = prompts.filter(({ branded }, index) => branded !== areBranded[index])
  if (wrong.length === 0) return
  await sql`
    update prompts set branded = not branded, category = corrected.category
    from unnest(${wrong.map(({ id }) => id)}::uuid[], ${wrong.map((prompt) => changedCategory(prompt, prompt.text, !prompt.branded))}::text[])
      as corrected (id, category)
    where prompts.brand_id = ${brand.id} and prompts.id = corrected.id`.execute(ctx.db)
}

/** Returns true when the change alters the wording and the prompt has answers, or a running job may be sending it. */
async function needsSuccessor(
  tx: Context,
  prompt: Prompt,
  change: z.output<typeof PromptPatch>,
): Promise<boolean> {
  const { text, region, language, persona_id } = changedWording(prompt, change)
  const isSame =
    text === prompt.text &&
    region === prompt.region &&
    language === prompt.language &&
    persona_id === prompt.persona_id
  return !isSame && areAsked(tx, prompt.brand_id, sql`prompts.id = ${prompt.id}`)
}

function changedWording(prompt: Prompt, change: z.output<typeof PromptPatch>) {
  return {
    text: change.text ?? prompt.text,
    region: change.region === undefined ? prompt.region : (change.region ?? ''),
    language: change.language === undefined ? prompt.language : (change.language ?? ''),
    persona_id: change.persona_id === undefined ? prompt.persona_id : change.persona_id,
  }
}

const changedPlatforms = (prompt: Prompt, change: z.output<typeof PromptPatch>) =>
  change.platforms === undefined ? parsePlatforms(prompt.platforms) : change.platforms

async function replacePrompt(
  tx: Context,
  brand: Brand,
  prompt: Prompt,
  change: z.output<typeof PromptPatch>,
): Promise<string> {
  await markPromptDeleted(tx, prompt)
  const { text, region, language, persona_id } = changedWording(prompt, change)
  const [branded = false] = await namesBrand(tx, brand, [text])
  const [successor] = await insertPrompts(tx, brand, [
    {
      text,
      topic_id: change.topic_id === undefined ? prompt.topic_id : change.topic_id,
      category: change.category ?? changedCategory(prompt, text, branded),
      region: region || null,
      language: language || null,
      persona_id,
      platforms: changedPlatforms(prompt, change),
      tags: change.tags ?? prompt.tags,
      is_active: change.is_active ?? prompt.is_active,
    },
  ])
  if (!successor) throw duplicatePrompt()
  await tx.db
    .updateTable('prompts')
    .set({ replaced_by: successor.id })
    .where('brand_id', '=', prompt.brand_id)
    .where('id', '=', prompt.id)
    .execute()
  return successor.id
}

async function updatePrompt(
  tx: Context,
  brand: Brand,
  prompt: Prompt,
  change: z.output<typeof PromptPatch>,
): Promise<string> {
  const wording = changedWording(prompt, change)
  const { text } = wording
  const [branded = false] = await namesBrand(tx, brand, [text])
  const update = tx.db
    .updateTable('prompts')
    .set({
      ...change,
      ...wording,
      text_hash: promptTextHash(wording),
      branded,
      category: change.category ?? changedCategory(prompt, text, branded),
    })
    .where('brand_id', '=', brand.id)
    .where('id', '=', prompt.id)
  await onUniqueViolation(update.execute(), duplicatePrompt())
  return prompt.id
}

/** Categorizes the new text, unless a person chose the category. */
function changedCategory(prompt: Prompt, text: string, branded: boolean): Category {
  const current = z.enum(promptCategories).parse(prompt.category)
  return current === categorize(prompt.text, prompt.branded) ? categorize(text, branded) : current
}
