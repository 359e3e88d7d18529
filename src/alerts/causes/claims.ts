/** Facts of the brand that answers contradict. */
import { sql } from 'kysely'
import { platformLabels } from '../../../vocabulary/platforms.ts'
import { quoteFrom } from '../../answers/find-quote.ts'
import { isCounted } from '../../answers/scope.ts'
import { dayValue, message } from '../../languages/message.ts'
import { Platform } from '../../metrics/fields.ts'
import { type FindOccurrences, pathTo } from './occurrence.ts'

type WrongClaim = {
  fact_id: string
  statement: string
  platform: string
  answers: number
  first_day: string
  last_day: string
  markdown: string | null
  start_offset: number | null
  end_offset: number | null
}

/** The topic is the fact, so that later answers and further platforms extend the alert. */
export const findWrongClaims: FindOccurrences = async (ctx, brandId, { from, to }) => {
  const { rows } = await sql<WrongClaim>`
    select
      wrong.*, facts.statement, newest.start_offset, newest.end_offset, texts.markdown
    from (
      select claims.fact_id, answers.platform, count(*)::int as answers, min(answers.day) as first_day,
        max(answers.day) as last_day, (array_agg(answers.id order by answers.answered_at desc, answers.id))[1] as answer_id
      from claims join answers on answers.brand_id = ${brandId} and answers.id = claims.answer_id
      where claims.brand_id = ${brandId} and claims.verdict = 'wrong' and answers.day <= ${to}::date and ${isCounted(brandId)}
        and answers.mention_counts[1] > 0
      group by claims.fact_id, answers.platform
      having max(answers.day) >= ${from}::date
    ) wrong
    join facts on facts.brand_id = ${brandId} and facts.id = wrong.fact_id and facts.status = 'approved'
    join claims newest on newest.brand_id = ${brandId} and newest.answer_id = wrong.answer_id and newest.fact_id = wrong.fact_id
    left join answer_texts texts on texts.brand_id = ${brandId} and texts.answer_id = wrong.answer_id
    order by wrong.first_day, wrong.fact_id, wrong.platform`.execute(ctx.db)
  return rows.map(({ fact_id, statement, answers, first_day, last_day, ...row }) => {
    const quote = quoteFrom(row.markdown, row.start_offset, row.end_offset)
    const platform = Platform.parse(row.platform)
    return {
      kind: 'wrong_claim',
      topic: `claim ${fact_id}`,
      isOneCause: true,
      day: first_day,
      lastDay: last_day,
      isOngoing: null,
      direction: null,
      severity: 'medium',
      platform,
      title: message('alerts.claims.contradictsFact', { platform: platformLabels[platform], statement }),
      item: {
        subject: `claim ${fact_id} ${platform}`,
        label: platformLabels[platform],
        detail: message('alerts.claims.inAnswersSinceDay', { answers, day: dayValue(first_day) }),
        quote: quote && `“${quote}”`,
        tone: 'worse',
        path: pathTo('claims', { fact: fact_id, platform }),
      },
    }
  })
}
