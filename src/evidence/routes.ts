import { AnswerRecord, showOneAnswer } from '../answers/results.ts'
import { Uuid } from '../core/ids.ts'
import { route } from '../core/route.ts'
import { mcpQuery, metricFind, scopeOf } from '../metrics/window.ts'
import { answerFrom, Evidence, evidenceQuery, listEvidence } from './answers.ts'

export const evidenceRoutes = {
  'GET /api/answers': route({
    access: 'read',
    summary: 'List the answers behind a number, newest first',
    description:
      'Days and filters are those of the metrics: with the same ones, `total` is the `result_count` of any of them.',
    query: { ...mcpQuery, ...evidenceQuery },
    find: metricFind,
    returns: Evidence,
    run: async (ctx, { found, query }) =>
      listEvidence(ctx, await scopeOf(ctx, found.brand, query, null), query),
  }),
  'GET /api/answers/:id': route({
    access: 'read',
    summary: 'Get an answer word for word, with everything read out of it',
    params: { id: Uuid },
    find: { answer: answerFrom('id') },
    returns: AnswerRecord,
    run: (ctx, { found }) => showOneAnswer(ctx, found.answer.brand, found.answer.id),
  }),
}
