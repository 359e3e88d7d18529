/** Organizations, members and messages for the tests of notifications. */
import { sql } from 'kysely'
import { type Client, createClientFor, type SharedService } from '../../test/support.ts'
import type { AppContext } from '../core/context.ts'
import { type Context, systemContext } from '../core/context.ts'
import type { RenderedContent } from './content.ts'

export const exampleMessage: RenderedContent = {
  title: 'Visibility of Acme fell',
  summary: ['The score fell from 54 to 41.', 'The drop began on 18 November.'],
  facts: [{ label: 'Visibility score', value: '41.0', mark: { text: '▼ 13.0', tone: 'worse' } }],
  sections: [
    { heading: 'Answers', items: [{ text: 'Best running shoes?', detail: 'ChatGPT', path: '/answers/1' }] },
  ],
  action: { label: 'View answers', path: '/acme/answers' },
}

export async function organizationContext(service: SharedService, client: Client): Promise<Context> {
  const { id } = await client.ok('GET /api/organization')
  return systemContext(service.base, id)
}

export async function createBrandFor(client: Client, name: string): Promise<string> {
  const { id } = await client.ok('POST /api/brands', { name, domain: `${name.toLowerCase()}.com` })
  return id
}

/** Adds a member who can see only `brandIds`, or every brand if it is null, and returns their client and id. */
export async function addMember(
  service: SharedService,
  owner: Client,
  { role, brandIds }: { role: 'admin' | 'editor' | 'viewer' | 'client'; brandIds: string[] | null },
): Promise<Client & { userId: string }> {
  const email = `${crypto.randomUUID()}@example.com`
  const { token } = await owner.ok('POST /api/invitations', { email, role, brand_ids: brandIds })
  const account = { email, password: 'correct horse battery' }
  const client = createClientFor(service.app, account)
  const { user } = await client.ok(`POST /api/invitations/${token}/accept`, {
    name: role,
    password: account.password,
  })
  return { ...client, userId: user.id }
}

/** Confirms the addresses of all email channels, as their recipients would. */
export async function confirmRecipients({ db }: Pick<AppContext, 'db'>): Promise<void> {
  await sql`
    insert into confirmed_recipients (organization_id, email, confirmed_at)
    select distinct organization_id, recipient, now() from channels, unnest(recipients) recipient
    on conflict do nothing`.execute(db)
}
