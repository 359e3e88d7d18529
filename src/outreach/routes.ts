import { brandInPath } from '../brands/brands.ts'
import { route } from '../http/route.ts'
import { editOutreach, Outreach, OutreachEdit } from './outreach.ts'

export const outreachRoutes = {
  'PATCH /api/brands/:brand/outreach': route({
    ...brandInPath,
    access: 'write',
    summary: 'Edit the outreach to a source',
    description:
      'Sets the status, owner, contact, follow-up date and notes of a domain that answers cite. Omitted fields keep their values.',
    body: OutreachEdit,
    returns: Outreach,
    run: (ctx, { found, body }) => editOutreach(ctx, found.brand.id, body),
  }),
}
