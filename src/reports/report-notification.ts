/** The notification of a scheduled report: its headline, key figures and link, in the name and color of the organization. */
import { readBranding } from '../branding/branding.ts'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { factsNote, headlineFacts } from '../digests/brand-sections.ts'
import { withLocale } from '../languages/localized.ts'
import { dayValue, message } from '../languages/message.ts'
import {
  type ContentFact,
  type ContentSection,
  type NotificationContent,
  RenderedContent,
} from '../notifications/content.ts'
import { notify } from '../notifications/notify.ts'
import type { BrandNumbers } from './brand-numbers.ts'
import { ReportLanguage } from './report-title.ts'
import type { ReportRow } from './reports.ts'
import type { SnapshotContent } from './snapshot.ts'

type Stored = { scheduleId: string; brands: readonly Brand[]; snapshot: SnapshotContent }

/** Notifies once per schedule and period, in the transaction of `tx` and in the language of the report. */
export async function notifyOfReport(
  tx: Context,
  report: ReportRow,
  { scheduleId, brands, snapshot }: Stored,
): Promise<void> {
  const { name, color, logo } = await readBranding(tx, tx.organizationId, report.brand_id)
  const isBranded = name !== null || color !== null || logo !== null
  const language = ReportLanguage.parse(report.language)
  const content = getContent(report, snapshot, `/dashboard/brands/${brands[0]?.slug}/reports/${report.id}`)
  await notify(tx, {
    brandId: report.brand_id,
    brandIds: report.brand_ids,
    kind: 'report',
    key: `report:${scheduleId}:${report.date_from}`,
    message: {
      ...withLocale(language, () => RenderedContent.parse(content)),
      language,
      ...(isBranded && { sender: { name, color } }),
    },
  })
}

function getContent(
  report: ReportRow,
  { brands, simulated }: SnapshotContent,
  path: string,
): NotificationContent {
  const [brand] = brands
  const isOfOneBrand = brand !== undefined && brands.length === 1
  return {
    title: report.headline,
    context: message('reports.reportNotification.titleFromToTo', {
      title: report.title,
      from: dayValue(report.date_from),
      to: dayValue(report.date_to),
    }),
    summary: [report.summary, ...(report.published_at === null ? [draftNote] : [])],
    facts: isOfOneBrand ? headlineFacts(brand) : brands.slice(0, maxBrandFacts).flatMap(getScoreFacts),
    facts_note: isOfOneBrand
      ? factsNote(brand)
      : message('reports.reportNotification.theVisibilityScoreOfEachBrand'),
    sections: isOfOneBrand ? [getSteps(brand)] : [],
    action: { label: message('reports.reportNotification.openTheReport'), path },
    ...(simulated && { note: message('common.texts.simulatedDataTheseAnswersAreNot') }),
  }
}

const draftNote = message('reports.reportNotification.theReportIsADraftEdit')
const maxBrandFacts = 12
const maxSteps = 3

/** The visibility score of one of several brands. */
const getScoreFacts = (brand: BrandNumbers): ContentFact[] =>
  headlineFacts(brand)
    .slice(0, 1)
    .map((fact) => ({ ...fact, label: brand.name }))

const getSteps = ({ opportunities }: BrandNumbers): ContentSection => ({
  heading: message('reports.reportNotification.recommendedNextSteps'),
  items: opportunities.open
    .slice(0, maxSteps)
    .map(({ title, description }) => ({ text: title, detail: description })),
})
