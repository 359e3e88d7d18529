/** Generates the answers of a demo brand. The same seed and last day give the same answers in any database. */
import { type Answer, answerText, citedSources, sourceAt } from '../../simulator/answer.ts'
import { type AnswerPlan, planAnswer } from '../../simulator/answer-plan.ts'
import { getMarket, type Market } from '../../simulator/market.ts'
import { randomFor, type SimulatedQuery } from '../../simulator/query.ts'
import { modelRelease } from '../../simulator/release-calendar.ts'
import { anthropic } from '../../simulator/wire/anthropic.ts'
import { gemini } from '../../simulator/wire/gemini.ts'
import { openai } from '../../simulator/wire/openai.ts'
import { openrouter } from '../../simulator/wire/openrouter.ts'
import { perplexity } from '../../simulator/wire/perplexity.ts'
import type { Vendor } from '../../simulator/wire/wire.ts'
import { xai } from '../../simulator/wire/xai.ts'
import { writeAnswer } from '../../simulator/write-answer.ts'
import { type Platform, simulatedPlatforms } from '../../vocabulary/platforms.ts'
import type { KnownSentiments } from '../answers/analysis.ts'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { readSettings } from '../core/settings.ts'
import type { AnswerLineInput } from '../data-transfer/data-transfer.ts'
import type { JsonLine } from '../data-transfer/json-lines.ts'
import { simulatesConversations } from '../engines/registry.ts'
import { engineSettings } from '../engines/settings.ts'
import { type ActivePrompt, isAskedOn, listActivePrompts, sentText } from '../prompts/prompts.ts'
import { marketOf } from '../tracking/simulated-market.ts'
import { type DemoAction, delays, isDone, listNewPages } from './actions.ts'
import { addStatement } from './facts.ts'

/** The product cards of a brand that has a shop. */
type Shop = { currency: string; from: number; to: number; lines: string[] }
/** `unchanging`: the prompt whose answers name only the brand. */
type Entry = { shop?: Shop; actions?: readonly DemoAction[]; unchanging: string }

export async function* generateAnswers(
  ctx: Context,
  brand: Brand,
  entry: Entry,
  { seed, days }: { seed: number; days: readonly string[] },
): AsyncGenerator<JsonLine> {
  const prompts = await listActivePrompts(ctx, brand.id)
  const promptMarkets = await Promise.all(
    prompts.map(async (prompt) => ({
      prompt,
      before: listTextsBefore(prompt, prompts),
      market: await readMarket(ctx, brand, prompt, { seed, entry }),
    })),
  )
  let line = 0
  for (const day of days) {
    for (const { prompt, before, market } of promptMarkets) {
      for (const platform of simulatedPlatforms.filter((each) => isAskedOn(prompt, each))) {
        if (before.length > 0 && !simulatesConversations(platform)) continue
        line += 1
        const action = entry.actions?.find(
          (each) => each.texts.includes(prompt.text) && isDone(each, { day, days }, delays.answers),
        )
        const { value, sentiments } = generateAnswer(
          prompt,
          afterAction(market, brand, action),
          { seed, day, platform, newPage: action && findNewPage(brand, action) },
          entry,
        )
        const key = [day, platform, prompt.region, sentText(prompt)].join(' ')
        const markdown = addStatement(value.answer_markdown ?? '', brand, { seed, key })
        const answered_at = afterTurns(value.answered_at, before.length)
        yield {
          line,
          value: { ...value, answer_markdown: markdown, answered_at, follows: before },
          sentiments,
        }
      }
    }
  }
}

async function readMarket(
  ctx: Context,
  brand: Brand,
  prompt: ActivePrompt,
  { seed, entry }: { seed: number; entry: Entry },
): Promise<Market> {
  const market = getMarket(seed, sentText(prompt), await marketOf(ctx, brand, prompt))
  return prompt.text === entry.unchanging
    ? { ...market, entities: market.entities.filter(({ name }) => name === brand.name) }
    : market
}

/** An action with a `strength` changes how well engines know the brand in the answers to its prompts. */
function afterAction(market: Market, brand: Brand, action: DemoAction | undefined): Market {
  const { strength } = action ?? {}
  if (strength === undefined) return market
  const entities = market.entities.map((each) => (each.name === brand.name ? { ...each, strength } : each))
  return { ...market, entities }
}

type NewPage = { url: string; title: string }

function findNewPage({ domain }: Brand, action: DemoAction): NewPage | undefined {
  const [path] = listNewPages([action])
  return path === undefined ? undefined : { url: `https://${domain}${path}`, title: action.title }
}

/** Returns the texts of the questions before a prompt in its conversation. */
function listTextsBefore({ follows }: ActivePrompt, prompts: readonly ActivePrompt[]): string[] {
  const previous = prompts.find(({ id }) => id === follows)
  return previous ? [...listTextsBefore(previous, prompts), previous.text] : []
}

function generateAnswer(
  prompt: ActivePrompt,
  market: Market,
  {
    seed,
    day,
    platform,
    newPage,
  }: { seed: number; day: string; platform: keyof typeof models; newPage: NewPage | undefined },
  entry: Entry,
): { value: AnswerLineInput; sentiments: KnownSentiments } {
  const query: SimulatedQuery = {
    seed,
    profile: platform,
    prompt: sentText(prompt),
    location: prompt.region,
    day,
    repetition: 1,
  }
  const plan = planAnswer(query, market, { search: true })
  const answer = writeAnswer(query, plan)
  const value: AnswerLineInput = {
    prompt: prompt.text,
    region: prompt.region,
    language: prompt.language,
    ...(prompt.persona_name !== null && {
      persona: { name: prompt.persona_name, instruction: prompt.instruction ?? '' },
    }),
    platform,
    model: servedModel(platform, modelRelease(seed, platform, day)),
    surface: 'simulated',
    backend: 'simulator',
    answered_at: answerTime(query),
    status: answer.outcome,
    answer_markdown: answerText(answer),
    citations: toCitations(answer, newPage),
    searches: [...answer.searches],
    shopping_cards: toCards(query, plan, entry),
  }
  const labels = plan.points.map(
    ({ entity, sentiment }) => [entity.name, sentimentLabels[sentiment]] as const,
  )
  return { value, sentiments: Object.fromEntries(labels) }
}

const sentimentLabels = {
  praise: 'positive',
  mixed: 'neutral',
  neutral: 'neutral',
  warning: 'negative',
} as const

const defaults = readSettings(engineSettings, {})

/** The model that the simulator serves for each platform. */
const models: Record<(typeof simulatedPlatforms)[number], [Vendor, string]> = {
  chatgpt: [openai, defaults.OPENAI_MODEL],
  gemini: [gemini, defaults.GEMINI_MODEL],
  perplexity: [perplexity, defaults.PERPLEXITY_MODEL],
  claude: [anthropic, defaults.ANTHROPIC_MODEL],
  grok: [xai, defaults.XAI_MODEL],
  copilot: [openrouter, 'simulated/copilot'],
  google_ai_overview: [openrouter, 'simulated/google_ai_overview'],
  google_ai_mode: [openrouter, 'simulated/google_ai_mode'],
}

function servedModel(platform: keyof typeof models, release: Date): string {
  const [vendor, requested] = models[platform]
  return vendor.servedModel(requested, release)
}

/** Runs start at midnight and take ten minutes, so today's answers are in the past too. */
function answerTime(query: SimulatedQuery): string {
  return new Date(Date.parse(query.day) + randomFor(query, 'moment').between(0, 600_000)).toISOString()
}

/** Each turn of a conversation takes ten minutes more. */
const afterTurns = (time: string, turns: number): string =>
  new Date(Date.parse(time) + turns * 600_000).toISOString()

/** `newPage`: replaces the first source on its site. */
function toCitations(
  answer: Answer,
  newPage: NewPage | undefined,
): NonNullable<AnswerLineInput['citations']> {
  const cited = citedSources(answer)
  const retrieved = answer.sources.map((_, index) => index).filter((index) => !cited.includes(index))
  const replaced =
    newPage && answer.sources.find(({ url }) => new URL(url).host === new URL(newPage.url).host)
  const shown = (index: number) => {
    const source = sourceAt(answer, index)
    const { url, title } = newPage && source === replaced ? newPage : source
    return { url, title }
  }
  return [...cited.map(shown), ...retrieved.map((index) => ({ ...shown(index), retrieved: true }))]
}

/** The platforms that show product cards. The simulator's API formats have none. */
const platformsWithCards: readonly Platform[] = ['chatgpt', 'copilot', 'google_ai_mode']

function toCards(
  query: SimulatedQuery,
  plan: AnswerPlan,
  { shop }: Entry,
): AnswerLineInput['shopping_cards'] {
  const chance = randomFor(query, 'cards')
  const shown = platformsWithCards.some((platform) => platform === query.profile) && chance.chance(0.4)
  if (!shop || !shown || plan.outcome !== 'answered') return []
  return plan.points.slice(0, chance.between(2, 4)).map(({ entity }, index) => ({
    product_title: `${entity.name} ${chance.pick(shop.lines)}`,
    product_brand: entity.name,
    price_amount: chance.between(shop.from, shop.to) - 0.01,
    price_currency: shop.currency,
    merchant: entity.name,
    url: entity.domain === null ? null : `https://${entity.domain}/shop`,
    rating: chance.between(36, 49) / 10,
    review_count: chance.between(12, 2_400),
    position: index + 1,
  }))
}
