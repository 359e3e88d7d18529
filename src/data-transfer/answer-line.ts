/** One stored answer as a line of JSON, the form in which history goes in and out. */
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import { firstDay, Language, Line, Region } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { categories } from '../prompts/categories.ts'
import { PromptText } from '../prompts/prompts.ts'

const Text = z.string().max(16_384)
const Count = z.number().int().min(0)

const Source = z.object({ url: Text.min(1), title: Text.nullish() })

const Citation = Source.extend({
  position: z.number().optional(),
  /** Read by the engine, but not pointed at by the answer. */
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

const Moment = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-01-31T06:00:00Z' })
  .transform((text) => new Date(text))
  .refine((time) => time.toISOString() >= firstDay, `must not be before ${firstDay}`)

/** Fields that it does not know are left alone: files come from many tools. */
export const AnswerLine = z.object({
  prompt: PromptText,
  platform: z.enum(platforms),
  answered_at: Moment,
  answer_markdown: z.string(),
  citations: z.array(Citation).default([]),
  model: Text.nullish(),
  /** As with a prompt: absent is the brand's own, null is none. */
  region: Region.nullish(),
  language: Language.nullish(),
  searches: z.array(z.string()).default([]),
  /** Kept when it is a UUID; what other tools call an id is not. */
  id: Uuid.nullable().catch(null).default(null),
  sample: z.number().int().min(1).max(32_767).default(1),
  /** Unless it says otherwise, an answer of ChatGPT is one that a person saw there. */
  surface: z.enum(['consumer_ui', 'api', 'simulated']).default('consumer_ui'),
  status: z.enum(['answered', 'empty', 'refused', 'failed']).default('answered'),
  shopping_cards: z.array(Card).default([]),
  cost_micros: Count.nullish(),
  topic: Line(200).nullish(),
  category: z.enum(categories).nullish(),

  // What a run knows beyond that.
  /** False makes a missing prompt one that is not asked. */
  is_active: z.boolean().default(true),
  queried_at: Moment.optional(),
  backend: Text.default('import'),
  failure: Text.nullish(),
  searched: z.boolean().nullish(),
  input_tokens: Count.max(2 ** 31 - 1).nullish(),
  output_tokens: Count.max(2 ** 31 - 1).nullish(),
  raw: z.unknown().optional(),
})

export type AnswerLine = z.output<typeof AnswerLine>
/** As it is written. */
export type WrittenAnswer = z.input<typeof AnswerLine>
