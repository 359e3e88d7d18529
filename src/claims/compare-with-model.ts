/** Has the language model that the organization has chosen compare answers with the facts that the rules did not decide. */
import type { z } from 'zod'
import { type Brand, getBrand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import type { RunningJob } from '../jobs/job.ts'
import { message } from '../languages/message.ts'
import { findChosenModel, openChosenModel } from '../llm/chosen-model.ts'
import { countOpen } from '../llm/llm-results.ts'
import { noneSent, type SentCounts, sendAnswers } from '../llm/send-answers.ts'
import { type FactRow, listFacts } from './facts.ts'
import {
  type KeyedFact,
  prepareUndecided,
  saveLlmVerdicts,
  toKeyedFact,
  type Undecided,
  undecidedBy,
} from './llm-verdicts.ts'
import {
  buildVerdictRequest,
  MAX_FACTS,
  parseVerdicts,
  VerdictReply,
  verdictInstructions,
} from './verdict-prompt.ts'

/** Returns null when only rules compare. */
export async function compareWithModel(ctx: Context, running: RunningJob): Promise<SentCounts | null> {
  const model = await findChosenModel(ctx, 'claims')
  if (model === null) return null
  const brand = await getBrand(ctx, running.job.brand_id)
  const rows = await listFacts(ctx, brand.id, 'approved')
  const counts = noneSent()
  const llm = await openChosenModel(ctx, model)
  if (llm === null) return { ...counts, stopped: message('llm.chosenModel.keyWasRemoved') }
  for (const facts of groupFacts(rows)) {
    const open = undecidedBy(model, brand, facts)
    await sendAnswers<Undecided, z.output<typeof VerdictReply>>(
      ctx,
      running,
      llm,
      {
        open,
        phase: 'comparing',
        prepare: (answers) => prepareUndecided(ctx, brand.id, facts, answers),
        request: (answers) => ({
          system: verdictInstructions,
          user: buildVerdictRequest(answers, facts, brand),
          schema: VerdictReply,
          name: 'verdicts',
        }),
        save: (answer, { reply, index, cost }) =>
          saveLlmVerdicts(ctx, open, facts, answer, {
            verdicts:
              reply.outcome === 'failed' ? new Map() : parseVerdicts(reply.value, facts, answer, index),
            model: reply.outcome === 'failed' ? null : reply.model,
            vendor: llm.vendor,
            cost,
          }),
        describe: ({ classified }, failure) =>
          message('claims.compareWithModel.comparedThen', { classified, failure }),
      },
      counts,
    )
    if (counts.stopped !== null) break
  }
  return counts
}

/** Counts the answers with facts that the model has to decide, once per request. */
export async function countUndecided(ctx: Context, brand: Brand, rows: readonly FactRow[]): Promise<number> {
  const model = await findChosenModel(ctx, 'claims')
  if (model === null) return 0
  const counts = groupFacts(rows).map((facts) => countOpen(ctx, undecidedBy(model, brand, facts)))
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

/** By id, so that a new fact changes few groups. */
function groupFacts(rows: readonly FactRow[]): KeyedFact[][] {
  const facts = rows.map(toKeyedFact).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return Array.from({ length: Math.ceil(facts.length / MAX_FACTS) }, (_, index) =>
    facts.slice(index * MAX_FACTS, (index + 1) * MAX_FACTS),
  )
}
