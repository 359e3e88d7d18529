import type * as accountsVocabulary from '../../vocabulary/accounts.ts'
import type * as alertsVocabulary from '../../vocabulary/alerts.ts'
import type * as auditsVocabulary from '../../vocabulary/audits.ts'
import type { englishFormats } from '../../vocabulary/formats.ts'
import type * as labelsVocabulary from '../../vocabulary/labels.ts'
import type { Texts } from '../../vocabulary/language.ts'
import type * as metricsVocabulary from '../../vocabulary/metrics.ts'
import type * as opportunitiesVocabulary from '../../vocabulary/opportunities.ts'
import type * as trafficVocabulary from '../../vocabulary/traffic.ts'

/** The labels of values of the API, and formats, by the names that `vocabulary/` declares them with. */
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
