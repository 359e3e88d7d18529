/** The metric of claims: how often answers state the approved facts of the brand right, wrong or outdated. */
import { z } from 'zod'
import { getBrand } from '../brands/brands.ts'
import { BucketDate, Count, ModelUsed, Platform } from '../metrics/fields.ts'
import { findMethodInUse, MethodInUse } from '../metrics/method-in-use.ts'
import { defineMetric } from '../metrics/metrics.ts'
import type { Window } from '../metrics/rollups.ts'
import { answersPerDay } from '../metrics/row-groups.ts'
import { describeMetric, MetricHeader, metricHeader } from '../metrics/values.ts'
import { ClaimNumbers, claimNumbers, countVerdicts, countVerdictsByFact, numbersBy } from './claim-numbers.ts'
import { countPending } from './compare-answers.ts'
import { FactRecord, listFacts, showFact } from './facts.ts'

export const bySegment = {
  by_platform: z.array(z.object({ platform: Platform, ...ClaimNumbers }).meta({ id: 'ClaimsOfPlatform' })),
  by_model: z.array(
    z.object({ platform: Platform, model: ModelUsed, ...ClaimNumbers }).meta({ id: 'ClaimsOfModel' }),
  ),
  weeks: z
    .array(z.object({ date: BucketDate, ...ClaimNumbers }).meta({ id: 'ClaimsOfWeek' }))
    .describe('ISO weeks, oldest first.'),
}

const Claims = z
  .object({
    ...MetricHeader,
    ...ClaimNumbers,
    pending: Count.describe('Answers, of all days, that are not yet compared with the current facts.'),
    method: MethodInUse.describe(
      'What compares answers. With a model, `stated_by_model` counts its verdicts; answers before `from` were compared by rules only.',
    ),
    approved: Count.describe('Approved facts.'),
    proposed: Count.describe('Facts that wait for a decision. They are not compared.'),
    ...bySegment,
    facts: z
      .array(z.object({ fact: FactRecord, ...ClaimNumbers }))
      .describe('Approved facts: those with most wrong answers first, then those with most outdated ones.'),
  })
  .meta({ id: 'Claims' })

export const claims = defineMetric({
  summary: 'List claims about the brand by fact',
  whenToUse:
    'Answers "what do answers state wrongly about us, how often, and on which platforms?" For the quotes and source pages of one fact use get_claim_detail.',
  description: describeMetric(
    [],
    'Compares answers that name the brand with its approved facts. An answer with several claims counts once, with the worst: wrong, then outdated, then right.',
  ),
  query: {},
  returns: Claims,
  read,
})

async function read(window: Window): Promise<z.input<typeof Claims>> {
  const { scope } = window
  const perDay = answersPerDay(window)
  const facts = await listFacts(window, scope.brand.id)
  const approved = facts.filter(({ status }) => status === 'approved')
  const brand = await getBrand(window, scope.brand.id)
  const counts = await countVerdicts(window, null)
  const byFact = await countVerdictsByFact(window)
  return {
    ...metricHeader(scope),
    ...claimNumbers(counts, perDay),
    pending: approved.length === 0 ? 0 : await countPending(window, brand),
    method: await findMethodInUse(window, 'claims'),
    approved: approved.length,
    proposed: facts.filter(({ status }) => status === 'proposed').length,
    ...segmentsOf(counts, window),
    facts: approved
      .map((fact) => ({ fact: showFact(fact), ...claimNumbers(byFact.get(fact.id) ?? [], perDay) }))
      .toSorted((a, b) => b.wrong - a.wrong || b.outdated - a.outdated),
  }
}

export function segmentsOf(counts: Awaited<ReturnType<typeof countVerdicts>>, window: Window) {
  const platforms = Map.groupBy(counts, ({ platform }) => platform)
  return {
    by_platform: numbersBy(counts, 'platform', window).map(({ value, ...numbers }) => ({
      platform: Platform.parse(value),
      ...numbers,
    })),
    by_model: [...platforms].flatMap(([platform, group]) =>
      numbersBy(group, 'model', window).map(({ value, ...numbers }) => ({
        platform: Platform.parse(platform),
        model: value || null,
        ...numbers,
      })),
    ),
    weeks: numbersBy(
      counts.toSorted((a, b) => (a.week < b.week ? -1 : a.week > b.week ? 1 : 0)),
      'week',
      window,
    ).map(({ value, ...numbers }) => ({ date: value, ...numbers })),
  }
}
