/** What an answer states about the facts of the brand, and the verdicts that people corrected. */
import { sql } from 'kysely'
import { z } from 'zod'
import { comparisonMethods, verdicts } from '../../vocabulary/claims.ts'
import { factKinds } from '../../vocabulary/facts.ts'
import { quoteFrom } from '../answers/find-quote.ts'
import { type Context, transaction } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { actorColumns, recordEvent } from '../core/events.ts'
import { Timestamp } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { message } from '../languages/message.ts'
import { getFact } from './facts.ts'

export const VerdictField = z
  .enum(verdicts)
  .describe(
    '`right`: the answer states the fact. `wrong`: it states another value. `outdated`: it states an earlier value. `not_stated`: it says nothing about it.',
  )

export const MethodField = z
  .enum(comparisonMethods)
  .describe('What compared the answer with the fact: rules or a language model.')

export const QuoteStart = z
  .number()
  .int()
  .nullable()
  .describe('Where the quote starts in the Markdown, in UTF-16 units; null without a quote.')
export const QuoteEnd = z.number().int().nullable().describe('Where the quote ends.')

export const AnswerClaims = z
  .object({
    claims: z.array(
      z.object({
        fact_id: z.uuid().describe('Id of the fact.'),
        kind: z.enum(factKinds).describe('Kind of fact.'),
        subject: z.string().describe('What the value belongs to.'),
        statement: z.string().describe('The fact as a sentence.'),
        verdict: VerdictField,
        compared_verdict: VerdictField.describe('The verdict of the comparison, before a correction.'),
        method: MethodField,
        is_corrected: z.boolean().describe('Whether a person decided on the verdict.'),
        start: QuoteStart,
        end: QuoteEnd,
        quote: untrustedText(
          z
            .string()
            .nullable()
            .describe('The words of the answer; null without a quote, and after the text was deleted.'),
        ),
        corrections: z
          .array(
            z.object({
              verdict: VerdictField,
              previous_verdict: VerdictField.describe('The verdict before.'),
              corrected_by: z.string().nullable().describe('Who corrected it; null if unknown.'),
              corrected_at: Timestamp,
            }),
          )
          .describe('The corrections of the verdict, oldest first.'),
      }),
    ),
  })
  .meta({ id: 'AnswerClaims' })

type Claims = z.input<typeof AnswerClaims>['claims']

/** Lists the claims about approved facts. */
export async function listAnswerClaims(
  { db }: Context,
  brandId: string,
  answerId: string,
): Promise<z.input<typeof AnswerClaims>> {
  const { rows } = await sql<Claims[number] & { markdown: string | null }>`
    select
      facts.id as fact_id, facts.kind, facts.subject, facts.statement, claims.verdict, claims.compared_verdict,
      claims.method, claims.is_corrected, claims.start_offset as start, claims.end_offset as end, texts.markdown,
      coalesce((
        select json_agg(json_build_object(
          'verdict', c.verdict, 'previous_verdict', c.previous_verdict, 'corrected_by', coalesce(c.actor_key_name, c.actor_name),
          'corrected_at', to_char(c.corrected_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ) order by c.id)
        from claim_corrections c
        where c.brand_id = claims.brand_id and c.answer_id = claims.answer_id and c.fact_id = claims.fact_id
      ), '[]') as corrections
    from claims
    join facts on facts.brand_id = claims.brand_id and facts.id = claims.fact_id and facts.status = 'approved'
    left join answer_texts texts on texts.brand_id = claims.brand_id and texts.answer_id = claims.answer_id
    where claims.brand_id = ${brandId} and claims.answer_id = ${answerId}
    order by claims.start_offset nulls last, facts.id`.execute(db)
  return {
    claims: rows.map(({ markdown, ...claim }) => ({
      ...claim,
      quote: quoteFrom(markdown, claim.start, claim.end),
    })),
  }
}

export const Correction = z.strictObject({ verdict: VerdictField })

/** Throws `conflict` for a fact that is not approved, and for an answer that was not compared. */
export function correctVerdict(
  ctx: Context,
  brandId: string,
  { answerId, factId, verdict }: { answerId: string; factId: string; verdict: (typeof verdicts)[number] },
): Promise<void> {
  return transaction(ctx, async (tx) => {
    const fact = await getFact(tx, brandId, factId)
    const { rows } = await sql<{ previous: string | null }>`
      select claims.verdict as previous from fact_comparisons compared
      left join claims on claims.brand_id = compared.brand_id and claims.answer_id = compared.answer_id
        and claims.fact_id = ${factId}
      where compared.brand_id = ${brandId} and compared.answer_id = ${answerId}
      for update of compared`.execute(tx.db)
    const [compared] = rows
    if (!compared || fact.status !== 'approved') throw conflict(message('claims.corrections.notCompared'))
    const previous_verdict = compared.previous ?? 'not_stated'
    await tx.db
      .insertInto('claim_corrections')
      .values({
        brand_id: brandId,
        answer_id: answerId,
        fact_id: factId,
        id: newId(tx.now().getTime()),
        verdict,
        previous_verdict,
        ...(await actorColumns(tx)),
        corrected_at: tx.now(),
      })
      .execute()
    await tx.db
      .insertInto('claims')
      .values({
        brand_id: brandId,
        answer_id: answerId,
        fact_id: factId,
        verdict,
        compared_verdict: 'not_stated',
        is_corrected: true,
      })
      .onConflict((found) =>
        found.columns(['brand_id', 'answer_id', 'fact_id']).doUpdateSet({ verdict, is_corrected: true }),
      )
      .execute()
    await recordEvent(tx, 'claim.corrected', {
      brandId,
      data: { answer_id: answerId, fact_id: factId, verdict, previous_verdict },
    })
  })
}
