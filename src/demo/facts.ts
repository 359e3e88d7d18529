/** Approved facts of a demo brand, sentences that some of its answers have about them, and a cited page that states one outdated. */
import { sql } from 'kysely'
import { random } from '../../simulator/seeded-random.ts'
import type { Brand } from '../brands/brands.ts'
import { insertFacts } from '../claims/change-facts.ts'
import { listFacts, NewFact } from '../claims/facts.ts'
import { type Context, transaction } from '../core/context.ts'
import facts from './facts.json' with { type: 'json' }

/** The hosts of pages are invented names under .example, because the texts of pages are stored for all brands. */
type Entry = { facts: object[]; pages: { host: string; text: string }[]; sentences: string[] }

const entries: Partial<Record<string, Entry>> = facts

export async function fillFacts(ctx: Context, brand: Brand, industry: string): Promise<void> {
  if ((await listFacts(ctx, brand.id)).length > 0) return
  const inputs = (entries[industry]?.facts ?? []).map((fact) => NewFact.parse(fact))
  if (inputs.length > 0) await transaction(ctx, (tx) => insertFacts(tx, brand, inputs))
}

/** Stores texts of cited pages that state facts, as if they had been read. */
export async function fillPageTexts(ctx: Context, brand: Brand, industry: string): Promise<void> {
  for (const page of entries[industry]?.pages ?? []) await storeText(ctx, brand, page)
}

/** Stores the text of the page of a host that most answers cite. */
async function storeText(
  { db, now }: Context,
  { id }: Brand,
  { host, text }: Entry['pages'][number],
): Promise<void> {
  await sql`
    insert into web_pages (url_hash, url, state, read_at, text_hash, text)
    select
      sha256(convert_to(url, 'UTF8')), url, 'read', ${now()}::timestamptz, sha256(convert_to(${text}::text, 'UTF8')), ${text}::text
    from (
      select urls.url
      from domains
      join urls on urls.brand_id = domains.brand_id and urls.domain_id = domains.id
      join answer_citations cited on cited.brand_id = urls.brand_id and cited.url_id = urls.id and cited.cited
      where domains.brand_id = ${id} and domains.host = ${host}
      group by urls.url order by count(distinct cited.answer_id) desc, urls.url limit 1
    ) most_cited
    on conflict (url_hash) do nothing`.execute(db)
}

const share = 0.2

/** Adds a sentence about a fact to some answers that name the brand. */
export function addStatement(
  markdown: string,
  brand: Brand,
  { seed, key }: { seed: number; key: string },
): string {
  const sentences = Object.values(entries).flatMap((entry) =>
    (entry?.sentences ?? []).filter((sentence) => sentence.includes(brand.name)),
  )
  const draw = random(seed, 'demo claims', key)
  if (sentences.length === 0 || !markdown.includes(brand.name) || !draw.chance(share)) return markdown
  return `${markdown}\n\n${draw.pick(sentences)}`
}
