/**
 * What the stored texts of cited pages (cited-pages/) state about facts, by the same rules as answers. A job compares the pages that
 * wrong and outdated answers cite. It compares a text with a fact once: again only when the text, the facts or the names change.
 */
import { sql } from 'kysely'
import type { Verdict } from '../../vocabulary/claims.ts'
import { isCounted } from '../answers/scope.ts'
import { type Brand, getBrand } from '../brands/brands.ts'
import { listEntities } from '../brands/entities.ts'
import { type Context, transaction } from '../core/context.ts'
import { daysAfter } from '../core/days.ts'
import { timeSlicer } from '../core/yield-to-event-loop.ts'
import { insertJsonRows } from '../db/insert-json-rows.ts'
import { type FactRow, listFacts, toFact } from './facts.ts'
import { lockIds } from './lock-ids.ts'
import { comparePage, createFactMatcher } from './matching.ts'

/** Only this many pages per fact are compared, those that most wrong and outdated answers cite. */
export const mostPages = 30
/** The same days as the evidence of opportunities. */
const windowDays = 30
/** The rest of a longer page is not compared. */
const maxCharacters = 100_000
const maxQuote = 500

/** A page cited by answers that have a wrong or outdated claim about the fact. */
export type CitedFor = { fact_id: string; url_id: number; url: string }

export type PageClaim = CitedFor & { verdict: Verdict; quote: string | null; read_at: Date }

/** Returns how many pages of wrong and outdated answers have a stored text. */
export async function compareCitedPages(
  ctx: Context,
  brandId: string,
  { signal }: { signal?: AbortSignal | undefined },
): Promise<number> {
  const brand = await getBrand(ctx, brandId)
  const facts = await listFacts(ctx, brand.id, 'approved')
  const cited = facts.length === 0 ? [] : await listCitedForWrong(ctx, brand.id)
  const claims = await findPageClaims(ctx, brand, facts, cited, {
    signal,
    save: (found, hash) => savePageClaims(ctx, brand, found, hash),
  })
  await deleteOthers(ctx, brand.id, claims)
  return new Set(claims.map(({ url_id }) => url_id)).size
}

type FindOptions = {
  signal?: AbortSignal | undefined
  /** Stores what was found on a page. */
  save?(found: readonly PageClaim[], textHash: string): Promise<void>
}

/** Returns what the pages state about the facts, also `not_stated`. Omits pages without a stored text. */
export async function findPageClaims(
  ctx: Context,
  brand: Brand,
  facts: readonly FactRow[],
  cited: readonly CitedFor[],
  { signal, save }: FindOptions = {},
): Promise<PageClaim[]> {
  const stored = await listStoredPages(ctx, cited)
  const known = await listKnown(ctx, brand, cited)
  const competitors = stored.size === 0 ? [] : await listEntities(ctx, 'competitors', brand.id)
  const pause = timeSlicer()
  const claims: PageClaim[] = []
  for (const [url, pairs] of Map.groupBy(cited, (each) => each.url)) {
    const page = stored.get(url)
    if (!page) continue
    signal?.throwIfAborted()
    const { read_at } = page
    const missing: CitedFor[] = []
    for (const pair of pairs) {
      const claim = known.get(getKey(pair, page.text_hash))
      if (claim) claims.push({ ...pair, ...claim, read_at })
      else missing.push(pair)
    }
    const compared = missing.flatMap((pair) => facts.find(({ id }) => id === pair.fact_id) ?? [])
    const read = compared.length === 0 ? undefined : await findText(ctx, url)
    if (!read) continue
    await pause()
    const text = read.text.slice(0, maxCharacters)
    const matcher = createFactMatcher(compared.map(toFact), brand, competitors)
    const found = comparePage(matcher, text, read.language).flatMap(({ verdict, start, end }, index) => {
      const pair = missing.find(({ fact_id }) => fact_id === compared[index]?.id)
      const quote = start === null ? null : text.slice(start, end).slice(0, maxQuote).toWellFormed()
      return pair ? [{ ...pair, verdict, quote, read_at: read.read_at }] : []
    })
    await save?.(found, read.text_hash)
    claims.push(...found)
  }
  return claims
}

const getKey = ({ fact_id, url_id }: Pick<CitedFor, 'fact_id' | 'url_id'>, textHash: string) =>
  `${fact_id} ${url_id} ${textHash}`

type StoredPage = { text_hash: string; read_at: Date }

/** Pages are stored once for all brands, by the hash of their URL (cited-pages/). */
async function listStoredPages(
  { db }: Context,
  cited: readonly CitedFor[],
): Promise<Map<string, StoredPage>> {
  const urls = [...new Set(cited.map(({ url }) => url))]
  const { rows } = await sql<StoredPage & { url: string }>`
    select url, encode(text_hash, 'hex') as text_hash, read_at from web_pages
    where url_hash = any(array(select sha256(convert_to(given, 'UTF8')) from unnest(${urls}::text[]) given))
      and text is not null`.execute(db)
  return new Map(rows.map(({ url, ...page }) => [url, page]))
}

async function findText({ db }: Context, url: string) {
  const { rows } = await sql<StoredPage & { text: string; language: string | null }>`
    select text, encode(text_hash, 'hex') as text_hash, read_at, properties->>'language' as language from web_pages
    where url_hash = sha256(convert_to(${url}, 'UTF8')) and text is not null`.execute(db)
  return rows[0]
}

type KnownClaim = Pick<PageClaim, 'fact_id' | 'url_id' | 'verdict' | 'quote'> & { text_hash: string }

async function listKnown(
  { db }: Context,
  brand: Brand,
  cited: readonly CitedFor[],
): Promise<Map<string, Pick<PageClaim, 'verdict' | 'quote'>>> {
  const factIds = [...new Set(cited.map(({ fact_id }) => fact_id))]
  const { rows } = await sql<KnownClaim>`
    select fact_id, url_id, verdict, quote, encode(text_hash, 'hex') as text_hash from page_claims
    where brand_id = ${brand.id} and fact_id = any(${factIds}::uuid[])
      and facts_version = ${brand.facts_version} and names_version = ${brand.names_version}`.execute(db)
  return new Map(rows.map(({ verdict, quote, ...of }) => [getKey(of, of.text_hash), { verdict, quote }]))
}

/** Deletes what was stored about pages that are no longer cited for the fact, or have no stored text. */
async function deleteOthers({ db }: Context, brandId: string, kept: readonly PageClaim[]): Promise<void> {
  await sql`
    delete from page_claims
    where brand_id = ${brandId} and (fact_id, url_id) not in (
      select * from unnest(${kept.map(({ fact_id }) => fact_id)}::uuid[], ${kept.map(({ url_id }) => url_id)}::int8[])
    )`.execute(db)
}

/** For each approved fact, the pages that most of its wrong and outdated answers cite. */
async function listCitedForWrong({ db }: Context, brandId: string): Promise<CitedFor[]> {
  const { rows: days } = await sql<{ to: string | null }>`
    select max(day)::text as to from answers where brand_id = ${brandId}`.execute(db)
  const to = days[0]?.to ?? null
  if (to === null) return []
  const { rows } = await sql<CitedFor>`
    select fact_id, url_id, urls.url
    from (
      select
        claims.fact_id, cited.url_id,
        row_number() over (partition by claims.fact_id order by count(distinct cited.answer_id) desc, cited.url_id) as number
      from claims
      join facts on facts.brand_id = ${brandId} and facts.id = claims.fact_id and facts.status = 'approved'
      join answers on answers.brand_id = ${brandId} and answers.id = claims.answer_id
      join answer_citations cited on cited.brand_id = ${brandId} and cited.answer_id = claims.answer_id and cited.cited
      where claims.brand_id = ${brandId} and claims.verdict in ('wrong', 'outdated') and ${isCounted(brandId)}
        and answers.day > ${daysAfter(to, -windowDays)}::date
      group by claims.fact_id, cited.url_id
    ) ranked
    join urls on urls.brand_id = ${brandId} and urls.id = ranked.url_id
    where number <= ${mostPages}
    order by url_id, fact_id`.execute(db)
  return rows
}

function savePageClaims(
  ctx: Context,
  { id, facts_version, names_version }: Brand,
  found: readonly PageClaim[],
  textHash: string,
): Promise<void> {
  return transaction(ctx, async (tx) => {
    // A fact can be deleted in the meantime.
    const factIds = found.map(({ fact_id }) => fact_id)
    const present = await lockIds(tx, 'facts', id, factIds)
    const rows = found
      .filter(({ fact_id }) => present.has(fact_id))
      .map(({ fact_id, url_id, verdict, quote }) => ({
        brand_id: id,
        fact_id,
        url_id,
        verdict,
        quote,
        text_hash: `\\x${textHash}`,
        facts_version,
        names_version,
      }))
    if (rows.length > 0)
      await sql`${insertJsonRows('page_claims', rows)}
        on conflict (brand_id, fact_id, url_id) do update set
          verdict = excluded.verdict, quote = excluded.quote, text_hash = excluded.text_hash,
          facts_version = excluded.facts_version, names_version = excluded.names_version`.execute(tx.db)
  })
}
