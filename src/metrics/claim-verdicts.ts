/**
 * The verdict on an answer: about one fact, or the worst one about all approved facts, wrong before outdated before right. Numbers of
 * claims and the list of answers use the same condition, so the list has exactly the counted answers.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Verdict } from '../../vocabulary/claims.ts'

/** Selects the verdict on a row of `answers`; null if the answer was not compared with the fact. */
export const verdictOnAnswer = (brandId: string, factId: string | null): RawBuilder<Verdict | null> =>
  verdictOfRank(rankOnAnswer(brandId, factId))

/**
 * Selects the rank of the worst claim of an answer: 0 for none, 1 and 2 for right, 3 and 4 for outdated, 5 and 6 for wrong. It is
 * odd if only a language model gave the verdict, not rules or a person.
 */
export function rankOnAnswer(brandId: string, factId: string | null): RawBuilder<number | null> {
  const chosen = sql`facts.brand_id = ${brandId} and facts.status = 'approved' and ${factId === null ? sql`true` : sql`facts.id = ${factId}`}`
  return sql<number | null>`(
    select coalesce((
      select max(
        2 * array_position(array['right', 'outdated', 'wrong'], claims.verdict)
          - (claims.method = 'model' and not claims.is_corrected)::int
      )
      from claims join facts on facts.id = claims.fact_id and facts.approved_version <= compared.facts_version
      where claims.brand_id = ${brandId} and claims.answer_id = compared.answer_id and ${chosen}
    ), 0)
    from fact_comparisons compared
    where compared.brand_id = ${brandId} and compared.answer_id = answers.id
      and compared.facts_version >= (select min(facts.approved_version) from facts where ${chosen})
  )`
}

export const verdictOfRank = (rank: RawBuilder<number | null>): RawBuilder<Verdict | null> =>
  sql`(array['not_stated', 'right', 'outdated', 'wrong'])[1 + (1 + ${rank}) / 2]`
