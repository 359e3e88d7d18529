import type { Catalog } from './catalog.ts'
import { accounts } from './es/accounts.ts'
import { aiFiles } from './es/ai-files.ts'
import { alerts } from './es/alerts.ts'
import { answers } from './es/answers.ts'
import { audits } from './es/audits.ts'
import { brands } from './es/brands.ts'
import { charts } from './es/charts.ts'
import { citations } from './es/citations.ts'
import { client } from './es/client.ts'
import { competitors } from './es/competitors.ts'
import { competitorsDetail } from './es/competitors-detail.ts'
import { engines } from './es/engines.ts'
import { labels } from './es/labels.ts'
import { layout } from './es/layout.ts'
import { notes } from './es/notes.ts'
import { notifications } from './es/notifications.ts'
import { onboarding } from './es/onboarding.ts'
import { opportunities } from './es/opportunities.ts'
import { overview } from './es/overview.ts'
import { products } from './es/products.ts'
import { prompts } from './es/prompts.ts'
import { promptsDetail } from './es/prompts-detail.ts'
import { reports } from './es/reports.ts'
import { runs } from './es/runs.ts'
import { sentiment } from './es/sentiment.ts'
import { shopping } from './es/shopping.ts'
import { spend } from './es/spend.ts'
import { traffic } from './es/traffic.ts'
import { ui } from './es/ui.ts'

export const es: Catalog = {
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
