/** Response fields that several metrics share, each described once. */
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import { sourceCategories } from '../../vocabulary/source-categories.ts'
import { untrustedText } from '../http/untrusted-text.ts'

export const Count = z.number().int().min(0)
export const Pct = z.number().min(0).max(100).nullable()

export const Platform = z.enum(platforms).meta({ id: 'Platform', description: 'Platform of the answers.' })
export const ModelUsed = z
  .string()
  .nullable()
  .describe('Model that generated the answers; null if the engine does not report it.')
export const RegionCode = z.string().nullable().describe('Country (ISO 3166-1); null without one.')
export const Granularity = z.enum(['day', 'week']).describe('Length of a bucket.')
export const GranularityParameter = Granularity.default('day').describe(
  'Length of a bucket. Weeks start on Monday.',
)
export const BucketDate = z.iso.date().describe('The day, or the Monday of the ISO week.')
export const NextCursor = z
  .string()
  .nullable()
  .describe('Pass as `cursor` to get the next page; null on the last page.')

export const PromptId = z.uuid().describe('Id of the prompt.')
export const PromptText = z.string().describe('Text of the prompt.')
export const TopicName = z.string().nullable().describe('Name of the topic; null without one.')
export const PromptCategory = z.string().describe('Category of the prompt.')
export const Branded = z.boolean().describe('Whether the prompt mentions the brand.')
export const CompetitorId = z.uuid().describe('Id of the competitor.')
export const CompetitorName = z.string().describe('Name of the competitor.')

export const ResultCount = Count.describe('Answers in the denominator.')
export const ComparedResults = Count.describe(
  'Answers of the window to the prompts that are compared, on the platforms and in the regions that have answers in both windows.',
)

export const Score = Pct.describe('Sum of the visibility scores / answers.')
export const SameScore = Pct.describe('Same as `avg_visibility_score`.')
export const CompetitorScore = Pct.describe(
  'Average score of the tracked competitors; null without competitors.',
)
export const MentionRate = Pct.describe('Answers that mention the entity / answers, in percent.')
export const CitationRate = Pct.describe(
  'Answers that cite a domain of the entity / answers of platforms that search the web, in percent.',
)
export const ShareOfVoice = Pct.describe(
  'Mentions of the entity / mentions of the brand and its tracked competitors, in percent; null without competitors.',
)
export const PositiveSentiment = Pct.describe(
  'Answers with positive sentiment toward the brand / answers with a known sentiment, in percent. Null if too few sentiments are known.',
)
export const AveragePosition = z
  .number()
  .nullable()
  .describe('Sum of the positions in the order of first mention / answers that mention the entity.')
export const Mentions = Count.describe('Mentions of the entity in all answers.')
export const OwnCitations = Count.describe("Citations of the entity's own domains.")

export const SourceUrl = untrustedText(z.string().describe('URL of the page.'))
export const SourceTitle = untrustedText(
  z.string().nullable().describe('Title of the page; null if unknown.'),
)
export const SourceDomain = untrustedText(
  z.string().describe('Registrable domain by the public suffix list.'),
)
export const SourceCategory = z
  .enum(sourceCategories)
  .meta({ id: 'SourceCategory', description: 'Category of the source.' })
export const SourceCitations = Count.describe('Citations of the source; a URL listed twice counts twice.')
export const CitingResults = Count.describe('Answers that cite the source.')
export const Usage = Pct.describe('Answers that cite the source / answers, in percent.')
export const Visits = Count.describe('Visits from AI platforms.')
