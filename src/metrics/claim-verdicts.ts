/**
 * The verdict on an answer: about one fact, or the worst one about all approved facts, wrong before outdated before right. Numbers of
 * claims and the list of answers use the same condition, so the list has exactly the counted answers.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Verdict } from '../../vocabulary/claims.ts'

/** Selects the verdict on a row of `answers`; null if the answer was not compared with the fact. */
export function verdictOnAnswer(brandId: string, factId: string | null): RawBuilder<Verdict | null> {
  const chosen = sql`facts.brand_id = ${brandId} and facts.status = 'approved' and ${factId === null ? sql`true` : sql`facts.id = ${factId}`}`
  return sql<Verdict | null>`(
    select (array['not_stated', 'right', 'outdated', 'wrong'])[1 + coalesce((
      select max(array_position(array['right', 'outdated', 'wrong'], claims.verdict))
      from claims join facts on facts.id = claims.fact_id and facts.approved_version <= compared.facts_version
      where claims.brand_id = ${brandId} and claims.answer_id = compared.answer_id and ${chosen}
    ), 0)]
    from fact_comparisons compared
    where compared.brand_id = ${brandId} and compared.answer_id = answers.id
      and compared.facts_version >= (select min(facts.approved_version) from facts where ${chosen})
  )`
}
