/**
 * The branding of an organization: name, contact, color and logo of its reports and of email about them. Reports on one brand
 * also show the logo of the brand, and its color in place of the organization's.
 */
import { z } from 'zod'
import { type AppContext, type Context, transaction } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Line } from '../core/fields.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import type { MailLogo } from '../mail/layout.ts'

const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
const maxLogoBytes = 256 * 1024

const Color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { error: localizedIssue(message('branding.general.mustBeAColorSuchAs')) })
  .refine((color) => contrastToWhite(color) >= minContrast, {
    error: localizedIssue(message('branding.general.mustBeDarkerItsContrastTo')),
  })
  .meta({ examples: ['#0f6b62'] })

/** Text of this contrast is readable (WCAG 2.2, 1.4.3). */
const minContrast = 4.5

const Logo = z.strictObject({
  type: z.enum(logoTypes),
  data: z
    .base64()
    .max(Math.ceil((maxLogoBytes * 4) / 3) + 4, {
      error: localizedIssue(message('branding.general.mustHaveAtMost256KB')),
    })
    .meta({ examples: ['iVBORw0KGgo='] }),
})

const look = {
  color: Color.nullable().describe('Dark enough for text on white; null: the default.'),
  logo: Logo.nullable().describe('PNG, JPEG or WebP of at most 256 KB in base64; null: none.'),
}

const hasChange = (change: object) => Object.keys(change).length > 0
const noChange = { error: localizedIssue(message('common.texts.mustContainAChange')) }

export const BrandLookChange = z.strictObject(look).partial().refine(hasChange, noChange)

export const BrandingChange = z
  .strictObject({
    name: Line(100).nullable().describe('Shown instead of the name of the organization; null: the default.'),
    contact_email: z
      .email()
      .max(320)
      .nullable()
      .describe('The address that clients and readers of reports write to; null: none.')
      .meta({ examples: ['studio@example.com'] }),
    ...look,
  })
  .partial()
  .refine(hasChange, noChange)

export const BrandLook = z
  .object({
    color: z.string().nullable(),
    logo: z.string().nullable().describe('As a data URL.'),
  })
  .meta({ id: 'BrandLook' })

export const Branding = BrandLook.extend({
  name: z.string().nullable().describe('Null: the name of the organization.'),
  contact_email: z.string().nullable(),
  client_logo: z.string().nullable().describe('The logo of the brand, as a data URL.'),
}).meta({ id: 'ReportBranding' })

/** `brandId`: the only brand of a report, or null. */
export async function readBranding(
  ctx: Pick<AppContext, 'db'>,
  organizationId: string,
  brandId: string | null,
): Promise<z.input<typeof Branding>> {
  const row = await ctx.db
    .selectFrom('report_branding')
    .select(['name', 'contact_email', 'color', 'logo', 'logo_type'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  const brand = brandId === null ? null : await readBrandLook(ctx, brandId)
  return {
    name: row?.name ?? null,
    contact_email: row?.contact_email ?? null,
    color: brand?.color ?? row?.color ?? null,
    logo: row ? toDataUrl(row) : null,
    client_logo: brand?.logo ?? null,
  }
}

export async function readBrandLook(
  { db }: Pick<AppContext, 'db'>,
  brandId: string,
): Promise<z.input<typeof BrandLook>> {
  const row = await db
    .selectFrom('brand_branding')
    .select(['color', 'logo', 'logo_type'])
    .where('brand_id', '=', brandId)
    .executeTakeFirst()
  return { color: row?.color ?? null, logo: row ? toDataUrl(row) : null }
}

const toDataUrl = ({ logo, logo_type }: { logo: Buffer | null; logo_type: string | null }): string | null =>
  logo && `data:${logo_type};base64,${logo.toString('base64')}`

/** Returns the logo as an email attaches it; null for WebP, which several mail programs do not show. */
export async function readMailLogo(
  { db }: Pick<AppContext, 'db'>,
  organizationId: string,
): Promise<MailLogo | null> {
  const row = await db
    .selectFrom('report_branding')
    .select(['logo', 'logo_type'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row?.logo && row.logo_type && row.logo_type !== 'image/webp'
    ? { content: row.logo, contentType: row.logo_type }
    : null
}

/** Throws `invalid_request` for a logo whose content is not of its type. */
export async function changeBranding(
  ctx: Context,
  change: z.output<typeof BrandingChange>,
): Promise<z.input<typeof Branding>> {
  const values = toColumns(ctx, change)
  return transaction(ctx, async (tx) => {
    await tx.db
      .insertInto('report_branding')
      .values({ organization_id: tx.organizationId, ...values })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
      .execute()
    await recordEvent(tx, 'report_branding.changed', { data: { fields: Object.keys(change) } })
    return readBranding(tx, tx.organizationId, null)
  })
}

/** Throws `invalid_request` for a logo whose content is not of its type. */
export async function changeBrandLook(
  ctx: Context,
  brandId: string,
  change: z.output<typeof BrandLookChange>,
): Promise<z.input<typeof BrandLook>> {
  const values = toColumns(ctx, change)
  return transaction(ctx, async (tx) => {
    await tx.db
      .insertInto('brand_branding')
      .values({ brand_id: brandId, ...values })
      .onConflict((conflict) => conflict.column('brand_id').doUpdateSet(values))
      .execute()
    await recordEvent(tx, 'report_branding.changed', { brandId, data: { fields: Object.keys(change) } })
    return readBrandLook(tx, brandId)
  })
}

function toColumns<Other extends object>(
  ctx: Context,
  { logo, ...others }: Other & { logo?: z.output<typeof Logo> | null | undefined },
) {
  const bytes = logo ? Buffer.from(logo.data, 'base64') : null
  if (logo && bytes && !isOfType(bytes, logo.type))
    throw invalid('logo.data', message('branding.general.mustBeAnImageOfType', { type: logo.type }))
  return {
    ...others,
    ...(logo !== undefined && { logo: bytes, logo_type: logo?.type ?? null }),
    updated_at: ctx.now(),
  }
}

/** Compares the first bytes, so that a browser never has to guess what a file is. */
function isOfType(bytes: Buffer, type: (typeof logoTypes)[number]): boolean {
  if (type === 'image/png') return bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))
  if (type === 'image/jpeg') return bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))
  return (
    bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP'
  )
}

/** Returns the contrast ratio of WCAG 2.2. */
function contrastToWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
