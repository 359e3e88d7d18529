/** Inserts rows of an organization that no request creates, or only a job. */
import { sql } from 'kysely'
import { createGrant } from '../src/accounts/grants.ts'
import { systemContext, transaction } from '../src/core/context.ts'
import { newId } from '../src/core/ids.ts'
import { notify } from '../src/notifications/notify.ts'
import type { GapData } from '../src/opportunities/source-data.ts'
import { getSearchKeys } from '../src/search-queries/search-key.ts'
import type { AlertKind } from '../vocabulary/alerts.ts'
import type { Client, SharedService } from './support.ts'

export async function insertSuggestion(
  { base }: SharedService,
  brandId: string,
  word: string,
): Promise<string> {
  const id = newId()
  await base.db
    .insertInto('competitor_suggestions')
    .values({
      brand_id: brandId,
      id,
      name: `${word} Candidate`,
      normalized_name: 'candidate',
      answers: 3,
      prompts: 2,
      platforms: ['chatgpt'],
      first_day: '2026-01-01',
      last_day: '2026-01-01',
      examples: '[]',
      updated_at: new Date(),
    })
    .execute()
  return id
}

export async function insertOpportunity(
  { base }: SharedService,
  brandId: string,
  word: string,
  { prompt, competitor }: { prompt: string; competitor: string },
): Promise<string> {
  const id = newId()
  await base.db
    .insertInto('opportunities')
    .values({
      brand_id: brandId,
      id,
      prompt_id: prompt,
      title: JSON.stringify(`${word} Opportunity`),
      description: JSON.stringify('Mentioned less often than others.'),
      type: 'owned',
      impact: 'low',
      opportunity_score: 20,
      source_data: JSON.stringify(sourceData(word, competitor)),
      // A run may have created an open one for the same prompt.
      status: 'dismissed',
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute()
  return id
}

export async function insertAudit({ base }: SharedService, brandId: string, word: string): Promise<string> {
  const id = newId()
  await base.db
    .insertInto('jobs')
    .values({ brand_id: brandId, id, kind: 'audit', status: 'completed', input: '{}', actor_kind: 'system' })
    .execute()
  const url = `https://${word.toLowerCase()}.example/`
  await base.db
    .insertInto('site_audits')
    .values({ brand_id: brandId, id, url, pages: 1, score: 50, created_at: new Date() })
    .execute()
  return id
}

export async function insertAlert(
  { base }: SharedService,
  brandId: string,
  word: string,
  kind: AlertKind = 'run_failed',
): Promise<string> {
  const id = newId()
  await base.db
    .insertInto('alerts')
    .values({
      brand_id: brandId,
      id,
      cause: kind,
      kind,
      topic: kind,
      severity: 'high',
      title: JSON.stringify(`${word} Alert`),
      day: '2026-01-01',
      last_day: '2026-01-01',
      items: '[]',
      status: 'open',
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute()
  return id
}

/** Returns the id of the grant of an app that the client connected. */
export async function insertGrant({ base }: SharedService, client: Client, word: string): Promise<string> {
  const { id: organizationId } = await client.ok('GET /api/organization')
  const { user } = await client.ok('GET /api/auth/get-session')
  return transaction(systemContext(base, organizationId), (tx) =>
    createGrant(tx, {
      userId: user.id,
      clientId: 'client',
      clientName: `${word} App`,
      redirectUri: 'http://127.0.0.1/',
      scopes: ['read'],
      brandIds: null,
    }),
  )
}

/** Returns the URL of a cited page. */
export async function insertPage({ base }: SharedService, brandId: string, word: string): Promise<string> {
  const url = `https://${word.toLowerCase()}.example/read/about`
  await base.db
    .insertInto('domains')
    .values({ brand_id: brandId, id: 0, host: new URL(url).host, registrable: '' })
    .execute()
  await base.db.insertInto('urls').values({ brand_id: brandId, id: 1, domain_id: 0, url }).execute()
  return url
}

/** Returns a search that the engine ran for the answer. */
export async function insertSearch(
  { base }: SharedService,
  brandId: string,
  answerId: string,
  word: string,
): Promise<string> {
  const search = `${word}-reviews`
  await sql`
    update answers set searches = ${[search]}::text[], search_keys = ${getSearchKeys([search])}::bigint[]
    where brand_id = ${brandId} and id = ${answerId}`.execute(base.db)
  return search
}

/** Returns the domain of a source that the answer cites. */
export async function insertSource(
  { base }: SharedService,
  brandId: string,
  answer: string,
  word: string,
): Promise<string> {
  const domain = `${word.toLowerCase()}-source.example`
  const { day } = await base.db
    .selectFrom('answers')
    .select('day')
    .where('brand_id', '=', brandId)
    .where('id', '=', answer)
    .executeTakeFirstOrThrow()
  await base.db
    .insertInto('domains')
    .values({ brand_id: brandId, id: 2, host: domain, registrable: domain })
    .execute()
  await base.db
    .insertInto('urls')
    .values({ brand_id: brandId, id: 3, domain_id: 2, url: `https://${domain}/` })
    .execute()
  await base.db
    .insertInto('answer_citations')
    .values({
      brand_id: brandId,
      answer_id: answer,
      position: 1_000,
      url_id: 3,
      domain_id: 2,
      day,
      cited: true,
      category: 'other',
    })
    .execute()
  return domain
}

/** Returns the id of a notification about the brand in the inbox of the client. */
export async function insertNotification(
  { base }: SharedService,
  client: Client,
  brandId: string,
  word: string,
): Promise<string> {
  const { id: organizationId } = await client.ok('GET /api/organization')
  const id = await transaction(systemContext(base, organizationId), (tx) =>
    notify(tx, {
      brandId,
      kind: 'alert',
      key: 'tenant data',
      message: {
        title: `${word} Notification`,
        summary: [],
        facts: [],
        sections: [],
        action: { label: 'Open', path: '/' },
      },
    }),
  )
  if (id === null) throw new Error('The notification exists already')
  return id
}

function sourceData(word: string, competitorId: string): GapData {
  const side = { named: 1, cited: 0, mention_rate_pct: 50, avg_visibility_score: 30, avg_position: 1 }
  const leader = { competitor_id: competitorId, name: `${word} Competitor` }
  return {
    kind: 'gap',
    window: { date_from: '2026-01-01', date_to: '2026-01-30' },
    simulated: true,
    answers: 2,
    missed: 1,
    behind: 0,
    certainty: 'directional',
    gap_pct: 20,
    gap: { points: 20, interval: { low: -10, high: 50, level: 0.95, method: 'wilson' }, leader },
    brand: { name: word, ...side },
    competitors: [{ ...leader, ...side }],
    volume: null,
    volume_detail: null,
    intent: null,
    keywords: [],
    source_categories: [],
    sources: [],
    evidence_answer_ids: [],
    score_parts: { gap: 10, certainty: 0, volume: null, intent: 10, sources: 0 },
  }
}
