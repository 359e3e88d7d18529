import { z } from 'zod'
import { getBrand } from '../brands/brands.ts'
import { Uuid } from '../core/ids.ts'
import { loadById, NoContent, route } from '../http/route.ts'
import { brandsInBody } from './create-report.ts'
import {
  createSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
  NewSchedule,
  Schedule,
  showSchedule,
} from './schedules.ts'

export const scheduleRoutes = {
  'GET /api/report-schedules': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'List scheduled reports',
    description: 'The schedules whose brands the caller can access.',
    query: { brand_id: Uuid.optional().describe('Only schedules that include this brand.') },
    errors: ['not_found'],
    returns: z.object({ items: z.array(Schedule) }),
    run: async (ctx, { query: { brand_id } }) => {
      if (brand_id !== undefined) await getBrand(ctx, brand_id)
      return { items: (await listSchedules(ctx, brand_id)).map(showSchedule) }
    },
  }),
  'POST /api/report-schedules': route({
    access: 'write',
    summary: 'Schedule a report',
    description:
      'Creates a report after the end of each week or month (UTC). A period without answers is skipped after three days. At most 50 per organization.',
    find: { brands: brandsInBody },
    body: NewSchedule,
    errors: ['conflict'],
    returns: Schedule,
    status: 201,
    run: async (ctx, { found, body }) => showSchedule(await createSchedule(ctx, found.brands, body)),
  }),
  'DELETE /api/report-schedules/:schedule': route({
    access: 'write',
    summary: 'Remove a scheduled report',
    description: 'Reports that it created are kept.',
    params: { schedule: Uuid.describe('Id of the schedule.') },
    find: { schedule: loadById('schedule', getSchedule) },
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => deleteSchedule(ctx, found.schedule),
  }),
}
