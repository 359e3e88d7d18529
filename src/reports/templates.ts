/** A template is a list of sections with notes under a name. Members copy it into new reports and schedules. */
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { type Context, transaction } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Line, Timestamp } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import type { ReportTemplates } from '../db/schema.generated.ts'
import { message } from '../languages/message.ts'
import { requireRoom } from '../plans/plans.ts'
import { Sections, StoredSections } from './sections.ts'

type TemplateRow = Selectable<ReportTemplates>

const maxTemplates = 50

export const NewTemplate = z.strictObject({
  name: Line(100).describe('A template with the same name is replaced.'),
  sections: Sections.min(1),
})

export const Template = z
  .object({
    id: z.uuid(),
    name: z.string(),
    sections: StoredSections.describe(
      'The sections in their order, for reports on one brand and on several. A report shows those that it can contain.',
    ),
    updated_at: Timestamp,
  })
  .meta({ id: 'ReportTemplate' })

export const listTemplates = ({ db, organizationId }: Context): Promise<TemplateRow[]> =>
  db
    .selectFrom('report_templates')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('name')
    .execute()

export async function getTemplate(ctx: Context, id: string): Promise<TemplateRow> {
  const template = (await listTemplates(ctx)).find((each) => each.id === id)
  if (!template) throw notFound(message('reports.templates.noSuchReportTemplate'))
  return template
}

/** Replaces the template of this name, or adds one. Throws `conflict` when the organization has too many. */
export function saveTemplate(
  ctx: Context,
  { name, sections }: z.output<typeof NewTemplate>,
): Promise<TemplateRow> {
  return transaction(ctx, async (tx) => {
    await requireRoom(tx, {
      max: maxTemplates,
      count: async () => (await listTemplates(tx)).filter((each) => each.name !== name).length,
      full: message('reports.templates.anOrganizationCanHaveMaxTemplatesReport', {
        maxTemplates,
      }),
    })
    const values = { sections: JSON.stringify(sections), updated_at: tx.now() }
    const template = await tx.db
      .insertInto('report_templates')
      .values({ organization_id: tx.organizationId, id: newId(tx.now().getTime()), name, ...values })
      .onConflict((same) => same.columns(['organization_id', 'name']).doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordTemplateEvent(tx, 'report_template.saved', template)
    return template
  })
}

export function deleteTemplate(ctx: Context, template: TemplateRow): Promise<void> {
  return transaction(ctx, async (tx) => {
    await tx.db
      .deleteFrom('report_templates')
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', template.id)
      .execute()
    await recordTemplateEvent(tx, 'report_template.deleted', template)
  })
}

const recordTemplateEvent = (
  tx: Context,
  kind: `report_template.${'saved' | 'deleted'}`,
  { id, name }: TemplateRow,
) => recordEvent(tx, kind, { data: { template_id: id, name } })

export const showTemplate = ({ id, name, sections, updated_at }: TemplateRow): z.input<typeof Template> => ({
  id,
  name,
  sections: StoredSections.parse(sections),
  updated_at: updated_at.toISOString(),
})
