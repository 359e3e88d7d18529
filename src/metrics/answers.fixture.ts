/** A brand with answers that a test writes itself, so that every number is known. */
import type { Client, Json, SharedService } from '../../test/support.ts'
import { type AnswerWriter, createAnswerWriter } from '../answers/answers.ts'
import type { QueriedAnswer } from '../answers/prepare-answer.ts'
import { getBrand } from '../brands/brands.ts'
import { trackedEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import type { ShoppingCard, Surface } from '../engines/engine.ts'
import { plainMessage } from '../languages/message.ts'
import { refreshedClient } from './refreshed-client.fixture.ts'

/** Invented names that no other text contains. Zorvex is the brand. */
export const competitors = ['Quilmar', 'Brentiva', 'Dravost', 'Ulfenka', 'Mostrin', 'Pelvarin']

export type TestAnswer = {
  prompt: { id: string; text: string }
  day: string
  platform?: string
  model?: string
  region?: string
  surface?: Surface
  /** The text of the answer; null for a failed query. */
  text: string | null
  cites?: string[]
  /** Titles of the products on shopping cards. */
  cards?: string[]
  searches?: string[]
  outcome?: 'answered' | 'empty' | 'refused'
}

export type TestBrand = {
  owner: Client
  ctx: Context
  brand: Json
  topic: { id: string }
  /** One in the topic, and a branded one without a topic. */
  prompts: { plain: Json; branded: Json }
  /** Stores an answer in the brand's context, or in the context of an open transaction. */
  write(answer: TestAnswer, ctx?: Context): Promise<void>
}

/** `existing`: the owner, instead of one of a new organization. */
export async function createTestBrand(service: SharedService, existing?: Client): Promise<TestBrand> {
  const owner = existing ?? (await service.signUp())
  const brand = await owner.ok('POST /api/brands', {
    name: 'Zorvex',
    domain: 'zorvex.com',
    competitors: competitors.map((name) => ({ name, domain: `${name.toLowerCase()}.com` })),
  })
  const topic = await owner.ok(`POST /api/brands/${brand.id}/topics`, { name: 'Shoes' })
  const add = (body: object) => owner.ok('POST /api/prompts', { brand_id: brand.id, ...body })
  const plain = await add({ text: 'Which running shoes last?', topic_id: topic.id })
  const branded = await add({ text: 'Is Zorvex any good?' })
  const ctx: Context = {
    ...service.base,
    organizationId: (await owner.ok('GET /api/organization')).id,
    actor: { kind: 'system' },
  }
  const row = await getBrand(ctx, brand.id)
  const writer = createAnswerWriter(ctx, row, await trackedEntities(ctx, row))
  let count = 0
  return {
    owner: refreshedClient(owner, ctx, brand.id),
    ctx,
    brand,
    topic,
    prompts: { plain, branded },
    write: (answer, writeCtx = ctx) => {
      count += 1
      // Distinct times: two answers at the same time would be stored as one.
      const at = new Date(Date.parse(`${answer.day}T00:00:00Z`) + count)
      return write(writeCtx, writer, answer, at)
    },
  }
}

async function write(ctx: Context, writer: AnswerWriter, answer: TestAnswer, at: Date): Promise<void> {
  const queried: QueriedAnswer = {
    jobId: null,
    prompt: answer.prompt,
    platform: answer.platform ?? 'chatgpt',
    backend: 'simulator',
    surface: answer.surface ?? 'simulated',
    region: answer.region ?? '',
    language: 'en',
    sample: 1,
    queriedAt: at,
    answeredAt: at,
    result: getResult(answer),
  }
  const prepared = await writer.prepare([queried])
  const stored = await writer.store(
    ctx,
    prepared.map((each) => ({ id: newId(at.getTime()), promptId: answer.prompt.id, prepared: each })),
  )
  if (stored === 0) throw new Error('The answer was not stored because it already exists')
}

const emptyCard: Omit<ShoppingCard, 'product_title' | 'position'> = {
  product_brand: null,
  price_amount: null,
  price_currency: null,
  merchant: null,
  url: null,
  image_url: null,
  rating: null,
  review_count: null,
}

function getResult({
  text,
  cites = [],
  cards = [],
  searches = [],
  model = '',
  outcome = 'answered',
}: TestAnswer): QueriedAnswer['result'] {
  if (text === null) return { outcome: 'failed', message: plainMessage('The request timed out.') }
  return {
    outcome,
    markdown: text,
    model,
    citations: cites.map((url) => ({ url, title: null, start: null, end: null })),
    retrieved: [],
    searches,
    searched: true,
    inputTokens: null,
    outputTokens: null,
    costMicros: null,
    costEstimated: false,
    shoppingCards: cards.map((product_title, index) => ({
      ...emptyCard,
      product_title,
      position: index + 1,
    })),
    raw: null,
    unrecognized: [],
  }
}
