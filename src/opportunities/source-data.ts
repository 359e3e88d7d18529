/** The evidence of an opportunity, as stored, returned by the API and sent to webhooks. */
import { z } from 'zod'
import {
  impacts,
  type OpportunityStatus,
  opportunityKinds,
  opportunityStatuses,
  opportunityTypes,
} from '../../vocabulary/opportunities.ts'
import type { SourceCategory } from '../../vocabulary/source-categories.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import type { Message, MessageOrText } from '../languages/message.ts'
import { SourceCategory as Category, Count, Pct } from '../metrics/fields.ts'
import { IntervalRecord } from '../metrics/values.ts'

const Points = z.number().describe('Points of the visibility score.')

const Side = {
  named: Count.describe('Answers that mention it.'),
  cited: Count.describe('Answers that cite one of its own pages.'),
  mention_rate_pct: z.number().nullable().describe('Share of answers that mention it, in percent.'),
  avg_visibility_score: z.number().describe('0 to 100.'),
  avg_position: z.number().nullable().describe('1 is first. Null without a mention.'),
}

const Shared = {
  window: z.object({ date_from: z.iso.date(), date_to: z.iso.date() }),
  simulated: z.boolean().describe('The counted answers include answers of the built-in simulator.'),
  answers: Count.describe('Answers in the denominator.'),
  certainty: z
    .enum(['established', 'directional'])
    .describe('`directional`: few answers, or a gap that may be due to chance.'),
  volume: Count.nullable().describe(
    'Searches per month according to the volume source; null without a source.',
  ),
  volume_detail: z
    .object({
      est_ai_volume_low: Count.nullable(),
      est_ai_volume_high: Count.nullable(),
      source: z.string(),
    })
    .nullable(),
  intent: z.string().nullable(),
  evidence_answer_ids: z
    .array(z.uuid())
    .describe('The newest answers that show the gap or have a wrong claim about the facts, at most five.'),
  score_parts: z
    .object({
      gap: z.number().describe('Points for the gap in visibility score, or for the share of wrong answers.'),
      certainty: z.number().describe('Points for its certainty.'),
      volume: z.number().nullable().describe('Points for search volume. Null without a volume source.'),
      intent: z.number().describe('Points for the intent of the prompt.'),
      sources: z.number().describe('Points for the sources.'),
    })
    .meta({ id: 'OpportunityScoreParts' })
    .describe('The parts add up to opportunity_score.'),
}

/** A prompt for which a competitor leads. */
export const GapData = z
  .object({
    kind: z.literal('gap'),
    ...Shared,
    missed: Count.describe(
      'Answers that mention or cite a competitor, and neither mention nor cite the brand.',
    ),
    behind: Count.describe('Answers that mention the brand after a competitor.'),
    gap_pct: Points.describe("Mean of the leading competitor's visibility score minus the brand's."),
    gap: z
      .object({
        points: Points,
        interval: IntervalRecord.unwrap().describe('Confidence interval of `points`.'),
        leader: z.object({ competitor_id: z.uuid(), name: z.string() }),
      })
      .meta({ id: 'OpportunityGap' }),
    brand: z.object({ name: z.string(), ...Side }),
    competitors: z.array(z.object({ competitor_id: z.uuid(), name: z.string(), ...Side })),
    keywords: z
      .array(
        z.object({ keyword: untrustedText(z.string()), volume: Count.nullable(), answers: Count.nullable() }),
      )
      .describe(
        "With volumes if there is a volume source; otherwise the engines' own searches, with the number of answers.",
      ),
    source_categories: z.array(z.object({ category: Category, citations: Count })),
    sources: z
      .array(
        z
          .object({
            url: untrustedText(z.string()),
            domain: untrustedText(z.string()),
            title: untrustedText(z.string().nullable()),
            category: Category,
            answers: Count.describe('Answers that cite it.'),
            on_page: z
              .object({
                names_brand: z.boolean(),
                competitors: z.array(z.string()).describe('The competitors that the page names.'),
              })
              .nullable()
              .describe('What the page itself says; null if it was not read.'),
          })
          .meta({ id: 'OpportunitySource' }),
      )
      .describe('The pages that the answers cite most, at most ten.'),
  })
  .meta({ id: 'OpportunityGapData' })

export const Correction = z
  .object({
    page: z.object({
      url: untrustedText(z.string()),
      domain: untrustedText(z.string()),
      title: untrustedText(z.string().nullable()),
    }),
    wrong: Count.describe(
      'Answers that cite the page and have a wrong or outdated claim about one of the facts.',
    ),
    wrong_pct: Pct.describe(
      'Their share of the answers that cite the page and name the brand, which `answers` counts, in percent.',
    ),
    wrong_interval: IntervalRecord.describe('Confidence interval of `wrong_pct`.'),
  })
  .meta({ id: 'OpportunityCorrection' })

/** A cited page with wrong claims. */
export const CorrectionData = z
  .object({
    kind: z.literal('correction'),
    ...Shared,
    ...Correction.shape,
    language: z.string().nullable().describe('Language of the page (ISO 639-1); null if it is not known.'),
    facts: z
      .array(
        z.object({
          fact_id: z.uuid(),
          subject: z.string(),
          statement: z.string().describe('The approved fact.'),
          source_url: z.string().nullable().describe('The page that proves the fact.'),
          verdict: z.enum(['wrong', 'outdated']).describe('The verdict on the page.'),
          quote: untrustedText(z.string()).describe('The words of the page.'),
          answers: Count.describe(
            'Answers that cite the page and have a wrong or outdated claim about the fact.',
          ),
        }),
      )
      .describe('The facts that the page and answers that cite it state wrong or outdated.'),
    prompt_ids: z
      .array(z.uuid())
      .describe('The prompts of these answers, those with most of them first, at most 50.'),
  })
  .meta({ id: 'OpportunityCorrectionData' })

export const SourceData = z.union([GapData, CorrectionData]).meta({ id: 'OpportunitySourceData' })

export type GapData = z.output<typeof GapData>
export type CorrectionData = z.output<typeof CorrectionData>
export type SourceData = z.output<typeof SourceData>

/** Sources in which a brand can be mentioned. `other` is in neither list, because its pages can be anyone's. */
export const thirdParties: readonly SourceCategory[] = [
  'editorial',
  'review',
  'forum',
  'social',
  'video',
  'ecommerce',
  'reference',
  'institutional',
]
/** Whether the source is a third-party page that is not known to name the brand already. */
export const isTarget = ({ category, on_page }: GapData['sources'][number]): boolean =>
  thirdParties.includes(category) && on_page?.names_brand !== true

/** Sources that could be joined by a page of the brand's own site. */
export const companies: readonly SourceCategory[] = ['owned', 'competitor']

export const openStatuses = ['new', 'sent', 'in_progress'] as const satisfies OpportunityStatus[]

export const Status = z.enum(opportunityStatuses)
export type Status = OpportunityStatus
export const Kind = z.enum(opportunityKinds)
export const Type = z.enum(opportunityTypes)
export const Impact = z.enum(impacts)

export type Opportunity = {
  prompt_id: string
  /** The page to correct; null for a gap. */
  url_id: number | null
  title: Message
  description: MessageOrText
  type: z.output<typeof Type>
  impact: z.output<typeof Impact>
  opportunity_score: number
  source_data: SourceData
}
