/** For the tests of this folder: a brand whose answers a test writes down itself, so that it knows every number. */
import type { Client, Json, TestService } from '../../test/support.ts'
import { storeAnswer } from '../answers/answers.ts'
import { type BrandParser, createBrandParser } from '../answers/facts.ts'
import { getBrand } from '../brands/brands.ts'
import { trackedEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import type { QueryResult, Surface } from '../engines/engine.ts'

/** Invented names, which no text holds by chance. Zorvex is the brand. */
export const competitors = ['Quilmar', 'Brentiva', 'Dravost', 'Ulfenka', 'Mostrin', 'Pelvarin']

export type Written = {
  prompt: { id: string; text: string }
  day: string
  platform?: string
  model?: string
  region?: string
  surface?: Surface
  /** What the engine said; null is an answer that failed. */
  text: string | null
  cites?: string[]
  outcome?: 'answered' | 'empty' | 'refused'
}

export type Book = {
  owner: Client
  ctx: Context
  brand: Json
  topic: { id: string }
  /** One in the topic, and a branded one outside of it. */
  prompts: { plain: Json; branded: Json }
  /** In the context of the book, or of an open transaction. */
  write(answer: Written, ctx?: Context): Promise<void>
}

export async function openBook(service: TestService): Promise<Book> {
  const owner = await service.signUp()
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
  const reader = createBrandParser(row, await trackedEntities(ctx, row))
  return {
    owner,
    ctx,
    brand,
    topic,
    prompts: { plain, branded },
    write: (answer, at = ctx) => write(at, brand.id, reader, answer),
  }
}

let written = 0

async function write(ctx: Context, brandId: string, reader: BrandParser, answer: Written): Promise<void> {
  written += 1
  // Each at a time of its own: two at the same time would be one answer that came twice.
  const at = new Date(Date.parse(`${answer.day}T00:00:00Z`) + written)
  const stored = await storeAnswer(
    ctx,
    {
      brandId,
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
      result: resultOf(answer),
    },
    reader,
  )
  if (!stored) throw new Error('The answer was taken for one that is there already')
}

function resultOf({ text, cites = [], model = '', outcome = 'answered' }: Written): QueryResult {
  if (text === null) {
    const failure = { kind: 'timeout', message: 'It took too long.', retryAfterMs: null } as const
    return { outcome: 'failed', ...failure, retryable: true, status: null }
  }
  return {
    outcome,
    markdown: text,
    model,
    citations: cites.map((url) => ({ url, title: null, start: null, end: null })),
    retrieved: [],
    searches: [],
    searched: true,
    inputTokens: null,
    outputTokens: null,
    costMicros: null,
    shoppingCards: [],
    raw: null,
  }
}
