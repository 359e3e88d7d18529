import { AnswerRecord } from '../answers/answer-record.ts'
import { getAnswerRecord } from '../answers/read-answer-records.ts'
import { resolveScope } from '../answers/scope.ts'
import { type ScopeParams, sessionQuery } from '../answers/scope-parameters.ts'
import { invalid } from '../core/errors.ts'
import { Uuid } from '../core/ids.ts'
import { csvRoute } from '../http/csv.ts'
import { route } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { AnswerConversation, readAnswerConversation } from './answer-conversation.ts'
import { type AnswerListQuery, answerListQuery } from './answer-filters.ts'
import { AnswerList, answerInPath, listAnswers } from './answer-list.ts'
import { metricFind } from './metrics.ts'

const answers = route({
  access: 'read',
  invalidatedBy: 'answers',
  summary: 'List answers',
  description:
    'The answers behind a metric, newest first. Takes the same days and filters as metrics; `total` then equals the `result_count` of the metric.',
  query: { ...sessionQuery, ...answerListQuery },
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
    invalidatedBy: 'answers',
    summary: 'Get an answer',
    description:
      'Returns the full text with its analysis: mentions, citations, sentiment, shopping cards and visibility score.',
    params: { id: Uuid.describe('Id of the answer.') },
    find: { answer: answerInPath },
    returns: AnswerRecord,
    run: (ctx, { found }) => getAnswerRecord(ctx, found.answer.brand, found.answer.id),
  }),
  'GET /api/answers/:id/conversation': route({
    access: 'read',
    invalidatedBy: 'answers',
    reads: 'metric',
    summary: 'Get the conversation of an answer',
    description:
      'Returns the answers to the questions before and after it in the same conversation, with the answer itself.',
    params: { id: Uuid.describe('Id of the answer.') },
    find: { answer: answerInPath },
    returns: AnswerConversation,
    run: (ctx, { found }) => readAnswerConversation(ctx, found.answer.brand, found.answer.id),
  }),
}

/** Throws `invalid_request` when `from` and `date_from`, or `to` and `date_to`, differ. */
function withDays(query: ScopeParams & AnswerListQuery): ScopeParams {
  const { from, to, date_from = from, date_to = to } = query
  if (from !== undefined && from !== date_from)
    throw invalid('from', message('metrics.answerListRoutes.mustEqualDateFromWhenBoth'))
  if (to !== undefined && to !== date_to)
    throw invalid('to', message('metrics.answerListRoutes.mustEqualDateToWhenBoth'))
  return { ...query, date_from, date_to }
}
