/** GitHub speaks OAuth 2.0 without OpenID Connect: the person and their addresses come from its API. */
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import type { OpenIdClient, OpenIdFailure } from './openid.ts'
import type { Person } from './person.ts'

const User = z.object({ id: z.number().int(), login: z.string(), name: z.string().nullish() })
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

export function githubClient({ config }: AppContext): OpenIdClient | null {
  const { GITHUB_URL, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET } = config
  if (GITHUB_CLIENT_ID === null || GITHUB_CLIENT_SECRET === null) return null
  return {
    issuer: GITHUB_URL,
    clientId: GITHUB_CLIENT_ID,
    clientSecret: GITHUB_CLIENT_SECRET,
    scope: 'read:user user:email',
    endpoints: {
      authorization_endpoint: `${GITHUB_URL}/login/oauth/authorize`,
      token_endpoint: `${GITHUB_URL}/login/oauth/access_token`,
    },
  }
}

/** Returns the person with their primary address, whose `verified` flag decides whether GitHub has verified it. */
export async function readGithubPerson(
  ctx: AppContext,
  accessToken: string,
): Promise<Person | OpenIdFailure> {
  const user = User.safeParse(await getJson(ctx, '/user', accessToken))
  const emails = Emails.safeParse(await getJson(ctx, '/user/emails', accessToken))
  if (!user.success || !emails.success)
    return { outcome: 'failed', detail: 'The API of GitHub did not return the person.' }
  const primary = emails.data.find(({ primary }) => primary)
  const { id, login, name } = user.data
  return {
    issuer: ctx.config.GITHUB_URL,
    subject: String(id),
    email: primary?.email.toLowerCase() ?? null,
    isEmailVerified: primary?.verified === true,
    name: name || login,
    claims: { ...user.data, emails: emails.data },
  }
}

async function getJson(ctx: AppContext, path: string, accessToken: string): Promise<unknown> {
  const { GITHUB_URL } = ctx.config
  const api = GITHUB_URL === 'https://github.com' ? 'https://api.github.com' : `${GITHUB_URL}/api/v3`
  const fetched = await guardedFetch(ctx, `${api}${path}`, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/vnd.github+json' },
  })
  if (fetched.outcome === 'failed' || fetched.status !== 200) return null
  try {
    return JSON.parse(fetched.body.toString())
  } catch {
    return null
  }
}
