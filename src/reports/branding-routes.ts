import {
  Branding,
  BrandingChange,
  BrandLook,
  BrandLookChange,
  changeBranding,
  changeBrandLook,
  readBranding,
  readBrandLook,
} from '../branding/branding.ts'
import { brandIfGiven, brandInPath } from '../brands/brands.ts'
import { Uuid } from '../core/ids.ts'
import { route } from '../http/route.ts'

export const brandingRoutes = {
  'GET /api/report-branding': route({
    access: 'report',
    summary: 'Get the branding of reports',
    description:
      'The name, contact, color and logo that reports of the organization have. With `brand_id`, the branding of reports that cover only this brand.',
    query: { brand_id: Uuid.optional().describe('The brand that a report is about.') },
    find: { brand: brandIfGiven('query') },
    returns: Branding,
    run: (ctx, { found }) => readBranding(ctx, ctx.organizationId, found.brand?.id ?? null),
  }),
  'PATCH /api/report-branding': route({
    access: 'manage',
    summary: 'Change the branding of reports',
    description: 'Applies to all reports, including published ones. Omitted fields keep their values.',
    body: BrandingChange,
    returns: Branding,
    run: (ctx, { body }) => changeBranding(ctx, body),
  }),
  'GET /api/brands/:brand/branding': route({
    ...brandInPath,
    access: 'read',
    invalidatedBy: null,
    summary: 'Get the color and logo of a brand',
    description: 'What reports on the brand alone show in addition to the branding of the organization.',
    returns: BrandLook,
    run: (ctx, { found }) => readBrandLook(ctx, found.brand.id),
  }),
  'PATCH /api/brands/:brand/branding': route({
    ...brandInPath,
    access: 'write',
    summary: 'Change the color and logo of a brand',
    description:
      'Applies to all reports that cover only this brand, including published ones. The color replaces the color of the organization; lines of charts keep their colors. Omitted fields keep their values.',
    body: BrandLookChange,
    returns: BrandLook,
    run: (ctx, { found, body }) => changeBrandLook(ctx, found.brand.id, body),
  }),
}
