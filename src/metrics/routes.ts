import { csvRoutes } from '../http/csv.ts'
import { aiTraffic } from './ai-traffic.ts'
import { calibration } from './calibration.ts'
import { citations } from './citations/citations.ts'
import { citedPage } from './citations/cited-page.ts'
import { sourceChanges } from './citations/source-changes.ts'
import { sourceDetail } from './citations/source-detail.ts'
import { sourceTargets } from './citations/source-targets.ts'
import { competitorComparison } from './competitors/competitor-comparison.ts'
import { competitorDetail } from './competitors/competitor-detail.ts'
import { crawlerReport } from './crawler-report.ts'
import { funnel } from './funnel.ts'
import { funnelPage } from './funnel-page.ts'
import { productVisibility } from './product-visibility.ts'
import { promptGroups } from './prompt-groups.ts'
import { promptDetail } from './prompts/prompt-detail.ts'
import { promptLeaders } from './prompts/prompt-leaders.ts'
import { promptPerformance } from './prompts/prompt-performance.ts'
import { promptTable } from './prompts/prompt-table.ts'
import { promptTrends } from './prompts/prompt-trends.ts'
import { promptStability, promptStabilityByPlatform } from './prompts/stability.ts'
import { scoreChangeReasons } from './score-change/score-change.ts'
import { promptSearches } from './searches/prompt-searches.ts'
import { searchDetail } from './searches/search-detail.ts'
import { searches } from './searches/searches.ts'
import { sentiment } from './sentiment.ts'
import { sentimentThemes } from './sentiment-themes.ts'
import { shoppingCards } from './shopping-cards.ts'
import { topics } from './topics.ts'
import { visibilityTrend } from './trend/visibility-trend.ts'
import { visibilitySummary } from './visibility-summary.ts'

const jsonRoutes = {
  'GET /api/v1/visibility-summary': visibilitySummary.v1,
  'GET /api/v1/visibility-trend': visibilityTrend.v1,
  'GET /api/v1/competitor-comparison': competitorComparison.v1,
  'GET /api/v1/citations': citations.v1,
  'GET /api/v1/ai-traffic': aiTraffic.v1,
  'GET /api/v1/calibration': calibration.v1,
  'GET /api/v1/prompt-performance': promptPerformance.v1,
  'GET /api/v1/prompt-groups': promptGroups.v1,
  'GET /api/v1/shopping-cards': shoppingCards.v1,
  'GET /api/v1/funnel': funnel.v1,
  'GET /api/v1/ai-agents': crawlerReport,
  'GET /api/v1/searches': searches.v1,
  'GET /api/v1/prompt-searches': promptSearches.v1,

  'GET /api/mcp/visibility-summary': visibilitySummary.mcp,
  'GET /api/mcp/visibility-trend': visibilityTrend.mcp,
  'GET /api/mcp/score-change': scoreChangeReasons.mcp,
  'GET /api/mcp/topics': topics.mcp,
  'GET /api/mcp/prompt-groups': promptGroups.mcp,
  'GET /api/mcp/prompt-performance': promptPerformance.mcp,
  'GET /api/mcp/citations': citations.mcp,
  'GET /api/mcp/competitor-comparison': competitorComparison.mcp,
  'GET /api/mcp/ai-traffic': aiTraffic.mcp,
  'GET /api/mcp/calibration': calibration.mcp,
  'GET /api/mcp/shopping-cards': shoppingCards.mcp,
  'GET /api/mcp/product-visibility': productVisibility.mcp,
  'GET /api/mcp/funnel': funnel.mcp,
  'GET /api/mcp/searches': searches.mcp,
  'GET /api/mcp/prompt-searches': promptSearches.mcp,

  'GET /api/metrics/visibility-summary': visibilitySummary.session,
  'GET /api/metrics/visibility-trend': visibilityTrend.session,
  'GET /api/metrics/score-change': scoreChangeReasons.session,
  'GET /api/metrics/topics': topics.session,
  'GET /api/metrics/prompt-groups': promptGroups.session,
  'GET /api/metrics/prompt-performance': promptPerformance.session,
  'GET /api/metrics/prompt-table': promptTable.session,
  'GET /api/metrics/prompt-leaders': promptLeaders.session,
  'GET /api/metrics/prompt-trends': promptTrends.session,
  'GET /api/metrics/prompt-detail': promptDetail.session,
  'GET /api/metrics/prompt-stability': promptStability.session,
  'GET /api/metrics/citations': citations.session,
  'GET /api/metrics/cited-page': citedPage.session,
  'GET /api/metrics/source-detail': sourceDetail.session,
  'GET /api/metrics/source-targets': sourceTargets.session,
  'GET /api/metrics/source-changes': sourceChanges.session,
  'GET /api/metrics/competitor-comparison': competitorComparison.session,
  'GET /api/metrics/competitor-detail': competitorDetail.session,
  'GET /api/metrics/sentiment': sentiment.session,
  'GET /api/metrics/sentiment-themes': sentimentThemes.session,
  'GET /api/metrics/ai-traffic': aiTraffic.session,
  'GET /api/metrics/calibration': calibration.session,
  'GET /api/metrics/shopping-cards': shoppingCards.session,
  'GET /api/metrics/product-visibility': productVisibility.session,
  'GET /api/metrics/funnel': funnel.session,
  'GET /api/metrics/searches': searches.session,
  'GET /api/metrics/search-detail': searchDetail.session,
  'GET /api/metrics/prompt-searches': promptSearches.session,
  'GET /api/metrics/funnel-page': funnelPage.session,
  'GET /api/traffic/crawlers': crawlerReport,
}

/** The table in the CSV file of each metric when the request does not choose one. */
const defaultTables = {
  'visibility-summary': 'summary',
  'visibility-trend': 'buckets',
  'score-change': 'by_platform',
  'competitor-comparison': 'competitors',
  citations: 'top_domains',
  'cited-page': 'prompts',
  'source-detail': 'weeks',
  'source-targets': 'sources',
  'source-changes': 'new_sources',
  'competitor-detail': 'prompts',
  sentiment: 'buckets',
  'sentiment-themes': 'praised',
  'ai-agents': 'agents',
  crawlers: 'agents',
  'ai-traffic': 'daily',
  calibration: 'series',
  'prompt-performance': 'prompts',
  'prompt-table': 'prompts',
  'prompt-leaders': 'prompts',
  'prompt-trends': 'points',
  'prompt-detail': 'ranking',
  'prompt-stability': 'prompts',
  'shopping-cards': 'cards',
  topics: 'topics',
  'prompt-groups': 'groups',
  'product-visibility': 'products',
  funnel: 'pages',
  searches: 'searches',
  'search-detail': 'prompts',
  'prompt-searches': 'searches',
  'funnel-page': 'agents',
}

export const metricRoutes = {
  ...jsonRoutes,
  'GET /api/mcp/ai-agents': crawlerReport,
  ...csvRoutes(jsonRoutes, defaultTables),
  'GET /api/metrics/prompt-stability/by-platform': promptStabilityByPlatform.session,
}
