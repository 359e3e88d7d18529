import type { Catalog } from './catalog.ts'
import { accounts } from './ja/accounts.ts'
import { aiFiles } from './ja/ai-files.ts'
import { alerts } from './ja/alerts.ts'
import { answers } from './ja/answers.ts'
import { audits } from './ja/audits.ts'
import { brands } from './ja/brands.ts'
import { charts } from './ja/charts.ts'
import { citations } from './ja/citations.ts'
import { client } from './ja/client.ts'
import { competitors } from './ja/competitors.ts'
import { competitorsDetail } from './ja/competitors-detail.ts'
import { engines } from './ja/engines.ts'
import { labels } from './ja/labels.ts'
import { layout } from './ja/layout.ts'
import { notes } from './ja/notes.ts'
import { notifications } from './ja/notifications.ts'
import { onboarding } from './ja/onboarding.ts'
import { opportunities } from './ja/opportunities.ts'
import { overview } from './ja/overview.ts'
import { products } from './ja/products.ts'
import { prompts } from './ja/prompts.ts'
import { promptsDetail } from './ja/prompts-detail.ts'
import { reports } from './ja/reports.ts'
import { runs } from './ja/runs.ts'
import { sentiment } from './ja/sentiment.ts'
import { shopping } from './ja/shopping.ts'
import { spend } from './ja/spend.ts'
import { traffic } from './ja/traffic.ts'
import { ui } from './ja/ui.ts'

export const ja: Catalog = {
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
