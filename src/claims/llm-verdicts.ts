/**
 * The verdicts of a language model. An answer is compared with a fact once by each model: the result is stored under the content of
 * the fact, so that only a changed fact is compared again, and copied into the claims of the answer after every comparison.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { verdicts } from '../../vocabulary/claims.ts'
import { lockVerdicts } from '../answers/model-verdicts.ts'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import type { Cost } from '../engines/engine.ts'
import { type ChosenModel, findChosenModel } from '../llm/chosen-model.ts'
import { type ClaimedAnswer, getClassifier, type OpenAnswers, saveResults } from '../llm/llm-results.ts'
import { recordCost } from '../plans/spend-ledger.ts'
import type { ComparedFact, Comparison } from './compared-fact.ts'
import { type FactRow, listFacts, toFact } from './facts.ts'
import { lockIds } from './lock-ids.ts'
import { PROMPT_VERSION } from './verdict-prompt.ts'

/** `key` identifies the content of the fact. */
export type KeyedFact = ComparedFact & { id: string; key: string }

export const toKeyedFact = (row: FactRow): KeyedFact => {
  const fact = toFact(row)
  const { id, kind, subject, statement, value, unit } = fact
  const content = JSON.stringify([
    kind,
    subject,
    statement,
    value,
    unit,
    fact.earlier.map((each) => each.value),
  ])
  return { ...fact, key: `${id} ${createHash('sha256').update(content).digest('hex').slice(0, 16)}` }
}

/** The answers that name the brand and that the rules have compared, with a fact that neither they nor a person decided. */
export const undecidedBy = (
  model: ChosenModel,
  { id, facts_version, names_version }: Brand,
  facts: readonly KeyedFact[],
): OpenAnswers => ({
  brandId: id,
  classifier: classifierOf(model),
  from: model.from,
  // Nothing is open after a change of facts or names, until the rules have compared again.
  isOpen: sql<boolean>`a.mention_counts[1] > 0
  and exists (
    select from brands where brands.id = ${id} and brands.facts_version = ${facts_version} and brands.names_version = ${names_version}
  )
  and exists (
    select from fact_comparisons c
    where c.brand_id = a.brand_id and c.answer_id = a.id
      and c.facts_version = ${facts_version} and c.names_version = ${names_version}
  )
  and exists (select from answer_texts x where x.brand_id = a.brand_id and x.answer_id = a.id)
  and (${sql.join(facts.map(isUndecided), sql` or `)})`,
})

/** One condition per fact: Citus rejects a correlated subquery over unnest(). */
const isUndecided = ({ id, key }: KeyedFact) => sql<boolean>`(
  ${key} <> all(coalesce(r.done, '{}')) and not exists (
    select from claims d
    where d.brand_id = a.brand_id and d.answer_id = a.id and d.fact_id = ${id} and ${isDecided}
  )
)`

const isDecided = sql`(d.is_corrected or (d.method = 'rules' and d.compared_verdict <> 'not_stated'))`

const classifierOf = (model: ChosenModel): string => getClassifier(model, PROMPT_VERSION)

/** An answer, and the positions in the list of facts of those to compare with it. */
export type Undecided = ClaimedAnswer & { facts: number[] }

export async function prepareUndecided(
  ctx: Context,
  brandId: string,
  facts: readonly KeyedFact[],
  answers: readonly ClaimedAnswer[],
): Promise<Undecided[]> {
  const { rows } = await sql<{ answer_id: string; fact_id: string }>`
    select d.answer_id, d.fact_id from claims d
    where d.brand_id = ${brandId} and d.answer_id = any(${answers.map(({ id }) => id)}::uuid[])
      and ${isDecided}`.execute(ctx.db)
  const decided = new Set(rows.map(({ answer_id, fact_id }) => `${answer_id} ${fact_id}`))
  return answers.map((answer) => ({
    ...answer,
    facts: facts.flatMap(({ id, key }, position) =>
      answer.done.includes(key) || decided.has(`${answer.id} ${id}`) ? [] : [position],
    ),
  }))
}

const StoredVerdicts = z.array(
  z.object({
    key: z.string(),
    verdict: z.enum(verdicts),
    start: z.number(),
    end: z.number(),
    /** The model that returned the verdict. */
    model: z.string(),
  }),
)

/** What a model found in one answer, by the position of the fact. */
export type ComparedAnswer = {
  verdicts: Map<number, Comparison>
  /** The model that replied; null when the call failed and will be retried. */
  model: string | null
  /** The vendor that was called. */
  vendor: string
  /** Null when nothing was charged. */
  cost: Cost | null
}

/** Stores the verdicts of a model and copies them into the claims of the answer. */
export function saveLlmVerdicts(
  ctx: Context,
  open: OpenAnswers,
  facts: readonly KeyedFact[],
  answer: Undecided,
  { verdicts: found, model, vendor, cost }: ComparedAnswer,
): Promise<void> {
  const { brandId } = open
  const stated = [...found].flatMap(([position, { verdict, start, end }]) => {
    const key = facts[position]?.key
    return key === undefined || start === null || model === null ? [] : [{ key, verdict, start, end, model }]
  })
  const results = [...StoredVerdicts.parse(answer.results), ...stated]
  const done = answer.facts.flatMap((position) => facts[position]?.key ?? [])
  return transaction(ctx, async (tx) => {
    await lockVerdicts(tx, brandId)
    await lockIds(tx, 'answers', brandId, [answer.id])
    if (!(await saveResults(tx, open, answer.id, { done, results, cost, failed: model === null }))) return
    await applyModelVerdicts(tx, brandId, [answer.id])
    if (cost !== null) await recordCost(tx, { kind: 'claims', engine: vendor, brandId, ...cost })
  })
}

/**
 * Copies the stored verdicts of the current model on the current facts into claims, where the rules and people have none. The
 * caller holds the lock of the verdicts and of the answers.
 */
export async function applyModelVerdicts(
  tx: Context,
  brandId: string,
  answerIds: readonly string[],
): Promise<void> {
  const model = await findChosenModel(tx, 'claims')
  if (!model) return
  const approved = (await listFacts(tx, brandId, 'approved')).map(toKeyedFact)
  const ids = approved.map(({ id }) => id)
  const present = await lockIds(tx, 'facts', brandId, ids)
  const facts = approved.filter(({ id }) => present.has(id))
  await sql`
    insert into claims (brand_id, answer_id, fact_id, verdict, compared_verdict, method, start_offset, end_offset)
    select r.brand_id, r.answer_id, fact.id, result.verdict, result.verdict, 'model', result.start, result.end
    from llm_results r
    cross join jsonb_to_recordset(r.results) as result (key text, verdict text, start integer, "end" integer)
    join unnest(${facts.map(({ id }) => id)}::uuid[], ${facts.map(({ key }) => key)}::text[]) as fact (id, key)
      on fact.key = result.key
    where r.brand_id = ${brandId} and r.answer_id = any(${answerIds}::uuid[]) and r.classifier = ${classifierOf(model)}
    on conflict (brand_id, answer_id, fact_id) do nothing`.execute(tx.db)
}
