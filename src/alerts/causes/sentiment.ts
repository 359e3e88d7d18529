/** Negative answers about the brand after weeks without any. */
import { sql } from 'kysely'
import { isCounted } from '../../answers/scope.ts'
import { sentimentCode } from '../../answers/sentiment-labels.ts'
import { listSentimentQuotes } from '../../answers/sentiment-quotes.ts'
import type { Context } from '../../core/context.ts'
import { daysAfter } from '../../core/days.ts'
import { message } from '../../languages/message.ts'
import { type DateRange, type FindOccurrences, type Occurrence, pathTo } from './occurrence.ts'

const recentDays = 7
const referenceDays = 28
/** With two, brands with one negative answer a month had such an alert twice a year. */
const minNegative = 3
/** Answers with a known sentiment in the four weeks before, none of them negative. */
const minKnown = 20
const maxQuotes = 3

export const findNegativeSentiment: FindOccurrences = async (ctx, brandId, { from, to }) => {
  const start = daysAfter(from, -2 * referenceDays - recentDays)
  const days = await countDays(ctx, brandId, { from: start, to })
  const found = findAppearances(days, daysAfter(from, -referenceDays), to).filter(({ day }) => day >= from)
  return Promise.all(
    found.map(async ({ day, negative }): Promise<Occurrence> => {
      const period = { from: daysAfter(day, -recentDays + 1), to: day }
      return {
        kind: 'negative_sentiment',
        topic: 'negative',
        day,
        lastDay: day,
        isOngoing: null,
        direction: null,
        severity: 'medium',
        title: message('labels.alertKind.negative_sentiment'),
        item: {
          subject: 'negative',
          label: message('alerts.sentiment.negativeAnswersInDaysDays', {
            answers: negative,
            days: recentDays,
          }),
          detail: message('alerts.sentiment.noneOfTheAnswersInThe', {
            days: referenceDays,
          }),
          quote: await readQuotes(ctx, brandId, period),
          tone: 'worse',
          path: pathTo('answers', { ...period, sentiment: 'negative' }),
        },
      }
    }),
  )
}

type DayCount = { day: string; known: number; negative: number }

/** Returns the days on which negative answers appear; not again within the four weeks after. */
export function findAppearances(
  days: readonly DayCount[],
  from: string,
  to: string,
): { day: string; negative: number }[] {
  const found: { day: string; negative: number }[] = []
  for (let day = from; day <= to; day = daysAfter(day, 1)) {
    const first = daysAfter(day, -recentDays + 1)
    const recent = days.filter((each) => each.day >= first && each.day <= day)
    const before = days.filter((each) => each.day < first && each.day >= daysAfter(first, -referenceDays))
    const negative = sumUp(recent, 'negative')
    const isSilent = found.some((each) => daysAfter(each.day, referenceDays) > day)
    if (negative < minNegative || sumUp(before, 'negative') > 0 || isSilent) continue
    if (sumUp(before, 'known') >= minKnown) found.push({ day, negative })
  }
  return found
}

const sumUp = (days: readonly DayCount[], key: 'known' | 'negative'): number =>
  days.reduce((sum, day) => sum + day[key], 0)

async function countDays({ db }: Context, brandId: string, { from, to }: DateRange): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select day, count(*)::int as known,
      (count(*) filter (where sentiments[1] = ${sentimentCode('negative')}))::int as negative
    from answers
    where brand_id = ${brandId} and day between ${from}::date and ${to}::date and ${isCounted(brandId)}
      and mention_counts[1] > 0 and sentiments[1] <> ${sentimentCode('unknown')}
    group by day`.execute(db)
  return rows
}

async function readQuotes(ctx: Context, brandId: string, { from, to }: DateRange): Promise<string | null> {
  const answers = sql<boolean>`answers.brand_id = ${brandId} and answers.day between ${from}::date and ${to}::date
    and ${isCounted(brandId)} and sentiments[1] = ${sentimentCode('negative')}`
  const quotes = await listSentimentQuotes(ctx, answers, { id: brandId, entity_no: 0 }, maxQuotes)
  const texts = new Set(quotes.map(({ text }) => `“${text}”`))
  return texts.size === 0 ? null : [...texts].join(' ')
}
