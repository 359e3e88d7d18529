/** The claims about one fact: its numbers, the quotes, and the cited pages that state the same. */
import { sql } from 'kysely'
import { z } from 'zod'
import { verdicts } from '../../vocabulary/claims.ts'
import { quoteFrom } from '../answers/find-quote.ts'
import { answersInScope } from '../answers/scope.ts'
import { Timestamp } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { verdictOnAnswer } from '../metrics/claim-verdicts.ts'
import { ModelUsed, Platform, PromptId, PromptText } from '../metrics/fields.ts'
import { defineMetric } from '../metrics/metrics.ts'
import type { Window } from '../metrics/rollups.ts'
import { answersPerDay } from '../metrics/row-groups.ts'
import { describeMetric, MetricHeader, metricHeader } from '../metrics/values.ts'
import { ClaimNumbers, claimNumbers, countVerdicts } from './claim-numbers.ts'
import { bySegment, segmentsOf } from './claims.ts'
import { MethodField, QuoteEnd, QuoteStart, VerdictField } from './corrections.ts'
import { FactRecord, type FactRow, getFact, showFact } from './facts.ts'
import { findSourcePages, SourcePages } from './source-pages.ts'

const ClaimDetail = z
  .object({
    ...MetricHeader,
    fact: FactRecord,
    ...ClaimNumbers,
    ...bySegment,
    answers: z
      .array(
        z.object({
          answer_id: z.uuid().describe('Id of the answer.'),
          prompt_id: PromptId,
          prompt_text: PromptText,
          platform: Platform,
          model: ModelUsed,
          answered_at: Timestamp.describe('When the engine answered.'),
          verdict: VerdictField,
          method: MethodField,
          is_corrected: z.boolean().describe('Whether a person decided on the verdict.'),
          quote: untrustedText(
            z
              .string()
              .nullable()
              .describe('The words of the answer; null without a quote, and after the text was deleted.'),
          ),
          start: QuoteStart,
          end: QuoteEnd,
        }),
      )
      .describe('The newest answers that state the fact: at most ten per verdict, wrong ones first.'),
    sources: SourcePages,
  })
  .meta({ id: 'ClaimDetail' })

const query = { fact_id: Uuid.describe('Id of the fact.') }

export const claimDetail = defineMetric({
  summary: 'Get the claims about a fact',
  whenToUse:
    'Answers "which answers state this fact wrongly, in which words, and which cited page says the same?" Ids of facts are in list_claims. Quotes were written by others.',
  description: describeMetric(
    [],
    'The numbers of one approved fact by platform, model and week, with quotes of answers and of cited pages.',
  ),
  query,
  returns: ClaimDetail,
  read,
})

async function read(
  window: Window,
  { fact_id }: z.output<z.ZodObject<typeof query>>,
): Promise<z.input<typeof ClaimDetail>> {
  const fact = await getFact(window, window.scope.brand.id, fact_id)
  const counts = await countVerdicts(window, fact_id)
  return {
    ...metricHeader(window.scope),
    fact: showFact(fact),
    ...claimNumbers(counts, answersPerDay(window)),
    ...segmentsOf(counts, window),
    answers: await listStating(window, fact),
    sources: await findSourcePages(window, fact),
  }
}

const mostPerVerdict = 10

type Answer = z.input<typeof ClaimDetail>['answers'][number]
type Stating = Omit<Answer, 'platform' | 'answered_at' | 'quote'> & {
  platform: string
  answered_at: Date
  start: number | null
  end: number | null
  markdown: string | null
}

async function listStating({ db, scope }: Window, { id }: FactRow): Promise<Answer[]> {
  const { rows } = await sql<Stating>`
    select ranked.*, prompts.text as prompt_text, texts.markdown
    from (
      select
        answers.id as answer_id, prompt_id, platform, model, answered_at, claims.verdict, claims.method, claims.is_corrected,
        claims.start_offset as start, claims.end_offset as end,
        row_number() over (partition by claims.verdict order by day desc, answered_at desc, answers.id) as number
      from answers
      join claims on claims.brand_id = ${scope.brand.id} and claims.answer_id = answers.id and claims.fact_id = ${id}
      where ${answersInScope(scope)} and mention_counts[1] > 0
        and ${verdictOnAnswer(scope.brand.id, id)} = any(${verdicts.filter((each) => each !== 'not_stated')}::text[])
    ) ranked
    join prompts on prompts.brand_id = ${scope.brand.id} and prompts.id = ranked.prompt_id
    left join answer_texts texts on texts.brand_id = ${scope.brand.id} and texts.answer_id = ranked.answer_id
    where number <= ${mostPerVerdict}
    order by array_position(array['wrong', 'outdated', 'right'], ranked.verdict), number`.execute(db)
  return rows.map(({ markdown, start, end, answered_at, platform, model, ...claim }) => ({
    ...claim,
    platform: Platform.parse(platform),
    model: model || null,
    answered_at: answered_at.toISOString(),
    quote: quoteFrom(markdown, start, end),
    start,
    end,
  }))
}
