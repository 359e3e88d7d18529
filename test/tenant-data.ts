/** Organizations with one row of every kind. */
import { z } from 'zod'
import { newId } from '../src/core/ids.ts'
import { type Client, createClientFor, type Reply, type TestService } from './support.ts'
import { authenticatedRoutes, getSlots, requestWith } from './tenant-requests.ts'
import {
  insertAlert,
  insertAudit,
  insertGrant,
  insertNotification,
  insertOpportunity,
  insertPage,
  insertSearch,
  insertSource,
  insertSuggestion,
} from './tenant-rows.ts'

export type TenantData = {
  owner: Client
  /** Authenticates with a session or an API key, as the address requires. */
  send: Client['call']
  /** Sends a message to the MCP server. */
  sendMcp(message: string): Promise<Reply>
  ids: Record<string, string>
  slug: string
}

/** Creates an organization with one row of every kind. Every name contains `word`, so that a test can find leaks. */
export async function createTenantData(service: TestService, word: string): Promise<TenantData> {
  const client = await service.signUp(`${word} Owner`)
  const organization = await client.ok('PATCH /api/organization', { name: `${word} Ltd` })
  const brand = await client.ok('POST /api/brands', {
    name: word,
    domain: `${word}.com`,
    aliases: [`${word} One`],
  })
  const tracked = await createTracked(client, brand.id, word)
  const members = await createMembers(service, client, word)
  const { key } = await client.ok('POST /api/api-keys', { name: `${word} key` })
  const serviceAccount = await client.ok('POST /api/service-accounts', {
    name: `${word} Service`,
    role: 'viewer',
  })
  const answered = await createAnswer(service, client, brand.id)
  const ids = {
    brand: brand.id,
    ...tracked,
    ...members,
    ...answered,
    key: key.id,
    serviceAccount: serviceAccount.id,
    organization: organization.id,
    grant: await insertGrant(service, client, word),
    candidate: await insertSuggestion(service, brand.id, word),
    opportunity: await insertOpportunity(service, brand.id, word, tracked),
    audit: await insertAudit(service, brand.id, word),
    alert: await insertAlert(service, brand.id, word),
    page: await insertPage(service, brand.id, word),
    source: await insertSource(service, brand.id, answered.answer, word),
    search: await insertSearch(service, brand.id, answered.answer, word),
    ...(await createChannel(client, word)),
    notification: await insertNotification(service, client, brand.id, word),
    ...(await createReport(client, brand.id, word)),
    ...(await createSso(client, word)),
  }
  return { owner: client, ...(await createSenders(client, word)), ids, slug: brand.slug }
}

async function createSenders(client: Client, word: string): Promise<Pick<TenantData, 'send' | 'sendMcp'>> {
  const { token } = await client.ok('POST /api/api-keys', { name: `${word} key of the tests` })
  const authorization = `Bearer ${token}`
  return {
    send: (address, body, headers) =>
      client.call(address, body, {
        ...headers,
        ...(/ \/api\/(v1|mcp)\//.test(address) && { authorization }),
      }),
    sendMcp: (message) =>
      client.call('POST /api/mcp', message, {
        authorization,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      }),
  }
}

async function createTracked(client: Client, brandId: string, word: string) {
  const add = async (part: string, name: string): Promise<string> =>
    (await client.ok(`POST /api/brands/${brandId}/${part}`, { name })).id
  const topic = await add('topics', `${word} Topic`)
  const persona = await client.ok(`POST /api/brands/${brandId}/personas`, {
    name: `${word} Persona`,
    instruction: 'I run a bakery with ten employees.',
  })
  const prompt = await client.ok('POST /api/prompts', {
    brand_id: brandId,
    topic_id: topic,
    persona_id: persona.id,
    text: `What do people say about ${word}?`,
  })
  const view = await client.ok(`POST /api/brands/${brandId}/views`, {
    name: `${word} View`,
    search: 'days=7',
  })
  const competitor = await add('competitors', `${word} Competitor`)
  const rule = await client.ok(`POST /api/brands/${brandId}/alert-rules`, {
    kind: 'competitor_changed',
    competitor_id: competitor,
  })
  return {
    competitor,
    alertRule: String(rule.id),
    product: await add('products', `${word} Product`),
    topic,
    persona: String(persona.id),
    prompt: String(prompt.id),
    view: String(view.id),
    logSource: String(
      (await client.ok(`POST /api/brands/${brandId}/log-sources`, { sender: 'other', name: `${word} Log` }))
        .source.id,
    ),
    connection: String(
      (await client.ok(`POST /api/brands/${brandId}/connections`, { kind: 'bing', key: `${word} key` })).id,
    ),
    goal: String(
      (
        await client.ok(`POST /api/brands/${brandId}/goals`, {
          name: `${word} Goal`,
          kind: 'page',
          pattern: '/thanks',
        })
      ).id,
    ),
    fileImport: String(
      (
        await client.ok(`POST /api/brands/${brandId}/file-imports`, {
          file_name: `${word}.csv`,
          content: Buffer.from(`Page,Citations\nhttps://example.com/${word},1`).toString('base64'),
          first_day: '2026-01-01',
          last_day: '2026-01-31',
        })
      ).id,
    ),
    keywordFile: await uploadKeywords(client, brandId, word),
    action: String(
      (
        await client.ok(`POST /api/brands/${brandId}/actions`, {
          kind: 'other',
          title: `${word} Action`,
          day: '2026-01-01',
        })
      ).id,
    ),
    note: String(
      (await client.ok(`POST /api/brands/${brandId}/notes`, { day: '2026-01-01', text: `${word} Note` })).id,
    ),
  }
}

async function uploadKeywords(client: Client, brandId: string, word: string): Promise<string> {
  const url = `POST /api/brands/${brandId}/keyword-files?file_name=${word}.txt`
  const { body } = await client.call(url, `${word} price`, { 'content-type': 'text/plain' })
  return z.object({ id: z.string() }).parse(body).id
}

/** Creates an open invitation, and a member who has accepted one. */
async function createMembers({ app }: TestService, client: Client, word: string) {
  const invite = (name: string) =>
    client.ok('POST /api/invitations', { email: `${word}-${name}-${newId()}@example.com`, role: 'viewer' })
  const open = await invite('open')
  const accepted = await invite('accepted')
  const account = { email: accepted.invitation.email, password: 'correct horse battery' }
  const { user } = await createClientFor(app, account).ok(`POST /api/invitations/${accepted.token}/accept`, {
    name: `${word} Viewer`,
    password: account.password,
  })
  return { invitation: open.invitation.id, user: user.id }
}

/** Creates a published report on the day of the answer, with a link, a schedule and a template. */
async function createReport(client: Client, brandId: string, word: string) {
  const { items } = await client.ok(`GET /api/answers?brand_id=${brandId}&limit=1`)
  const day = String(items[0].answered_at).slice(0, 10)
  const report = await client.ok('POST /api/reports', {
    brand_ids: [brandId],
    date_from: day,
    date_to: day,
    title: `${word} Report`,
  })
  await client.ok(`POST /api/reports/${report.id}/publish`)
  const { link } = await client.ok(`POST /api/reports/${report.id}/links`, { name: `${word} Link` })
  const schedule = await client.ok('POST /api/report-schedules', {
    brand_ids: [brandId],
    frequency: 'monthly',
    title: `${word} Schedule`,
  })
  const template = await client.ok('POST /api/report-templates', {
    name: `${word} Template`,
    sections: [{ section: 'trend' }],
  })
  return {
    report: String(report.id),
    share_link: String(link.id),
    report_schedule: String(schedule.id),
    report_template: String(template.id),
  }
}

/** Creates a domain, which is not verified, and a rule for roles. */
async function createSso(client: Client, word: string) {
  const domain = await client.ok('POST /api/sso/domains', { domain: `${word.toLowerCase()}.com` })
  const rule = await client.ok('POST /api/sso/rules', { group: `${word} Group`, role: 'viewer' })
  return { ssoDomain: String(domain.id), ssoRule: String(rule.id) }
}

/** Returns the ids of a channel and of its delivery, a test that fails without SMTP. */
async function createChannel(client: Client, word: string): Promise<{ channel: string; delivery: string }> {
  const { channel } = await client.ok('POST /api/channels', {
    kind: 'email',
    name: `${word} Channel`,
    recipients: [`${word.toLowerCase()}@example.com`],
  })
  await client.ok(`POST /api/channels/${channel.id}/test`)
  const { items } = await client.ok(`GET /api/channels/${channel.id}/deliveries`)
  return { channel: channel.id, delivery: items[0].id }
}

/** Runs the brand until there is an answer, because simulated engines sometimes return none. */
async function createAnswer(
  service: TestService,
  client: Client,
  brandId: string,
): Promise<{ job: string; answer: string }> {
  for (let runs = 0; runs < 5; runs += 1) {
    const { jobId } = await client.ok('POST /api/tracking/check', {
      brandId,
      platforms: ['chatgpt'],
    })
    await service.work()
    await service.work()
    const { items } = await client.ok(`GET /api/answers?brand_id=${brandId}`)
    if (items.length > 0) return { job: jobId, answer: items[0].id }
  }
  throw new Error('The engine returned no answer in five runs')
}

/** Returns the responses of an organization to every GET route, by address. */
export async function readEverything({
  send,
  ids,
}: TenantData): Promise<Record<string, { status: number; text: string }>> {
  const replies: Record<string, { status: number; text: string }> = {}
  for (const { address, route } of authenticatedRoutes) {
    // The request of an app is open in one browser only.
    if (!address.startsWith('GET ') || address === 'GET /api/consents/:uid') continue
    const slots = getSlots(address, route).filter((slot) => slot.isRequired)
    const { url } = requestWith(address, route, slots, ({ kind }) => ids[kind] ?? '')
    const { status, text } = await send(url)
    // Changes with every request.
    replies[address] = { status, text: text.replace(/"last_used_at":("[^"]*"|null)/g, '') }
  }
  return replies
}
