import { AnswerRecord, showOneAnswer } from '../answers/answer-record.ts'
import { invalid } from '../core/errors.ts'
import { Uuid } from '../core/ids.ts'
import { route } from '../http/route.ts'
import { csvOf } from '../http/csv.ts'
import { type Given, mcpQuery, metricFind, scopeOf } from '../answers/scope.ts'
import { answerFrom, Evidence, type EvidenceQuery, evidenceQuery, listEvidence } from './answer-list.ts'

const answers = route({
  access: 'read',
  summary: 'List the answers behind a number, newest first',
  description:
    'Days and filters are those of the metrics: with the same ones, `total` is the `result_count` of any of them.',
  query: { ...mcpQuery, ...evidenceQuery },
  find: metricFind,
  returns: Evidence,
  run: async (ctx, { found, query }) =>
    listEvidence(ctx, await scopeOf(ctx, found.brand, withDays(query), null), query),
})

export const evidenceRoutes = {
  'GET /api/answers': answers,
  'GET /api/answers.csv': csvOf(answers, 'items'),
  'GET /api/answers/:id': route({
    access: 'read',
    summary: 'Get an answer word for word, with everything read out of it',
    params: { id: Uuid },
    find: { answer: answerFrom('id') },
    returns: AnswerRecord,
    run: (ctx, { found }) => showOneAnswer(ctx, found.answer.brand, found.answer.id),
  }),
}

/** Throws `invalid_request` where a day is told twice, by either name. */
function withDays(query: Given & EvidenceQuery): Given {
  const { from, to, date_from = from, date_to = to } = query
  if (from !== undefined && from !== date_from) throw invalid('from', 'is another day than date_from')
  if (to !== undefined && to !== date_to) throw invalid('to', 'is another day than date_to')
  return { ...query, date_from, date_to }
}
