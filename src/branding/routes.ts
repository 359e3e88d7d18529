import { route } from '../http/route.ts'
import { Branding, BrandingChange, changeBranding, readBranding } from './branding.ts'

export const brandingRoutes = {
  'GET /api/report-branding': route({
    access: 'report',
    summary: 'Get the branding of reports',
    description: 'The name, color and logo that reports of the organization have.',
    returns: Branding,
    run: (ctx) => readBranding(ctx, ctx.organizationId),
  }),
  'PATCH /api/report-branding': route({
    access: 'manage',
    summary: 'Change the branding of reports',
    description:
      'Applies to all reports, also to those that were published. Omitted fields keep their values.',
    body: BrandingChange,
    returns: Branding,
    run: (ctx, { body }) => changeBranding(ctx, body),
  }),
}
