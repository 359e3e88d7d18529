import { z } from 'zod'
import { AnswerRecord } from '../answers/answer-record.ts'
import { getAnswerRecord } from '../answers/read-answer-records.ts'
import { Uuid } from '../core/ids.ts'
import { route } from '../http/route.ts'
import { answerInPath } from '../metrics/answer-list.ts'
import { correctSentiment } from './correct-sentiment.ts'
import { CorrectedLabel } from './sentiment-corrections.ts'

export const sentimentCorrectionRoutes = {
  'PUT /api/answers/:id/sentiment': route({
    access: 'write',
    reads: { unlimited: 'It reads one answer by its id.' },
    summary: 'Correct the sentiment of an answer',
    description:
      'Replaces the classified label toward the brand, also in all numbers and after every reanalysis. The same label confirms it. Both count toward the agreement that the sentiment metric returns.',
    params: { id: Uuid.describe('Id of the answer.') },
    find: { answer: answerInPath },
    body: z.strictObject({ label: CorrectedLabel }),
    errors: ['conflict'],
    returns: AnswerRecord,
    run: async (ctx, { body, found: { answer } }) => {
      await correctSentiment(ctx, answer.brand.id, answer.id, body.label)
      return getAnswerRecord(ctx, answer.brand, answer.id)
    },
  }),
}
