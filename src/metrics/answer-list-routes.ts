import { AnswerRecord, getAnswerRecord } from '../answers/answer-record.ts'
import { mcpQuery, resolveScope, type ScopeParams } from '../answers/scope.ts'
import { invalid } from '../core/errors.ts'
import { Uuid } from '../core/ids.ts'
import { csvRoute } from '../http/csv.ts'
import { route } from '../http/route.ts'
import { AnswerList, answerFrom, answerListQuery, type EvidenceQuery, listAnswers } from './answer-list.ts'
import { metricFind } from './metric.ts'

const answers = route({
  access: 'read',
  dependsOn: 'answers',
  summary: 'List the answers behind a number, newest first',
  description:
    'Days and filters are those of the metrics: with the same ones, `total` is the `result_count` of any of them.',
  query: { ...mcpQuery, ...answerListQuery },
  find: metricFind,
  returns: AnswerList,
  run: async (ctx, { found, query }) =>
    listAnswers(ctx, await resolveScope(ctx, found.brand, withDays(query), null), query),
})

export const answerListRoutes = {
  'GET /api/answers': answers,
  'GET /api/answers.csv': csvRoute(answers, 'items'),
  'GET /api/answers/:id': route({
    access: 'read',
    dependsOn: 'answers',
    summary: 'Get an answer word for word, with everything read out of it',
    params: { id: Uuid },
    find: { answer: answerFrom('id') },
    returns: AnswerRecord,
    run: (ctx, { found }) => getAnswerRecord(ctx, found.answer.brand, found.answer.id),
  }),
}

/** Throws `invalid_request` where a day is told twice, by either name. */
function withDays(query: ScopeParams & EvidenceQuery): ScopeParams {
  const { from, to, date_from = from, date_to = to } = query
  if (from !== undefined && from !== date_from) throw invalid('from', 'is another day than date_from')
  if (to !== undefined && to !== date_to) throw invalid('to', 'is another day than date_to')
  return { ...query, date_from, date_to }
}
