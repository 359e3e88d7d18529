import type { Catalog } from './catalog.ts'
import { accounts } from './fr/accounts.ts'
import { aiFiles } from './fr/ai-files.ts'
import { alerts } from './fr/alerts.ts'
import { answers } from './fr/answers.ts'
import { audits } from './fr/audits.ts'
import { brands } from './fr/brands.ts'
import { charts } from './fr/charts.ts'
import { citations } from './fr/citations.ts'
import { client } from './fr/client.ts'
import { competitors } from './fr/competitors.ts'
import { competitorsDetail } from './fr/competitors-detail.ts'
import { engines } from './fr/engines.ts'
import { labels } from './fr/labels.ts'
import { layout } from './fr/layout.ts'
import { notes } from './fr/notes.ts'
import { notifications } from './fr/notifications.ts'
import { onboarding } from './fr/onboarding.ts'
import { opportunities } from './fr/opportunities.ts'
import { overview } from './fr/overview.ts'
import { products } from './fr/products.ts'
import { prompts } from './fr/prompts.ts'
import { promptsDetail } from './fr/prompts-detail.ts'
import { reports } from './fr/reports.ts'
import { runs } from './fr/runs.ts'
import { sentiment } from './fr/sentiment.ts'
import { shopping } from './fr/shopping.ts'
import { spend } from './fr/spend.ts'
import { traffic } from './fr/traffic.ts'
import { ui } from './fr/ui.ts'

export const fr: Catalog = {
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
