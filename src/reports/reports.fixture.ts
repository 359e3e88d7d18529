/** A brand with known answers in March 2026, and reports on it. */
import type { Client, Json, SharedService } from '../../test/support.ts'
import { newId } from '../core/ids.ts'
import { createTestBrand, type TestBrand } from '../metrics/answers.fixture.ts'
import { addRequests } from '../traffic/agent-requests.fixture.ts'

export const march = { date_from: '2026-03-01', date_to: '2026-03-31' }

/** Quilmar leads: two answers omit the brand. */
const answers = [
  { day: '2026-03-01', text: 'Quilmar is a great choice.', cites: ['https://www.pcmag.com/best-shoes'] },
  {
    day: '2026-03-02',
    text: 'Zorvex has excellent, outstanding cushioning. Quilmar is fine.',
    cites: ['https://zorvex.com/shoes'],
  },
  {
    day: '2026-03-03',
    text: 'Quilmar is first. Zorvex has excellent, outstanding cushioning.',
    platform: 'gemini',
  },
  { day: '2026-03-10', text: 'It depends.', cites: ['https://quilmar.com/shoes'] },
]

export async function createReportedBrand(service: SharedService): Promise<TestBrand> {
  const brand = await createTestBrand(service)
  for (const answer of answers) await brand.write({ prompt: brand.prompts.plain, ...answer })
  await brand.write({
    prompt: brand.prompts.branded,
    day: '2026-03-10',
    text: 'Zorvex is a disappointing choice and not recommended.',
  })
  return brand
}

/** Adds two requests of an AI agent and three visits of the page that an answer cites. */
export async function addTraffic({ ctx, brand }: TestBrand, day: string): Promise<void> {
  const onPage = { brand_id: brand.id, day }
  await addRequests(
    ctx,
    brand.id,
    [1, 2].map(() => ({ day, path: '/shoes' })),
  )
  const visit = { page: '/shoes', platform: 'chatgpt', visited_at: new Date(`${day}T10:00:00Z`) }
  await ctx.db
    .insertInto('visits')
    .values([1, 2, 3].map(() => ({ ...onPage, ...visit, id: newId() })))
    .execute()
}

export const createReport = ({ owner, brand }: TestBrand, more: object = {}): Promise<Json> =>
  owner.ok('POST /api/reports', { brand_ids: [brand.id], ...march, ...more })

/** Creates a link to a published report and returns its token. */
export async function share(owner: Client, reportId: string, link: object = {}): Promise<Json> {
  await owner.call(`POST /api/reports/${reportId}/publish`)
  return owner.ok(`POST /api/reports/${reportId}/links`, { name: 'Client', ...link })
}
