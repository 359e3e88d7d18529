/** Organizations, members and messages for the tests of notifications. */
import { sql } from 'kysely'
import { type Client, createClientFor, type SharedService } from '../../test/support.ts'
import { createUser } from '../accounts/accounts.ts'
import { type AppContext, type Context, type Role, systemContext } from '../core/context.ts'
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
  { role, brandIds, name = role }: { role: Role; brandIds: string[] | null; name?: string },
): Promise<Client & { userId: string }> {
  const { id } = await owner.ok('GET /api/organization')
  const account = { email: `${crypto.randomUUID()}@example.com`, password: 'correct horse battery' }
  const ctx = systemContext(service.base, id)
  const { id: userId } = await createUser(ctx, { name, ...account, role, brandIds })
  const client = createClientFor(service.app, account)
  await client.ok('POST /api/auth/sign-in/email', account)
  return { ...client, userId }
}

/** Confirms the addresses of all email channels, as their recipients would. */
export async function confirmRecipients({ db }: Pick<AppContext, 'db'>): Promise<void> {
  await sql`
    insert into confirmed_recipients (organization_id, email, confirmed_at)
    select distinct organization_id, recipient, now() from channels, unnest(recipients) recipient
    on conflict do nothing`.execute(db)
}
