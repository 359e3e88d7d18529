/**
 * Proposes facts from the structured data of the brand's own pages, as audits have read it. Each proposal names its page. A fact that
 * is known, or that a person rejected, is not proposed again.
 */
import { z } from 'zod'
import { type FactKind, factKinds, valueTypes } from '../../vocabulary/facts.ts'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { recordEvent } from '../core/events.ts'
import { normalizeName } from '../core/fields.ts'
import { lockOrganization } from '../plans/plans.ts'
import { insertFacts, maxFacts } from './change-facts.ts'
import { listFacts, NewFact } from './facts.ts'

const MarkedUp = z.array(
  z.object({
    kind: z.enum(factKinds),
    subject: z.string(),
    value: z.union([z.number(), z.string()]),
    unit: z.string().nullable(),
  }),
)
type MarkedUp = z.output<typeof MarkedUp>[number]

const maxProposed = 50

/** Returns the number of new proposals, and how many pages with structured data were read. */
export function proposeFacts(ctx: Context, brand: Brand): Promise<{ proposed: number; pages: number }> {
  return transaction(ctx, async (tx) => {
    await lockOrganization(tx)
    const known = await listFacts(tx, brand.id)
    const seen = new Set(known.map((fact) => keyOf(fact)))
    const room = Math.min(maxProposed, maxFacts - known.filter(({ status }) => status !== 'rejected').length)
    const pages = await listMarkedUp(tx, brand.id)
    const proposals = pages
      .flatMap(({ url, facts }) => facts.flatMap((fact) => toProposal(fact, url, brand.name) ?? []))
      .filter((fact) => !seen.has(keyOf(fact)) && seen.add(keyOf(fact)))
      .slice(0, room)
    if (proposals.length > 0) {
      await insertFacts(tx, brand, proposals)
      await recordEvent(tx, 'facts.proposed', { brandId: brand.id, data: { facts: proposals.length } })
    }
    return { proposed: proposals.length, pages: pages.length }
  })
}

async function listMarkedUp({ db }: Context, brandId: string) {
  const rows = await db
    .selectFrom('site_pages')
    .select(['url', 'facts'])
    .where('brand_id', '=', brandId)
    .orderBy('url')
    .execute()
  return rows
    .map(({ url, facts }) => ({ url, facts: MarkedUp.parse(facts) }))
    .filter(({ facts }) => facts.length > 0)
}

const keyOf = ({ kind, subject, value }: { kind: string; subject: string; value: unknown }) =>
  JSON.stringify([kind, normalizeName(subject), value])

function toProposal({ kind, subject, value, unit }: MarkedUp, url: string, brand: string): NewFact | null {
  const { data } = NewFact.safeParse({
    kind,
    subject,
    statement: statements[kind]?.({ brand, subject, value, unit }) ?? `${subject}: ${value}`,
    value,
    unit,
    source_url: url,
    status: 'proposed',
  })
  return data && valueTypes[kind].some((type) => type === typeof value) ? data : null
}

type Named = { brand: string; subject: string; value: string | number; unit: string | null }

/** The sentence of a proposal is in English, because facts are compared by their words; a person edits it before the approval. */
const statements: Partial<Record<FactKind, (of: Named) => string>> = {
  price: ({ subject, value, unit }) => `${subject} costs ${value} ${unit ?? ''}.`.replace(' .', '.'),
  founding_year: ({ brand, value }) => `${brand} was founded in ${value}.`,
  headquarters: ({ brand, value }) => `${brand} has its headquarters in ${value}.`,
  person: ({ brand, subject, value }) => `${value} is ${subject} of ${brand}.`,
}
