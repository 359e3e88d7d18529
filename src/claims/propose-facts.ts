/**
 * Proposes facts from what the stored pages of the brand's own site state, in their text and in their structured data. A fact that the
 * brand has, or that a person rejected, is not proposed again. A fact that pages state differently is one proposal, with the value of
 * most pages and the pages that contradict it.
 */
import { valueTypes } from '../../vocabulary/facts.ts'
import type { Brand } from '../brands/brands.ts'
import { listEntities } from '../brands/entities.ts'
import { type Context, transaction } from '../core/context.ts'
import { recordEvent } from '../core/events.ts'
import { normalizeName } from '../core/fields.ts'
import { timeSlicer } from '../core/yield-to-event-loop.ts'
import { lockOrganization } from '../plans/plans.ts'
import { insertFacts, maxFacts } from './change-facts.ts'
import type { ComparedFact } from './compared-fact.ts'
import { writeStatement } from './fact-statement.ts'
import { listFacts, NewFact, type OwnPage, toFact } from './facts.ts'
import { createFactFinder, subjectKey } from './matching.ts'
import { listOwnPages, type StoredPage } from './own-pages.ts'

const maxProposed = 50
const maxOwnPages = 10

type Stated = Pick<ComparedFact, 'kind' | 'subject' | 'value' | 'unit'> & {
  url: string
  language: string | null
  quote: string | null
}
type Proposal = NewFact & { own_pages: OwnPage[] }

/** Returns the number of new proposals, and how many own pages were read. */
export async function proposeFacts(ctx: Context, brand: Brand): Promise<{ proposed: number; pages: number }> {
  const pages = await listOwnPages(ctx, brand.id)
  const proposals = chooseProposals(await readPages(ctx, brand, pages), brand.name)
  const proposed = await transaction(ctx, async (tx) => {
    await lockOrganization(tx)
    const known = (await listFacts(tx, brand.id)).map((row) => ({ ...toFact(row), status: row.status }))
    const seen = new Set(
      known.flatMap((fact) =>
        fact.status === 'proposed' ? [subjectKey(fact), factKey(fact)] : [factKey(fact)],
      ),
    )
    const room = maxFacts - known.filter(({ status }) => status !== 'rejected').length
    const fresh = proposals
      .filter((fact) => !seen.has(subjectKey(fact)) && !seen.has(factKey(fact)))
      .slice(0, Math.max(0, Math.min(maxProposed, room)))
    if (fresh.length > 0) {
      await insertFacts(tx, brand, fresh)
      await recordEvent(tx, 'facts.proposed', { brandId: brand.id, data: { facts: fresh.length } })
    }
    return fresh.length
  })
  return { proposed, pages: pages.length }
}

async function readPages(ctx: Context, brand: Brand, pages: readonly StoredPage[]): Promise<Stated[]> {
  const find = createFactFinder(brand, await listEntities(ctx, 'competitors', brand.id))
  const pause = timeSlicer()
  const stated: Stated[] = []
  for (const { url, language, text, facts } of pages) {
    await pause()
    const inText = find(text, language)
    const inData = facts.map((fact) => ({ ...fact, quote: null }))
    for (const fact of [...inText, ...inData])
      stated.push({ ...fact, url, language: language ?? brand.language })
  }
  return stated
}

/** Returns one proposal for each kind and subject, those that most pages state first. */
function chooseProposals(stated: readonly Stated[], brand: string): Proposal[] {
  return [...Map.groupBy(stated, subjectKey).values()]
    .map((all) => {
      // Prices in another currency or period are other facts.
      const ofMorePrecise = all.toSorted((a, b) => (b.unit?.length ?? 0) - (a.unit?.length ?? 0))
      const [ofUnit = []] = byPages(ofMorePrecise, ({ unit }) => unit ?? '')
      const values = byPages(ofUnit, factKey)
      return { values, pages: countPages(values[0] ?? []) }
    })
    .toSorted((a, b) => b.pages - a.pages)
    .flatMap(({ values }) => toProposal(values, brand) ?? [])
}

/** Groups statements, the group of most pages first. */
const byPages = (stated: readonly Stated[], key: (fact: Stated) => string): Stated[][] =>
  [...Map.groupBy(stated, key)]
    .toSorted(([, a], [, b]) => countPages(b) - countPages(a))
    .map(([, group]) => group)

const countPages = (stated: readonly Stated[]) => new Set(stated.map(({ url }) => url)).size

/** `values`: the statements of each value, the chosen value first. */
function toProposal(values: readonly Stated[][], brand: string): Proposal | null {
  const [chosen = [], ...others] = values
  const first = chosen.find(({ quote }) => quote !== null) ?? chosen[0]
  if (!first) return null
  const { kind, subject, value, unit, url } = first
  const { data } = NewFact.safeParse({
    ...{ kind, subject, value, unit, source_url: url, status: 'proposed' },
    statement: writeStatement(first, brand, first.language),
  })
  if (!data || !valueTypes[kind].some((type) => type === typeof value)) return null
  const onePerPage = [first, ...chosen, ...others.flat()].map(
    (each) => [`${each.url} ${factKey(each)}`, each] as const,
  )
  const own_pages = [...new Map(onePerPage.toReversed()).values()]
    .toReversed()
    .slice(0, maxOwnPages)
    .map((each) => ({ url: each.url, value: chosen.includes(each) ? value : each.value, quote: each.quote }))
  return { ...data, own_pages }
}

/** Facts with the same key state the same, in any order of people and with or without the country of a place. */
function factKey({ kind, subject, value }: Pick<Stated, 'kind' | 'subject' | 'value'>): string {
  const parts =
    typeof value === 'string' ? value.split(/, | and | & | und | et | y /).map(normalizeName) : [value]
  return `${subjectKey({ kind, subject })} ${JSON.stringify(kind === 'headquarters' ? parts[0] : parts.toSorted())}`
}
