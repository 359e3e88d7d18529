/**
 * Data transfer imports and exports answers as JSON Lines, and exports or deletes a whole organization. An answer line is one
 * stored answer as a JSON object, the format that import reads and export writes.
 */

import { z } from 'zod'
import { maxQuestions } from '../../vocabulary/conversations.ts'
import { promptCategories } from '../../vocabulary/labels.ts'
import { platforms } from '../../vocabulary/platforms.ts'
import { Language, Line, Region } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { NewPersona } from '../prompts/personas.ts'
import { PromptText, Tags } from '../prompts/prompt-fields.ts'

const Text = z.string().max(16_384)
const Count = z.number().int().min(0)

const Source = z.object({ url: Text.min(1), title: Text.nullish() })

const Citation = Source.extend({
  position: z.number().optional(),
  /** A source that the engine retrieved but the answer does not cite. */
  retrieved: z.boolean().default(false),
  start: Count.nullish(),
  end: Count.nullish(),
})

const Card = z.object({
  product_title: Text,
  product_brand: Text.nullable().default(null),
  price_amount: z.number().nullable().default(null),
  price_currency: Text.nullable().default(null),
  merchant: Text.nullable().default(null),
  url: Text.nullable().default(null),
  image_url: Text.nullable().default(null),
  rating: z.number().nullable().default(null),
  review_count: z.number().nullable().default(null),
  position: z.number().int().optional(),
})

/** No AI engine answered before. A wrong century would stretch the windows of all metrics. */
const firstAnswerDay = '2000-01-01'

const Time = z.iso
  .datetime({ offset: true, error: localizedIssue(message('dataTransfer.general.mustBeATimeSuchAs')) })
  .transform((text) => new Date(text))
  .refine((time) => time.toISOString() >= firstAnswerDay, {
    error: localizedIssue(message('common.texts.mustNotBeBeforeDay', { day: firstAnswerDay })),
  })

/** Unknown fields are ignored, because files come from many tools. */
export const AnswerLine = z.object({
  prompt: PromptText,
  /** The questions before in the same conversation, first to last. */
  follows: z
    .array(PromptText)
    .max(maxQuestions - 1)
    .default([]),
  platform: z.enum(platforms),
  answered_at: Time,
  answer_markdown: z.string(),
  citations: z.array(Citation).default([]),
  model: Text.nullish(),
  /** As for prompts: absent means the brand's default, null means none. */
  region: Region.nullish(),
  language: Language.nullish(),
  searches: z.array(z.string()).default([]),
  /** Kept if it is a UUID; ids of other tools are ignored. */
  id: Uuid.nullable().catch(null).default(null),
  sample: z.number().int().min(1).max(32_767).default(1),
  /** How many runs of the schedule the answer represents (docs/statistics.md). */
  weight: z.number().int().min(1).max(28).default(1),
  /** ChatGPT answers from other tools were usually seen in the consumer UI. */
  surface: z.enum(['consumer_ui', 'api', 'simulated']).default('consumer_ui'),
  status: z.enum(['answered', 'empty', 'refused', 'failed']).default('answered'),
  shopping_cards: z.array(Card).default([]),
  cost_micros: Count.nullish(),
  cost_estimated: z.boolean().default(false),
  topic: Line(200).nullish(),
  category: z.enum(promptCategories).nullish(),
  tags: Tags.default([]),
  /** Part of what identifies the prompt. A missing one is created. */
  persona: NewPersona.nullish(),

  // Additional fields of answers that a run stored.
  /** False creates a missing prompt as inactive. */
  is_active: z.boolean().default(true),
  queried_at: Time.optional(),
  backend: Text.default('import'),
  failure: Text.nullish(),
  searched: z.boolean().nullish(),
  input_tokens: Count.max(2 ** 31 - 1).nullish(),
  output_tokens: Count.max(2 ** 31 - 1).nullish(),
  raw: z.unknown().optional(),
})

export type AnswerLine = z.output<typeof AnswerLine>
/** The line before parsing. */
export type AnswerLineInput = z.input<typeof AnswerLine>
