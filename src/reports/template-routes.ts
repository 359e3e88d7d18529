import { z } from 'zod'
import { Uuid } from '../core/ids.ts'
import { loadById, NoContent, route } from '../http/route.ts'
import {
  deleteTemplate,
  getTemplate,
  listTemplates,
  NewTemplate,
  saveTemplate,
  showTemplate,
  Template,
} from './templates.ts'

export const templateRoutes = {
  'GET /api/report-templates': route({
    access: 'write',
    scope: 'read',
    summary: 'List report templates',
    description:
      'Sections with their order and notes, by name. To use a template, send its sections with a new report or schedule.',
    returns: z.object({ items: z.array(Template) }),
    run: async (ctx) => ({ items: (await listTemplates(ctx)).map(showTemplate) }),
  }),
  'POST /api/report-templates': route({
    access: 'organization',
    scope: 'content',
    summary: 'Save a report template',
    description: 'Adds a template, or replaces the one of the same name. Existing reports do not change.',
    body: NewTemplate,
    errors: ['conflict'],
    returns: Template,
    status: 201,
    run: async (ctx, { body }) => showTemplate(await saveTemplate(ctx, body)),
  }),
  'DELETE /api/report-templates/:template': route({
    access: 'organization',
    scope: 'content',
    summary: 'Delete a report template',
    description: 'Reports and schedules that were created with it are kept.',
    params: { template: Uuid.describe('Id of the template.') },
    find: { template: loadById('template', getTemplate) },
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => deleteTemplate(ctx, found.template),
  }),
}
