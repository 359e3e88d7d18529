/** What a brief is written from: the evidence of the opportunity, and what its answers and prompts have in common. */
import { sql } from 'kysely'
import { type Language, languages } from '../../../vocabulary/languages.ts'
import { outlineAnswer } from '../../answers/outline.ts'
import { isCounted } from '../../answers/scope.ts'
import { listEntities } from '../../brands/entities.ts'
import type { Context } from '../../core/context.ts'
import { readInSnapshot, refresh } from '../../metrics/rollups.ts'
import { readOutreach } from '../../outreach/outreach.ts'
import type { LoadedOpportunity, OpportunityRow } from '../opportunities.ts'
import { type CorrectionData, type GapData, Type } from '../source-data.ts'
import { findClaim, findCommonTopics, type TopicText } from './common-topics.ts'
import type { BriefMaterial } from './compose-brief.ts'
import type { CorrectionMaterial } from './compose-correction.ts'

export async function loadCorrection(
  ctx: Context,
  { row, brand }: LoadedOpportunity,
  data: CorrectionData,
): Promise<CorrectionMaterial> {
  const outreach = (await readOutreach(ctx, brand.id)).get(data.page.domain)
  return {
    language: languages.find((each) => each === data.language) ?? detectLanguage(row.prompt_text),
    type: Type.parse(row.type),
    data,
    brand: brand.name,
    contact: outreach?.contact ?? '',
  }
}

export async function loadMaterial(
  ctx: Context,
  { row, brand }: LoadedOpportunity,
  data: GapData,
): Promise<BriefMaterial> {
  const prompt = await ctx.db
    .selectFrom('prompts')
    .select(['text', 'category', 'language', 'topic_id'])
    .where('brand_id', '=', brand.id)
    .where('id', '=', row.prompt_id)
    .executeTakeFirstOrThrow()
  const relatedTexts = await relatedPrompts(ctx, row, prompt.topic_id)
  const products = await listEntities(ctx, 'products', brand.id)
  const answers = await listEvidenceAnswers(ctx, row, data)
  const names = [brand.name, ...brand.aliases, ...data.competitors.map(({ name }) => name)]
  return {
    language: detectLanguage(prompt.text, prompt.language, answers[0]?.markdown),
    prompt,
    brand: {
      name: brand.name,
      domain: brand.domain,
      description: brand.description,
      products: products.map(({ name }) => name),
    },
    type: Type.parse(row.type),
    data,
    topics: findCommonTopics(answers, names),
    claims: new Map(
      data.competitors.flatMap(({ name }) => {
        const quote = findClaim(name, answers)
        return quote === null ? [] : [[name, quote]]
      }),
    ),
    related: relatedTexts,
  }
}

/**
 * A short prompt may not reveal its language, but its answers do. The parser does not know Japanese, which has its own
 * script. Falls back to English for other languages.
 */
function detectLanguage(text: string, given = '', answer = ''): Language {
  if (/^ja\b/.test(given) || /[\u3040-\u30ff]/.test(text)) return 'ja'
  return outlineAnswer(text, given || null).language ?? outlineAnswer(answer, null).language ?? 'en'
}

async function relatedPrompts(ctx: Context, row: OpportunityRow, topicId: string | null): Promise<string[]> {
  if (topicId === null) return []
  const rows = await ctx.db
    .selectFrom('prompts')
    .select('text')
    .where('brand_id', '=', row.brand_id)
    .where('topic_id', '=', topicId)
    .where('id', '<>', row.prompt_id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(5)
    .execute()
  return rows.map(({ text }) => text)
}

const maxAnswers = 20

/**
 * Returns the newest answers in the evidence window, those without the brand first, because they show what to match.
 */
async function listEvidenceAnswers(
  ctx: Context,
  { brand_id, prompt_id }: OpportunityRow,
  { window }: GapData,
): Promise<TopicText[]> {
  // Says which platforms a real engine has answered for: their simulated answers are not used.
  await refresh(ctx, brand_id)
  return readInSnapshot(ctx, async ({ db }) => {
    const { rows } = await sql<{ markdown: string; language: string }>`
      select markdown, language
      from answers join answer_texts on answer_texts.brand_id = answers.brand_id and answer_id = answers.id
      where answers.brand_id = ${brand_id} and prompt_id = ${prompt_id} and ${isCounted(brand_id)}
        and day between ${window.date_from}::date and ${window.date_to}::date
      order by mention_counts[1] > 0, answered_at desc
      limit ${maxAnswers}`.execute(db)
    return rows.map(({ markdown, language }) => ({ markdown, language: language || null }))
  })
}
