/** The fields of a prompt in requests and responses. */
import { z } from 'zod'
import { maxQuestions } from '../../vocabulary/conversations.ts'
import { promptCategories } from '../../vocabulary/labels.ts'
import { platforms } from '../../vocabulary/platforms.ts'
import { BrandId, Language, Lines, Region, Timestamp } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'

export const promptMaxLength = 2_000

export const PromptText = z
  .string()
  .transform((text) => text.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, { error: localizedIssue(message('common.texts.mustNotBeEmpty')) })
      .max(promptMaxLength)
      .refine((text) => !/[\p{Cs}\0]/u.test(text), {
        error: localizedIssue(message('prompts.general.mustBeValidText')),
      }),
  )

/** Tags are separated by commas in filters, and by these characters in files. */
const tagSeparators = /[,;|]/

export const maxTags = 20

export const Tags = Lines(50, maxTags).refine((tags) => !tags.some((tag) => tagSeparators.test(tag)), {
  error: localizedIssue(message('prompts.general.aTagMustNotContain')),
})

const changeable = {
  text: PromptText.describe('The question, as a person would ask it.'),
  topic_id: Uuid.nullable().describe('Topic of the same brand; null: none.'),
  category: z.enum(promptCategories).describe('Category of the prompt. Default: derived from the text.'),
  region: Region.nullable().describe('Country (ISO 3166-1); null: none.'),
  language: Language.nullable().describe('Language tag; null: none.'),
  persona_id: Uuid.nullable().describe(
    'Persona of the same brand that asks the prompt; null: none. Google AI Overviews is a search box, so runs do not send it a prompt with a persona.',
  ),
  platforms: z
    .array(z.enum(platforms))
    .min(1)
    .max(platforms.length)
    .nullable()
    .describe("Platforms that runs query; null: all of the brand's platforms."),
  tags: Tags.describe('Labels of the prompt; they replace the current labels.'),
  is_active: z
    .boolean()
    .describe('Whether runs query the prompt; false pauses it, and with it the follow-ups after it.'),
}

export const NewPrompt = z
  .strictObject({
    brand_id: BrandId,
    ...changeable,
    follows: Uuid.nullable().describe(
      'Prompt of the same brand that this one follows up in the same conversation; at most two follow-ups. Region, language and platforms are those of that prompt, and by default topic and tags. Scheduled runs ask it as often as the first question.',
    ),
    follow_ups: z
      .array(PromptText)
      .max(maxQuestions - 1)
      .describe('Texts of follow-ups, which are added after the prompt in this order. Default: none.'),
  })
  .partial()
  .required({ brand_id: true, text: true })
export const PromptPatch = z.strictObject(changeable).partial()

export const PromptRecord = z
  .object({
    id: z.uuid().describe('Id of the prompt.'),
    brand_id: z.uuid().describe('Id of the brand.'),
    text: z.string().describe('Text of the prompt.'),
    topic_id: z.uuid().nullable().describe('Id of the topic.'),
    topic_name: z.string().nullable().describe('Name of the topic; null without one.'),
    category: z.enum(promptCategories).describe('Category of the prompt.'),
    branded: z.boolean().describe('Whether the prompt mentions the brand.'),
    region: z.string().nullable().describe('Country (ISO 3166-1); null without one.'),
    language: z.string().nullable().describe('Language tag; null without one.'),
    persona_id: z.uuid().nullable().describe('Id of the persona that asks the prompt.'),
    persona_name: z.string().nullable().describe('Name of the persona; null without one.'),
    platforms: z
      .array(z.enum(platforms))
      .nullable()
      .describe("Platforms that runs query; null: all of the brand's platforms."),
    tags: z.array(z.string()).describe('Tags of the prompt.'),
    is_active: z.boolean().describe('Whether runs query the prompt.'),
    created_at: Timestamp.describe('When the prompt was created.'),
    replaced_by: z
      .uuid()
      .nullable()
      .describe('The prompt that an edit created in place of this one; null for a prompt in use.'),
    follows: z
      .uuid()
      .nullable()
      .describe('The prompt that this one follows up in the same conversation; null for a first question.'),
    follows_text: z.string().nullable().describe('Text of the prompt that this one follows up.'),
  })
  .meta({ id: 'Prompt' })
