/** What the team of a demo brand did: an action with an effect, one without, and one whose experiment is not over. */
import type { ActionKind } from '../../vocabulary/actions.ts'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { listActivePrompts } from '../prompts/prompts.ts'

/** `day`: from the end of the days of the demo. `texts`: the affected prompts. */
export type DemoAction = {
  kind: string
  title: string
  day: number
  weeks: number
  path: string | null
  cost: number | null
  hours: number | null
  note: string
  texts: readonly string[]
  strength?: number
}

const kinds: Record<string, ActionKind> = {
  published_page: 'published_page',
  edited_page: 'edited_page',
  outreach: 'outreach',
}

/** The control prompts are those that no action affects. A demo of fewer days has fewer actions. */
export async function fillActions(
  ctx: Context,
  brand: Brand,
  { actions = [] }: { actions?: readonly DemoAction[] },
  days: readonly string[],
): Promise<void> {
  const prompts = await listActivePrompts(ctx, brand.id)
  const affected = new Set(actions.flatMap(({ texts }) => texts))
  const controls = prompts.filter(({ text }) => !affected.has(text)).map(({ id }) => id)
  const rows = actions.flatMap(({ day: offset, path, texts, cost, strength: _, kind, ...action }) => {
    const day = days.at(offset)
    if (day === undefined) return []
    const at = new Date(day)
    return [
      {
        ...action,
        brand_id: brand.id,
        id: newId(at.getTime()),
        kind: kinds[kind] ?? 'other',
        day,
        url: path === null ? null : `https://${brand.domain}${path}`,
        page_state: path === null ? null : 'read',
        page_title: path === null ? null : action.title,
        page_checked_at: path === null ? null : at,
        cost,
        currency: cost === null ? null : 'USD',
        origin: `demo:${action.title}`,
        number: 'mention_rate',
        affected_prompt_ids: prompts.filter(({ text }) => texts.includes(text)).map(({ id }) => id),
        control_prompt_ids: controls,
        designed_at: at,
        actor_kind: 'system',
        created_at: at,
        updated_at: at,
      },
    ]
  })
  if (rows.length === 0) return
  await ctx.db
    .insertInto('actions')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
