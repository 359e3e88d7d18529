import type { Catalog } from './catalog.ts'
import { accounts } from './de/accounts.ts'
import { aiFiles } from './de/ai-files.ts'
import { alerts } from './de/alerts.ts'
import { answers } from './de/answers.ts'
import { audits } from './de/audits.ts'
import { brands } from './de/brands.ts'
import { charts } from './de/charts.ts'
import { citations } from './de/citations.ts'
import { client } from './de/client.ts'
import { competitors } from './de/competitors.ts'
import { competitorsDetail } from './de/competitors-detail.ts'
import { engines } from './de/engines.ts'
import { labels } from './de/labels.ts'
import { layout } from './de/layout.ts'
import { notes } from './de/notes.ts'
import { notifications } from './de/notifications.ts'
import { onboarding } from './de/onboarding.ts'
import { opportunities } from './de/opportunities.ts'
import { overview } from './de/overview.ts'
import { products } from './de/products.ts'
import { prompts } from './de/prompts.ts'
import { promptsDetail } from './de/prompts-detail.ts'
import { reports } from './de/reports.ts'
import { runs } from './de/runs.ts'
import { sentiment } from './de/sentiment.ts'
import { shopping } from './de/shopping.ts'
import { spend } from './de/spend.ts'
import { traffic } from './de/traffic.ts'
import { ui } from './de/ui.ts'

export const de: Catalog = {
  ...labels,
  client,
  accounts,
  'ai-files': aiFiles,
  alerts,
  answers,
  audits,
  brands,
  charts,
  citations,
  competitors,
  'competitors/detail': competitorsDetail,
  engines,
  layout,
  notes,
  notifications,
  onboarding,
  opportunities,
  overview,
  products,
  prompts,
  'prompts/detail': promptsDetail,
  reports,
  runs,
  sentiment,
  shopping,
  spend,
  traffic,
  ui,
}
