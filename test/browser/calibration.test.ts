/** Citations compared with what was counted, in a browser: on the screen of visits, and in a report. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { PARSER_VERSION } from '../../src/answers/parser.ts'
import { daysAfter, getMonday, utcDay } from '../../src/core/days.ts'
import { addAnalytics } from '../../src/metrics/analytics.fixture.ts'
import { cited, createCitedHistory, daysOf, weeks } from '../../src/metrics/cited-history.fixture.ts'
import { refresh } from '../../src/metrics/rollups.ts'
import { addRequests } from '../../src/traffic/agent-requests.fixture.ts'
import { hasBrowser } from './browser.ts'
import { findScreenProblems, getOpenTab, openSharedStage } from './dashboard.ts'

describe.skipIf(!hasBrowser)('calibration in a browser', async () => {
  const stage = openSharedStage()

  test('each series has its own chart, and the report has the chart of the first one with a fit', async () => {
    const { service } = stage.dashboard
    const today = utcDay(service.base.now())
    const start = daysAfter(getMonday(today), -7 * weeks.length)
    const { ctx, brand, owner } = await createCitedHistory(service, { platforms: ['chatgpt'], start })
    const days = weeks.flatMap((week) => daysOf(start, week).map((day) => ({ day, week })))
    await addRequests(
      ctx,
      brand.id,
      days.flatMap(({ day, week }) =>
        Array.from({ length: 2 * cited(week) + (week % 3) }, () => ({ day, agent: 'ChatGPT-User' })),
      ),
    )
    await addAnalytics(ctx, brand.id, {
      name: 'Main',
      days: days.map(({ day }) => ({ day, isFinal: true })),
      // In five weeks, one of which has too few answers.
      sessions: days.slice(0, 35).map(({ day }) => ({ day, sessions: 1 })),
    })
    await refresh(ctx, brand.id)
    const tab = await getOpenTab(stage, owner)
    const { page } = tab
    await page.goto(`/dashboard/brands/${brand.slug}/traffic`)
    await page
      .getByText(/^ChatGPT, requests for users, 11 weeks: .* per week for each percentage point/)
      .waitFor()
    await page
      .getByLabel(/^ChatGPT, requests for users: observed numbers/)
      .first()
      .waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])
    await page.getByLabel('Series', { exact: true }).selectOption({ label: 'ChatGPT, sessions in GA4' })
    await page.getByText('Not enough data: ChatGPT, sessions in GA4').waitFor()
    await page.getByText('28 of 100 sessions').waitFor()

    // A report needs answers that were analyzed with the current names.
    await sql`
      update answers set analysis_version = ${PARSER_VERSION},
        names_version = (select names_version from brands where id = ${brand.id})
      where brand_id = ${brand.id}`.execute(ctx.db)
    const report = await owner.ok('POST /api/reports', {
      brand_ids: [brand.id],
      date_from: daysAfter(today, -27),
      date_to: daysAfter(today, -1),
    })
    await page.goto(`/dashboard/brands/${brand.slug}/reports/${report.id}`)
    const chart = page.getByLabel(/^ChatGPT, requests for users: observed numbers/)
    await chart.first().waitFor()
    expect(await findScreenProblems(tab, { colors: true })).toEqual([])
    tab.expectClean()
    await tab.close()
  })
})
