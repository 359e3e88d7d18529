/**
 * A conversation is a prompt with up to two follow-up questions, which are prompts that name the one before in
 * `follows`. An engine gets a follow-up together with the questions before and its own answers to them. All questions of a
 * conversation share region, language, persona and platforms; topic, tags and category are set for each one.
 */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { maxQuestions } from '../../vocabulary/conversations.ts'
import type { Context } from '../core/context.ts'
import { conflict, invalid } from '../core/errors.ts'
import { noSuchRow } from '../core/rows-of-brand.ts'
import type { Prompts } from '../db/schema.generated.ts'
import { message } from '../languages/message.ts'

type Prompt = Selectable<Prompts>

/** What a follow-up takes over from the question before. */
export const sharedSettings = ['region', 'language', 'persona_id', 'platforms'] as const

type SharedSettings = {
  [name in (typeof sharedSettings)[number]]?: string | readonly string[] | null | undefined
}

/**
 * Locks and returns the prompt that a new follow-up names. Throws `not_found` for a prompt of another brand, `conflict` if it
 * has a follow-up already, and `invalid_request` at the end of the longest conversation.
 */
export async function getPreviousPrompt(tx: Context, brandId: string, id: string): Promise<Prompt> {
  const previous = await tx.db
    .selectFrom('prompts')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!previous) throw noSuchRow('prompts')
  if ((await listQuestionsBefore(tx, previous)).length + 1 >= maxQuestions)
    throw invalid('follows', message('prompts.followUps.tooMany', { followUps: maxQuestions - 1 }))
  if (await findFollowUp(tx, previous)) throw conflict(message('prompts.followUps.hasOne'))
  return previous
}

/** Throws `invalid_request` if a follow-up would have other settings than the question before. */
export function requireSharedSettings(given: SharedSettings, previous: Prompt): void {
  const other = sharedSettings.find(
    (name) =>
      given[name] !== undefined && JSON.stringify(given[name] ?? '') !== JSON.stringify(previous[name] ?? ''),
  )
  if (other !== undefined) throw invalid(other, message('prompts.followUps.mustBeShared'))
}

/** Returns the questions that come before a prompt in its conversation, first to last. */
export async function listQuestionsBefore(ctx: Context, prompt: Prompt): Promise<Prompt[]> {
  const before: Prompt[] = []
  for (let { follows } = prompt; follows !== null; ) {
    const previous = await ctx.db
      .selectFrom('prompts')
      .selectAll()
      .where('brand_id', '=', prompt.brand_id)
      .where('id', '=', follows)
      .executeTakeFirstOrThrow()
    before.unshift(previous)
    follows = previous.follows
  }
  return before
}

export const findFollowUp = (ctx: Context, { brand_id, id }: Pick<Prompt, 'brand_id' | 'id'>) =>
  ctx.db
    .selectFrom('prompts')
    .selectAll()
    .where('brand_id', '=', brand_id)
    .where('follows', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const Conversation = z
  .object({
    questions: z.array(
      z.object({
        prompt_id: z.uuid().describe('Id of the prompt.'),
        prompt_text: z.string().describe('Text of the prompt.'),
        is_active: z.boolean().describe('Whether runs query the prompt.'),
      }),
    ),
  })
  .meta({ id: 'Conversation' })

/** Returns the questions of the conversation that contains a prompt, first to last. */
export async function listConversation(ctx: Context, prompt: Prompt): Promise<Prompt[]> {
  const questions = [...(await listQuestionsBefore(ctx, prompt)), prompt]
  for (let next = await findFollowUp(ctx, prompt); next; next = await findFollowUp(ctx, next))
    questions.push(next)
  return questions
}

/** Deletes prompts together with their follow-ups, and returns the ids of all of them. */
export async function markPromptsDeleted(
  tx: Context,
  brandId: string,
  ids: readonly string[],
): Promise<string[]> {
  const active = sql`brand_id = ${brandId} and deleted_at is null`
  // Adding a follow-up locks the prompt before it, so after this lock the next statement sees every added follow-up.
  await sql`select id from prompts where ${active} and id = any(${ids}::uuid[]) order by id for update`.execute(
    tx.db,
  )
  const following = (of: RawBuilder<unknown>) =>
    sql`select id from prompts where ${active} and follows in (${of})`
  const given = sql`select unnest(${ids}::uuid[])`
  const { rows } = await sql<{ id: string }>`
    update prompts set deleted_at = ${tx.now()}, is_active = false
    where ${active} and (
      id = any(${ids}::uuid[]) or id in (${following(given)}) or id in (${following(following(given))})
    )
    returning id`.execute(tx.db)
  return rows.map(({ id }) => id)
}
