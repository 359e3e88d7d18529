/** The job that has the language model classify every unclassified answer. */
import type { z } from 'zod'
import { getBrand } from '../brands/brands.ts'
import { trackedEntities } from '../brands/entities.ts'
import type { TrackedEntity } from '../brands/name-changes.ts'
import type { JobHandler } from '../jobs/job.ts'
import { message } from '../languages/message.ts'
import { findChosenModel, openChosenModel } from '../llm/chosen-model.ts'
import { type AnswerReply, noneSent, sendAnswers } from '../llm/send-answers.ts'
import { refresh } from '../metrics/rollups.ts'
import {
  type ClassifiedAnswer,
  prepareUnclassified,
  saveLlmSentiment,
  type Unclassified,
  unclassifiedBy,
} from './llm-sentiment.ts'
import {
  buildSentimentRequest,
  type NamedEntity,
  parseSentiments,
  SentimentReply,
  sentimentInstructions,
  type TextToClassify,
  unknownSentiment,
} from './sentiment-prompt.ts'

const maxSpellings = 5

type Reply = z.output<typeof SentimentReply>

export const classifySentimentJob: JobHandler = async (ctx, running) => {
  const counts = noneSent()
  const model = await findChosenModel(ctx, 'sentiment')
  // The organization chose rules after the job was requested.
  if (model === null) return counts
  const llm = await openChosenModel(ctx, model)
  if (llm === null) return { ...counts, stopped: message('llm.chosenModel.keyWasRemoved') }
  const brand = await getBrand(ctx, running.job.brand_id)
  const entities = await trackedEntities(ctx, brand)
  const tracked = entities.map(({ number }) => number)
  const numbers = new Map(entities.map(({ id, number }) => [id, number]))
  const open = unclassifiedBy(model, brand.id, tracked)
  await sendAnswers<Unclassified, Reply>(
    ctx,
    running,
    llm,
    {
      open,
      phase: 'classifying',
      prepare: (answers) => prepareUnclassified(ctx, brand.id, tracked, answers),
      request: (answers) => ({
        system: sentimentInstructions,
        user: buildSentimentRequest(answers.map((answer) => getText(answer, entities))),
        schema: SentimentReply,
        name: 'classifications',
      }),
      save: async (answer, { reply, index, cost }) => {
        const outcome = toOutcome(reply, getText(answer, entities), index)
        const classified = { ...outcome, vendor: llm.vendor, cost }
        await saveLlmSentiment(ctx, open, answer, classified, (id) => numbers.get(id))
      },
      describe: ({ classified }, failure) =>
        message('reanalysis.classifySentiment.classifiedAnswersWereClassifiedThen', { classified, failure }),
    },
    counts,
  )
  await refresh(ctx, brand.id)
  return counts
}

function getText(
  { markdown, entities: open, spellings }: Unclassified,
  entities: readonly TrackedEntity[],
): TextToClassify {
  const named = entities
    .filter(({ number }) => open.includes(number))
    .map(
      ({ id, number, name }): NamedEntity => ({
        number,
        name,
        called: (spellings.get(id) ?? []).slice(0, maxSpellings),
      }),
    )
  return { markdown, entities: named }
}

function toOutcome(
  reply: AnswerReply<Reply>['reply'],
  text: TextToClassify,
  index: number,
): Pick<ClassifiedAnswer, 'sentiments' | 'model'> {
  if (reply.outcome === 'answered')
    return { sentiments: parseSentiments(reply.value, text, index), model: reply.model }
  return { sentiments: new Map(text.entities.map(({ number }) => [number, unknownSentiment])), model: null }
}
