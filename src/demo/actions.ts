/** What the team of a demo brand did: an action with an effect, one without, and one whose experiment is not over. */
import type { ActionKind } from '../../vocabulary/actions.ts'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { daysAfter } from '../core/days.ts'
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

/** How many days after an action agents request its new page, and answers change, at the earliest. */
export const delays = { requests: 2, answers: 6 }

type Day = { day: string; days: readonly string[] }

/** Returns whether `delay` days have passed since the action on `day`. An action before the first of `days` has never been done. */
export function isDone(action: DemoAction, { day, days }: Day, delay: number): boolean {
  const start = days.at(action.day)
  return start !== undefined && day >= daysAfter(start, delay)
}

/** Returns the paths of the pages that actions publish. */
export const listNewPages = (actions: readonly DemoAction[]): string[] =>
  actions.flatMap(({ kind, path }) => (kind === 'published_page' && path !== null ? [path] : []))

const kinds: Record<string, ActionKind> = {
  published_page: 'published_page',
  edited_page: 'edited_page',
  outreach: 'outreach',
}

/** The control prompts are those that no action affects. A demo of fewer days has fewer actions. */
export async function fillActions(
  ctx: Context,
  brand: Brand,
  actions: readonly DemoAction[],
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
