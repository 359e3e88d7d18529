/** A stored answer as the API returns it: the query, the response and its analysis. read-answer-records.ts reads it. */
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import { sourceCategories } from '../../vocabulary/source-categories.ts'
import type { TrackedEntity } from '../brands/name-changes.ts'
import { Timestamp } from '../core/fields.ts'
import { localizedText, messageSchema } from '../languages/localized.ts'
import { getSources } from './analysis.ts'
import type { Prominence as ParsedProminence } from './parsed-answer.ts'
import { sentimentLabels } from './sentiment-labels.ts'
import { decodeEntities, decodeStoredCitations, readStored, type StoredAnalysis } from './stored-analysis.ts'

const Span = z.object({
  start: z.number().int().describe('UTF-16 offset into `response`.'),
  end: z.number().int().describe('Offset after the last character.'),
  text: z.string(),
})

const Sentiment = z.object({
  label: z.enum(sentimentLabels),
  score: z.number().nullable().describe('-100 is negative, 100 is positive.'),
  confidence: z
    .number()
    .describe(
      'How often such a label of rules was right on labeled answers, 0 to 1. 1 for the label of a person; 0: not measured.',
    ),
  evidence: Span.nullable().describe('The passage that decided the label.'),
  method: z.string().describe('What assigned the label: `rules`, `model` or `person`.'),
})

const Prominence = z
  .object({
    first_sentence: z.boolean(),
    last_sentence: z.boolean(),
    word_share: z.number().describe('Words of the sentences that mention it / words of the answer, 0 to 1.'),
    list_place: z.number().int().nullable().describe('Position of its first list item in that list.'),
    list_length: z.number().int().nullable().describe('Number of items of that list.'),
    table_row: z.number().int().nullable().describe('Number of its first table row.'),
  })
  .describe('How much of the answer is about it, and where.')

const Citation = z.object({
  position: z.number().int().describe('Position in the list of sources; 1 is first.'),
  url: z.string(),
  domain: z.string().nullable(),
  title: z.string().nullable(),
  category: z.enum(sourceCategories),
  article_type: z.string(),
  is_own: z.boolean().describe('Whether the URL is on a domain of the brand.'),
})

const ShoppingCard = z.object({
  product_title: z.string(),
  product_brand: z.string().nullable(),
  price_amount: z.number().nullable().describe('Price in `price_currency`.'),
  price_currency: z.string().nullable(),
  merchant: z.string().nullable(),
  url: z.string().nullable(),
  image_url: z.string().nullable(),
  rating: z.number().nullable().describe('Rating as shown, usually 0 to 5.'),
  review_count: z.number().nullable().describe('Number of reviews, as shown.'),
  position: z.number().int().describe('Position among the cards of the answer; 1 is first.'),
})

export const AnswerWeight = z
  .number()
  .int()
  .describe(
    'How many runs of the schedule the answer represents in shares and means: more than 1 for a prompt that is asked less often. Counts do not use it.',
  )

export const AnswerRecord = z
  .object({
    id: z.uuid(),
    prompt: z.object({
      id: z.uuid(),
      text: z.string(),
      topic: z.string().nullable(),
      category: z.string(),
      persona: z.string().nullable().describe('Name of the persona that asks the prompt; null without one.'),
    }),
    platform: z.enum(platforms),
    model: z.string().nullable(),
    surface: z.enum(['consumer_ui', 'api', 'simulated']),
    region: z.string().nullable(),
    language: z.string().nullable(),
    weight: AnswerWeight,
    answered_at: Timestamp,
    status: z.enum(['answered', 'empty', 'refused', 'failed']),
    failure: localizedText().nullable().describe('Why the query failed; null unless it failed.'),
    response: z.string().nullable().describe('The answer as markdown.'),
    mentions: z.object({
      mentioned: z.boolean().nullable().describe('Null unless answered: without an answer it is unknown.'),
      count: z.number().int().nullable().describe('Number of mentions of the brand.'),
      rank: z
        .number()
        .int()
        .nullable()
        .describe('Position of the brand in the order of first mention; 1 is first.'),
      spans: z.array(Span.extend({ reason: z.string() })),
      prominence: Prominence.nullable(),
      searched_to: z
        .number()
        .int()
        .nullable()
        .describe(
          'Offset in `response` at which the search for names stopped because its work exceeded the limit: mentions after it are not counted. Null if the whole answer was searched.',
        ),
    }),
    citations: z.array(Citation),
    retrieved: z
      .array(Citation)
      .describe('Sources that the engine retrieved without citing them; never counted as citations.'),
    searches: z.array(z.string()).describe('Web searches that the engine ran.'),
    sentiment: Sentiment.nullable(),
    visibility_score: z.number().nullable().describe('0 to 100. Null unless answered.'),
    competitors: z.array(
      z.object({
        competitor_id: z.uuid(),
        name: z.string(),
        count: z.number().int().describe('Number of mentions.'),
        rank: z.number().int().nullable().describe('Position in the order of first mention; 1 is first.'),
        citations: z.number().int().describe('Citations of its domains.'),
        spans: z.array(Span),
      }),
    ),
    shopping_cards: z.array(ShoppingCard),
    cost_micros: z
      .number()
      .int()
      .nullable()
      .describe('Cost of the query in millionths of a US dollar. Null if unknown, and for viewers.'),
    cost_estimated: z
      .boolean()
      .describe(
        'The cost is an upper estimate: the price of the model is unknown, or its usage was not reported.',
      ),
    unrecognized: z
      .array(z.string())
      .describe('Parts of the response that this version did not know and ignored.'),
    analysis_version: z.number().int().describe('Version of the parser that analyzed the answer.'),
  })
  .meta({ id: 'Answer' })

/** What the database stores of an answer. The texts are null after their retention period. */
export type AnswerRow = {
  id: string
  prompt_id: string
  prompt_text: string
  topic: string | null
  category: string
  persona: string | null
  platform: string
  model: string
  surface: string
  region: string
  language: string
  weight: number
  answered_at: Date
  status: string
  failure: unknown
  searches: string[]
  cost_micros: number | null
  cost_estimated: boolean
  unrecognized: string[]
  analysis_version: number
  brand_score_milli: number | null
  entities: number[]
  mention_counts: number[]
  ranks: number[]
  own_citations: number[]
  markdown: string | null
  sources: unknown
  analysis: unknown
}

type Named = Pick<TrackedEntity, 'id' | 'name'>
type Numbered = Named & { entity_no: number }

const Source = z.object({ url: z.string(), title: z.string().nullable() })

const Sources = z.object({
  citations: z.array(Source),
  retrieved: z.array(Source),
  shopping_cards: z.array(ShoppingCard),
})

const noSources: z.output<typeof Sources> = { citations: [], retrieved: [], shopping_cards: [] }

const emptyAnalysis: StoredAnalysis = {
  entities: [],
  products: [],
  citations: [],
  aliases: [],
  searchedTo: null,
}

/** Returns the entities of an answer whose text was deleted: their counts, without the places in the text. */
function entitiesWithoutText(row: AnswerRow, brand: Named, competitors: Numbered[]) {
  return row.entities.flatMap((number, index) => {
    const named = number === 0 ? brand : competitors.find(({ entity_no }) => entity_no === number)
    const count = row.mention_counts[index] ?? 0
    return named === undefined
      ? []
      : [
          {
            id: named.id,
            mentioned: count > 0,
            count,
            rank: row.ranks[index] || null,
            spans: [],
            ownCitations: row.own_citations[index] ?? 0,
            prominence: null,
            sentiment: null,
          },
        ]
  })
}

export function showAnswer(
  row: AnswerRow,
  brand: Named,
  competitors: Numbered[],
): z.input<typeof AnswerRecord> {
  const { markdown } = row
  const sources = row.sources === null ? noSources : Sources.parse(row.sources)
  const stored = row.analysis === null ? emptyAnalysis : readStored(row.analysis)
  const entities =
    row.analysis === null
      ? entitiesWithoutText(row, brand, competitors)
      : decodeEntities(stored, markdown ?? '').entities
  const cited = decodeStoredCitations(stored, getSources(sources))
  const own = entities.find((entity) => entity.id === brand.id)
  const failure = messageSchema.nullable().parse(row.failure)
  const record = WithoutFailure.parse({
    ...row,
    prompt: {
      id: row.prompt_id,
      text: row.prompt_text,
      topic: row.topic,
      category: row.category,
      persona: row.persona,
    },
    model: row.model || null,
    region: row.region || null,
    language: row.language || null,
    answered_at: row.answered_at.toISOString(),
    response: row.status === 'failed' ? null : markdown,
    mentions: {
      mentioned: row.status === 'answered' ? (own?.mentioned ?? false) : null,
      count: row.status === 'answered' ? (own?.count ?? 0) : null,
      rank: own?.rank ?? null,
      spans: own?.spans ?? [],
      prominence: own?.mentioned && own.prominence ? showProminence(own.prominence) : null,
      searched_to: stored.searchedTo,
    },
    citations: cited.filter((citation) => citation.cited).map((citation) => showCitation(citation, brand)),
    retrieved: cited.filter((citation) => !citation.cited).map((citation) => showCitation(citation, brand)),
    sentiment: own?.sentiment ?? null,
    visibility_score: row.brand_score_milli === null ? null : row.brand_score_milli / 1000,
    competitors: competitors.flatMap(({ id, name }) => {
      const found = entities.find((entity) => entity.id === id)
      if (!found || (!found.mentioned && found.ownCitations === 0)) return []
      return [
        {
          competitor_id: id,
          name,
          count: found.count,
          rank: found.rank,
          citations: found.ownCitations,
          spans: found.spans,
        },
      ]
    }),
    shopping_cards: sources.shopping_cards,
  })
  return { ...record, failure }
}

const WithoutFailure = AnswerRecord.omit({ failure: true })

function showProminence(prominence: ParsedProminence) {
  return {
    first_sentence: prominence.firstSentence,
    last_sentence: prominence.lastSentence,
    word_share: prominence.wordShare,
    list_place: prominence.listPosition,
    list_length: prominence.listLength,
    table_row: prominence.tableRow,
  }
}

function showCitation(
  citation: ReturnType<typeof decodeStoredCitations>[number],
  brand: Named,
): z.input<typeof Citation> {
  const { ownEntityId, position, url, domain, title, category, articleType } = citation
  return {
    position,
    url,
    domain,
    title,
    category,
    article_type: articleType,
    is_own: ownEntityId === brand.id,
  }
}
