/** Competitors that overtake the brand, and new names among competitors. */
import { sql } from 'kysely'
import { isCounted } from '../../answers/scope.ts'
import { listEntities } from '../../brands/entities.ts'
import { findScannedWindow } from '../../competitor-suggestions/competitor-suggestions.ts'
import type { Context } from '../../core/context.ts'
import { dayBefore, daysAfter } from '../../core/days.ts'
import { dayValue, message } from '../../languages/message.ts'
import { listScoreLeads } from '../../metrics/score-leads.ts'
import { type FindOccurrences, type Occurrence, pathTo } from './occurrence.ts'

export const findOvertakes: FindOccurrences = async (ctx, brandId, range) => {
  const competitors = await listEntities(ctx, 'competitors', brandId)
  const leads = await listScoreLeads(ctx, brandId, range)
  return leads.flatMap(({ entity, day, direction, points }): Occurrence[] => {
    const competitor = competitors.find(({ entity_no }) => entity_no === entity)
    if (!competitor) return []
    const { id, name } = competitor
    const isAbove = direction === 'down'
    const title = isAbove
      ? message('alerts.competitors.competitorOvertookTheBrand', { competitor: name })
      : message('alerts.competitors.theBrandOvertookCompetitor', { competitor: name })
    return [
      {
        kind: 'competitor_overtook',
        topic: `overtook ${direction}`,
        day,
        lastDay: day,
        isOngoing: null,
        direction,
        severity: isAbove ? 'high' : 'low',
        competitorId: id,
        title,
        item: {
          subject: `competitor ${id}`,
          label: title,
          detail: isAbove
            ? message('alerts.competitors.scoreAboveBrand', { points: Math.abs(points) })
            : message('alerts.competitors.scoreBelowBrand', { points: Math.abs(points) }),
          quote: null,
          tone: isAbove ? 'worse' : 'better',
          path: pathTo(`competitors/${id}`, { from: daysAfter(day, -13), to: day }),
        },
      },
    ]
  })
}

/** A name is new when it is in none of the earlier answers and would be in some of them if its rate had been the same. */
export const findNewCompetitors: FindOccurrences = async (ctx, brandId) => {
  const scanned = await findScannedWindow(ctx, brandId)
  if (scanned === null) return []
  const { rows } = await sql<{
    name: string
    answers: number
    prompts: number
    first_day: string
    last_day: string
  }>`
    select name, answers, prompts, first_day, last_day from competitor_suggestions
    where brand_id = ${brandId} and status = 'open' and answers >= ${minAnswers} and prompts >= ${minPrompts}
      and first_day >= ${daysAfter(scanned.from, minDaysBefore)}::date
    order by first_day, name`.execute(ctx.db)
  if (rows.length === 0) return []
  const counts = await countAnswers(ctx, brandId, scanned)
  return rows
    .filter(({ answers, first_day }) => isNew(answers, first_day, counts))
    .map(({ name, answers, prompts, first_day, last_day }) => ({
      kind: 'competitor_appeared',
      topic: `name ${name}`,
      isOneCause: true,
      day: first_day,
      lastDay: last_day,
      isOngoing: null,
      direction: null,
      severity: 'low',
      title: message('alerts.competitors.nameAppearsInAnswers', { name }),
      item: {
        subject: `name ${name}`,
        label: name,
        detail: message('alerts.competitors.inAnswersToPromptsSinceDay', {
          answers,
          prompts,
          day: dayValue(first_day),
        }),
        quote: null,
        tone: 'neutral',
        path: pathTo('competitors'),
      },
    }))
}

const minAnswers = 5
const minPrompts = 3
/** Earlier answers, without the name, to compare with. */
const minDaysBefore = 14

/** A name with a constant rate is first mentioned this late in one of 100,000 cases; a brand has many names and many scans. */
const maxP = 0.00001

type DayCount = { day: string; answers: number }

async function countAnswers(
  { db }: Context,
  brandId: string,
  { from, to }: { from: string; to: string },
): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select day, count(*)::int as answers from answers
    where brand_id = ${brandId} and day between ${from}::date and ${to}::date and ${isCounted(brandId)}
    group by day`.execute(db)
  return rows
}

/** All mentions are equally likely to be in any answer, so all are in the last part with probability (part / total)^mentions. */
export function isNew(mentions: number, firstDay: string, counts: readonly DayCount[]): boolean {
  const total = counts.reduce((sum, { answers }) => sum + answers, 0)
  const before = counts.reduce((sum, { day, answers }) => sum + (day <= dayBefore(firstDay) ? answers : 0), 0)
  return total > 0 && (1 - before / total) ** mentions <= maxP
}
