/**
 * The texts that every language other than English has, by the names that modules declare them with. The types are those
 * of the English texts, so TypeScript reports missing and superfluous ones.
 */

import type * as accountsVocabulary from '../../vocabulary/accounts.ts'
import type * as alertsVocabulary from '../../vocabulary/alerts.ts'
import type * as auditsVocabulary from '../../vocabulary/audits.ts'
import type { englishFormats } from '../../vocabulary/formats.ts'
import type * as labelsVocabulary from '../../vocabulary/labels.ts'
import type { Texts } from '../../vocabulary/language.ts'
import type * as metricsVocabulary from '../../vocabulary/metrics.ts'
import type * as opportunitiesVocabulary from '../../vocabulary/opportunities.ts'
import type * as trafficVocabulary from '../../vocabulary/traffic.ts'
import type { copy as accounts } from '../accounts/copy.ts'
import type { copy as aiFiles } from '../ai-files/copy.ts'
import type { copy as alerts } from '../alerts/copy.ts'
import type { copy as answers } from '../answers/copy.ts'
import type { copy as audits } from '../audits/copy.ts'
import type { copy as brands } from '../brands/copy.ts'
import type { copy as charts } from '../charts/copy.ts'
import type { copy as citations } from '../citations/copy.ts'
import type { copy as competitors } from '../competitors/copy.ts'
import type { copy as competitorsDetail } from '../competitors/detail/copy.ts'
import type { copy as client } from '../copy.ts'
import type { copy as engines } from '../engines/copy.ts'
import type { copy as layout } from '../layout/copy.ts'
import type { copy as notes } from '../notes/copy.ts'
import type { copy as notifications } from '../notifications/copy.ts'
import type { copy as onboarding } from '../onboarding/copy.ts'
import type { copy as opportunities } from '../opportunities/copy.ts'
import type { copy as overview } from '../overview/copy.ts'
import type { copy as products } from '../products/copy.ts'
import type { copy as prompts } from '../prompts/copy.ts'
import type { copy as promptsDetail } from '../prompts/detail/copy.ts'
import type { copy as reports } from '../reports/copy.ts'
import type { copy as runs } from '../runs/copy.ts'
import type { copy as sentiment } from '../sentiment/copy.ts'
import type { copy as shopping } from '../shopping/copy.ts'
import type { copy as spend } from '../spend/copy.ts'
import type { copy as traffic } from '../traffic/copy.ts'
import type { copy as ui } from '../ui/copy.ts'

/** The texts of features: each `copy.ts`. */
type FeatureTexts = {
  client: typeof client
  accounts: typeof accounts
  'ai-files': typeof aiFiles
  alerts: typeof alerts
  answers: typeof answers
  audits: typeof audits
  brands: typeof brands
  charts: typeof charts
  citations: typeof citations
  competitors: typeof competitors
  'competitors/detail': typeof competitorsDetail
  engines: typeof engines
  layout: typeof layout
  notes: typeof notes
  notifications: typeof notifications
  onboarding: typeof onboarding
  opportunities: typeof opportunities
  overview: typeof overview
  products: typeof products
  prompts: typeof prompts
  'prompts/detail': typeof promptsDetail
  reports: typeof reports
  runs: typeof runs
  sentiment: typeof sentiment
  shopping: typeof shopping
  spend: typeof spend
  traffic: typeof traffic
  ui: typeof ui
}

/** The labels of values of the API, and formats. */
export type LabelTexts = Pick<typeof accountsVocabulary, 'roleLabels' | 'roleMeanings'> &
  Pick<
    typeof alertsVocabulary,
    | 'alertKindLabels'
    | 'alertDirectionLabels'
    | 'alertSeverityLabels'
    | 'alertStatusLabels'
    | 'alertResolutionLabels'
  > &
  Pick<typeof auditsVocabulary, 'auditStatusLabels' | 'findingLabels' | 'basisLabels'> & {
    formats: Texts<typeof englishFormats>
  } & Pick<
    typeof labelsVocabulary,
    | 'brandStatusLabels'
    | 'checkFrequencyLabels'
    | 'runStatusLabels'
    | 'runPhaseLabels'
    | 'inProgressLabel'
    | 'answerStatusLabels'
    | 'surfaceLabels'
    | 'surfaceMeanings'
    | 'spendKindLabels'
    | 'limitedByLabels'
    | 'sentimentLabels'
    | 'changeLabels'
    | 'promptCategoryLabels'
    | 'cardRoleLabels'
    | 'sourceCategoryLabels'
    | 'articleTypeLabels'
  > &
  Pick<typeof metricsVocabulary, 'metricLabels' | 'denominatorRule'> &
  Pick<
    typeof opportunitiesVocabulary,
    | 'opportunityStatusLabels'
    | 'impactLabels'
    | 'opportunityTypeLabels'
    | 'opportunityTypeMeanings'
    | 'certaintyLabels'
    | 'certaintyMeanings'
    | 'scoreParts'
    | 'briefMethodLabels'
    | 'deliveryErrorLabels'
    | 'deliveryTexts'
  > &
  Pick<typeof trafficVocabulary, 'crawlerRoleLabels' | 'unknownCountryLabel'>

export type Catalog = FeatureTexts & LabelTexts
