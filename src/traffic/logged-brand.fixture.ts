/** A brand whose logs tests import, with the report on its agents. */
import type { Json, SharedService } from '../../test/support.ts'
import { getBrand } from '../brands/brands.ts'
import { systemContext } from '../core/context.ts'
import { importLogs, type LogReport } from './import-logs.ts'
import { createLogParser, type LogFields } from './log-parser.ts'

export async function createLoggedBrand(service: Pick<SharedService, 'base' | 'signUp'>) {
  const owner = await service.signUp()
  const { id } = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  const { organization_id } = await service.base.db
    .selectFrom('brands')
    .select('organization_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const ctx = systemContext(service.base, organization_id)
  const brand = await getBrand(ctx, id)
  return {
    ctx,
    brand,
    /** `query`: further parameters, each with its ampersand. */
    report: (query = ''): Promise<Json> => owner.ok(`GET /api/traffic/crawlers?brand_id=${id}${query}`),
    /** Imports requests as JSON lines. */
    log: async (requests: readonly object[], fields: readonly LogFields[] = []): Promise<LogReport> => {
      async function* lines() {
        yield requests.map((request) => ({ text: JSON.stringify(request) }))
      }
      return importLogs(ctx, brand, lines(), { parse: createLogParser(fields) })
    },
    /** Counts the requests that a timer has not verified yet. */
    countPending: async (): Promise<number> => {
      const rows = await ctx.db
        .selectFrom('crawler_hits')
        .select('day')
        .where('brand_id', '=', id)
        .where('pending_until', 'is not', null)
        .execute()
      return rows.length
    },
  }
}
