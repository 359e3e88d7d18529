/** Sessions as the API shows them, without their tokens. */
import { z } from 'zod'
import { Timestamp } from '../core/fields.ts'
import type { Session, SignedIn } from './sessions.ts'
import { EmailVerifiedBy, UserLanguage } from './users.ts'

const SessionFields = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  organization_id: z.uuid().nullable().describe('The organization that the session shows, if any.'),
  methods: z.array(z.string()).describe('How the person authenticated.'),
  authenticated_at: Timestamp.describe('When the person last authenticated.'),
  expires_at: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp.describe('When the session was last renewed, which use does at most once a day.'),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
})

/** A session in the list of a person's sessions. */
export const ListedSession = SessionFields.omit({ user_id: true }).extend({
  is_current: z.boolean(),
})

/** The session and its user, without the session's token. */
export const CurrentSession = z
  .object({
    session: SessionFields,
    user: z.object({
      id: z.uuid(),
      name: z.string(),
      email: z.string(),
      email_verified_by: EmailVerifiedBy.nullable().describe(
        'How the address was confirmed: by a link in an email, by an identity provider or by the administrator of the installation. Null: it is not confirmed.',
      ),
      language: UserLanguage.describe('Language of the dashboard; null is the language of the browser.'),
      created_at: Timestamp,
      updated_at: Timestamp,
    }),
  })
  .meta({ id: 'Session' })

/** Returns the session and its user as the API shows them, without the token. */
export function showCurrentSession({ session, user }: SignedIn): z.input<typeof CurrentSession> {
  return {
    session: showSession(session),
    user: {
      id: user.id,
      name: user.name,
      email: user.email,
      email_verified_by: user.emailVerifiedBy,
      language: user.language,
      created_at: user.createdAt.toISOString(),
      updated_at: user.updatedAt.toISOString(),
    },
  }
}

const showSession = (session: Session): z.input<typeof SessionFields> => ({
  id: session.id,
  user_id: session.userId,
  organization_id: session.organizationId,
  methods: session.methods,
  authenticated_at: session.authenticatedAt.toISOString(),
  expires_at: session.expiresAt.toISOString(),
  created_at: session.createdAt.toISOString(),
  updated_at: session.updatedAt.toISOString(),
  ip_address: session.ipAddress,
  user_agent: session.userAgent,
})

export function showListedSession(session: Session, currentId: string): z.input<typeof ListedSession> {
  const { user_id, ...fields } = showSession(session)
  return { ...fields, is_current: session.id === currentId }
}
