import { mcpQuery, resolveScope } from '../answers/scope.ts'
import { Uuid } from '../core/ids.ts'
import { csvRoute } from '../http/csv.ts'
import { type RawRoute, type Route, route } from '../http/route.ts'
import { promptList } from '../prompts/prompt-list.ts'
import { promptFrom } from '../prompts/prompts.ts'
import { promptVolumes } from '../prompts/volumes/volume-list.ts'
import { aiTraffic } from './ai-traffic.ts'
import { citations } from './citations/citations.ts'
import { citedPage } from './citations/cited-page.ts'
import { competitorComparison } from './competitor-comparison.ts'
import { productVisibility } from './product-visibility.ts'
import { promptPerformance } from './prompt-performance.ts'
import { scoreChangeReasons } from './score-change/score-change.ts'
import { shoppingCards } from './shopping-cards.ts'
import { PromptStability, promptStability, readStability } from './stability.ts'
import { topics } from './topics.ts'
import { visibilitySummary } from './visibility-summary.ts'
import { visibilityTrend } from './visibility-trend.ts'

const jsonRoutes = {
  'GET /api/v1/visibility-summary': visibilitySummary.v1,
  'GET /api/v1/visibility-trend': visibilityTrend.v1,
  'GET /api/v1/competitor-comparison': competitorComparison.v1,
  'GET /api/v1/citations': citations.v1,
  'GET /api/v1/ai-traffic': aiTraffic.v1,
  'GET /api/v1/prompt-performance': promptPerformance.v1,
  'GET /api/v1/shopping-cards': shoppingCards.v1,

  'GET /api/mcp/visibility-summary': visibilitySummary.mcp,
  'GET /api/mcp/visibility-trend': visibilityTrend.mcp,
  'GET /api/mcp/score-change': scoreChangeReasons.mcp,
  'GET /api/mcp/topics': topics.mcp,
  'GET /api/mcp/prompts': promptList.mcp,
  'GET /api/mcp/prompt-performance': promptPerformance.mcp,
  'GET /api/mcp/prompt-volumes': promptVolumes.mcp,
  'GET /api/mcp/citations': citations.mcp,
  'GET /api/mcp/competitor-comparison': competitorComparison.mcp,
  'GET /api/mcp/ai-traffic': aiTraffic.mcp,
  'GET /api/mcp/shopping-cards': shoppingCards.mcp,
  'GET /api/mcp/product-visibility': productVisibility.mcp,

  'GET /api/metrics/visibility-summary': visibilitySummary.session,
  'GET /api/metrics/visibility-trend': visibilityTrend.session,
  'GET /api/metrics/score-change': scoreChangeReasons.session,
  'GET /api/metrics/topics': topics.session,
  'GET /api/metrics/prompts': promptList.session,
  'GET /api/metrics/prompt-performance': promptPerformance.session,
  'GET /api/metrics/prompt-stability': promptStability.session,
  'GET /api/metrics/prompt-volumes': promptVolumes.session,
  'GET /api/metrics/citations': citations.session,
  'GET /api/metrics/cited-page': citedPage.session,
  'GET /api/metrics/competitor-comparison': competitorComparison.session,
  'GET /api/metrics/ai-traffic': aiTraffic.session,
  'GET /api/metrics/shopping-cards': shoppingCards.session,
  'GET /api/metrics/product-visibility': productVisibility.session,
}

/** The table that people mean when they ask for a metric as a file. */
const firstTables: Record<string, string> = {
  'visibility-summary': 'summary',
  'visibility-trend': 'buckets',
  'score-change': 'by_platform',
  'competitor-comparison': 'competitors',
  citations: 'top_domains',
  'cited-page': 'prompts',
  'ai-traffic': 'daily',
  'prompt-performance': 'prompts',
  'prompt-stability': 'prompts',
  'shopping-cards': 'cards',
  topics: 'topics',
  prompts: 'prompts',
  'prompt-volumes': 'volumes',
  'product-visibility': 'products',
}

const { brand_id: _brand, topic_id: _topic, branded: _branded, ...ofPrompt } = mcpQuery

const promptMetricRoutes = {
  'GET /api/prompts/:prompt/stability': route({
    access: 'read',
    summary: 'Get how much the answers to a prompt vary',
    description:
      'Compares the tracked names of answers on the same platform and in the same region: those of one run with each other, and those of a run with the next.',
    params: { prompt: Uuid },
    query: ofPrompt,
    find: { at: promptFrom('prompt') },
    returns: PromptStability,
    run: async (ctx, { found: { at }, query }) =>
      readStability(
        ctx,
        await resolveScope(ctx, at.brand, { ...query, brand_id: at.brand.id }, null),
        at.prompt,
      ),
  }),
}

export const metricRoutes = { ...jsonRoutes, ...csvRoutes(jsonRoutes), ...promptMetricRoutes }

/** Each address with `.csv` at its end. */
function csvRoutes<T extends Record<string, Route>>(routes: T) {
  const entries = Object.entries(routes).map(([address, route]) => {
    const name = address.replace(/^.*\//, '')
    return [`${address}.csv`, csvRoute(route, firstTables[name] ?? '')]
  })
  return asCsvTable<T>(Object.fromEntries(entries))
}

/** `Object.fromEntries` forgets the names it was given. */
function asCsvTable<T>(table: Record<string, RawRoute>) {
  return table as { [Address in keyof T & string as `${Address}.csv`]: RawRoute }
}
