/** Charts of shared reports for other websites: the only pages of the service that other sites may frame. */
import { z } from 'zod'
import { getTrendLines, layOutChart } from '../../vocabulary/trend-chart.ts'
import { notFound } from '../core/errors.ts'
import { fairReads } from '../http/fair-reads.ts'
import { raw } from '../http/route.ts'
import { localize, withLocale } from '../languages/localized.ts'
import { dayValue, message } from '../languages/message.ts'
import { numberText } from '../metrics/number-texts.ts'
import type { BrandNumbers } from './brand-numbers.ts'
import { chartColors, chartPage, chartSvg } from './chart-svg.ts'
import { ReportLanguage } from './report-title.ts'
import { getSharedReport, readFirstBrand } from './reports.ts'
import { enforceVisitLimit, findOpenLink, recordView } from './share-links.ts'

const Params = z.object({ token: z.string(), chart: z.enum(['visibility']) })
const Query = z.object({ theme: z.enum(['light', 'dark']).catch('light') })

export const embedRoutes = {
  'GET /embed/:token/:chart': raw({
    access: 'none',
    isPage: true,
    summary: 'Get a chart of a shared report',
    description:
      'A page with one chart in the language of the report, which other sites may frame. `chart` is `visibility`; `theme=dark` has light text. Links with a password have no charts.',
    params: {
      token: z.string().describe('The token of the link.'),
      chart: z.string().describe('`visibility`: the visibility score over the period.'),
    },
    query: () =>
      z.object({ theme: z.enum(['light', 'dark']).default('light').describe('Colors of the chart.') }),
    returns: { 'text/html': 'A page that loads nothing and runs no script.' },
    errors: ['not_found'],
    run: async (ctx, request, reply) => {
      const setHeader = (name: string, value: string) => void reply.header(name, value)
      enforceVisitLimit(ctx, { ip: request.ip, setHeader })
      const params = Params.safeParse(request.params)
      if (!params.success) throw notFound(message('reports.general.noSuchSharedReport'))
      const link = await findOpenLink(ctx, params.data.token)
      if (link.password_hash !== null) throw notFound(message('reports.general.noSuchSharedReport'))
      const report = await getSharedReport(ctx, link)
      const read = () => readFirstBrand(ctx, report)
      const brand = await ctx.use(fairReads).run(link.organization_id, 'metric', read)
      await recordView(ctx, link)
      const { theme } = Query.parse(request.query)
      const language = ReportLanguage.parse(report.language)
      return reply
        .removeHeader('X-Frame-Options')
        .header('Content-Security-Policy', "default-src 'none'; frame-ancestors *")
        .header('Cross-Origin-Resource-Policy', 'cross-origin')
        .header('X-Robots-Tag', 'noindex, nofollow')
        .header('Cache-Control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(
          withLocale(language, () =>
            chartPage(
              localize(message('common.texts.visibilityScoreOfName', { name: brand.name })),
              chartSvg(layOutTrend(brand), chartColors[theme]),
              chartColors[theme],
              language,
            ),
          ),
        )
    },
  }),
}

const format = {
  day: (date: string) => localize(message('reports.embedRoutes.axisDay', { day: dayValue(date) })),
  score: (score: number) => localize(numberText('score', score)),
}

const layOutTrend = (brand: BrandNumbers) =>
  layOutChart({ ...getTrendLines(brand), events: [], width: 720, height: 270, labelWidth: 164, format })
