/** Changes prompts and keeps what derives from their text up to date. */

import { sql } from 'kysely'
import { z } from 'zod'
import { promptCategories } from '../../vocabulary/labels.ts'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { recordEvent } from '../core/events.ts'
import { noSuchRow } from '../core/rows-of-brand.ts'
import { onUniqueViolation } from '../db/violations.ts'
import { requireQuota } from '../plans/plans.ts'
import { type Category, categorize } from './categories.ts'
import { findFollowUp, listConversation, listQuestionsBefore, requireSharedSettings } from './follow-ups.ts'
import type { PromptPatch } from './prompt-fields.ts'
import {
  areAsked,
  countActivePrompts,
  duplicatePrompt,
  getListedPrompt,
  insertPrompts,
  type ListedPrompt,
  namesBrand,
  type Prompt,
  parsePlatforms,
  requirePersona,
  requireTopic,
} from './prompts.ts'
import { promptTextHash } from './wording.ts'

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
    const [previous] = (await listQuestionsBefore(tx, prompt)).slice(-1)
    if (previous) requireSharedSettings(change, previous)
    await requirePersona(tx, brand.id, {
      persona_id: changedWording(prompt, change).persona_id,
      platforms: changedPlatforms(prompt, change),
    })
    if (change.is_active === true && !prompt.is_active)
      await requireQuota(tx, 'prompts', () => countActivePrompts(tx))
    const id = (await needsSuccessor(tx, prompt, change))
      ? (await replacePrompt(tx, brand, prompt, change, previous)).id
      : await updatePrompt(tx, brand, prompt, change, previous)
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

/**
 * Returns true when the change alters the wording and the prompt or a follow-up has answers, or a running job may be sending
 * it.
 */
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
  if (isSame) return false
  const ids = (await listConversation(tx, prompt)).map(({ id }) => id)
  return areAsked(tx, prompt.brand_id, sql`prompts.id = any(${ids.slice(ids.indexOf(prompt.id))}::uuid[])`)
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

/** Also replaces the follow-ups: their answers belong to the conversation with the old wording. */
async function replacePrompt(
  tx: Context,
  brand: Brand,
  prompt: Prompt,
  change: z.output<typeof PromptPatch>,
  previous: Prompt | undefined,
): Promise<Prompt> {
  const { numUpdatedRows } = await tx.db
    .updateTable('prompts')
    .set({ deleted_at: tx.now(), is_active: false })
    .where('brand_id', '=', prompt.brand_id)
    .where('id', '=', prompt.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw noSuchRow('prompts')
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
      previous,
    },
  ])
  if (!successor) throw duplicatePrompt()
  await tx.db
    .updateTable('prompts')
    .set({ replaced_by: successor.id })
    .where('brand_id', '=', prompt.brand_id)
    .where('id', '=', prompt.id)
    .execute()
  const next = await findFollowUp(tx, prompt)
  if (next) await replacePrompt(tx, brand, next, {}, successor)
  return successor
}

async function updatePrompt(
  tx: Context,
  brand: Brand,
  prompt: Prompt,
  change: z.output<typeof PromptPatch>,
  previous: Prompt | undefined,
): Promise<string> {
  const wording = changedWording(prompt, change)
  const { text } = wording
  const [branded = false] = await namesBrand(tx, brand, [text])
  const update = tx.db
    .updateTable('prompts')
    .set({
      ...change,
      ...wording,
      text_hash: promptTextHash({ ...wording, previous }),
      branded,
      category: change.category ?? changedCategory(prompt, text, branded),
    })
    .where('brand_id', '=', brand.id)
    .where('id', '=', prompt.id)
    .returningAll()
  const changed = await onUniqueViolation(update.executeTakeFirstOrThrow(), duplicatePrompt())
  const next = await findFollowUp(tx, prompt)
  if (next) await updatePrompt(tx, brand, next, shared(changed), changed)
  return prompt.id
}

const shared = ({ region, language, persona_id, platforms: names }: Prompt) => ({
  region,
  language,
  persona_id,
  platforms: parsePlatforms(names),
})

/** Categorizes the new text, unless a person chose the category. */
function changedCategory(prompt: Prompt, text: string, branded: boolean): Category {
  const current = z.enum(promptCategories).parse(prompt.category)
  return current === categorize(prompt.text, prompt.branded) ? categorize(text, branded) : current
}
