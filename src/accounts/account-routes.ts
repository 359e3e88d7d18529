/** The account page: a signed-in person reads and changes their own account. They need no organization. */
import { z } from 'zod'
import { notFound } from '../core/errors.ts'
import { Line } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { NoContent } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { emailTexts, notifyPerson } from './account-emails.ts'
import { deleteUser, setPassword } from './accounts.ts'
import { clearCookies } from './cookies.ts'
import { requestEmailChange, requestVerification } from './email-flows.ts'
import { Email, Password, ReauthenticationMethod } from './fields.ts'
import { listOwnOrganizations, OwnOrganization, switchOrganization } from './organizations.ts'
import { exportOwnData, OwnData } from './own-data.ts'
import { personRoute } from './person-route.ts'
import { reauthenticate } from './reauthenticate.ts'
import { CurrentSession, ListedSession, showCurrentSession, showListedSession } from './session-records.ts'
import { deleteSession, deleteSessions, getSignedIn, listSessions } from './sessions.ts'
import { beginEmailRequest } from './sign-in-limits.ts'
import { UserLanguage, updateUser } from './users.ts'

export const ownAccountRoutes = {
  'PATCH /api/auth/user': personRoute('change', {
    summary: 'Update the signed-in user',
    description: 'Changes the name, or the language of the dashboard; null is the language of the browser.',
    body: z.strictObject({ name: Line(100), language: UserLanguage }).partial(),
    returns: CurrentSession,
    run: async (ctx, { body, session }) => {
      await updateUser(ctx, session.userId, body)
      return showCurrentSession(await getSignedIn(ctx, session))
    },
  }),

  'DELETE /api/auth/user': personRoute('recentSignIn', {
    summary: 'Delete the account of the signed-in user',
    description:
      'Ends all memberships, sessions and API keys of the person. The only owner of an organization gets 409.',
    errors: ['conflict'],
    returns: NoContent,
    run: async (ctx, { http, session }) => {
      await deleteUser(ctx, session.userId)
      clearCookies(ctx, http)
    },
  }),

  'POST /api/auth/reauthenticate': personRoute('change', {
    summary: 'Confirm who you are',
    description: `Dangerous actions need a sign-in within the last 10 minutes; this counts as one. Send \`password\`, \`code\` of an authenticator app or a recovery code, or \`passkey\`; GET /api/auth/factors lists the methods of the person.`,
    body: ReauthenticationMethod,
    returns: NoContent,
    run: (ctx, { body, http, session }) => reauthenticate(ctx, http, session, body),
  }),

  'POST /api/auth/password': personRoute('recentSignIn', {
    summary: 'Change the password',
    description: `Ends all other sessions of the person and, if \`revoke_api_keys\`, revokes their API keys.`,
    body: z.strictObject({ password: Password, revoke_api_keys: z.boolean().default(false) }),
    returns: NoContent,
    run: async (ctx, { body, session }) => {
      const { user } = await getSignedIn(ctx, session)
      await setPassword(ctx, {
        userId: user.id,
        email: user.email,
        password: body.password,
        keepApiKeys: !body.revoke_api_keys,
        keepSession: session.id,
      })
      notifyPerson(ctx, user.id, {
        texts: emailTexts.passwordChanged,
        link: `${ctx.baseUrl}/forgot-password`,
      })
    },
  }),

  'POST /api/auth/email': personRoute('recentSignIn', {
    summary: 'Change the email address',
    description: `Sends a link to the new address, which the person opens to confirm it. The earlier address then gets a message with a link to undo the change for 72 hours. Without SMTP, the administrator changes the address with \`ansight user email\`.`,
    body: z.strictObject({ email: Email }),
    errors: ['not_configured'],
    returns: NoContent,
    run: async (ctx, { body, http, session }) => {
      const { user } = await getSignedIn(ctx, session)
      requestEmailChange(await beginEmailRequest(ctx, http, body.email), user, body.email)
    },
  }),

  'POST /api/auth/email/verify': personRoute('change', {
    summary: 'Request a link to confirm the email address',
    description: 'Sends the link to the address of the account.',
    errors: ['not_configured'],
    returns: NoContent,
    run: async (ctx, { http, session }) => {
      const { user } = await getSignedIn(ctx, session)
      requestVerification(await beginEmailRequest(ctx, http, user.email), user)
    },
  }),

  'GET /api/auth/sessions': personRoute('session', {
    summary: 'List your sessions',
    description: 'The browsers in which the person is signed in, the last used first.',
    returns: z.object({ items: z.array(ListedSession) }),
    run: async (ctx, { session }) => {
      const sessions = await listSessions(ctx, session.userId)
      return { items: sessions.map((each) => showListedSession(each, session.id)) }
    },
  }),

  'DELETE /api/auth/sessions/:session': personRoute('change', {
    summary: 'End one of your sessions',
    description: 'The next request of that browser gets 401.',
    params: { session: Uuid.describe('Id of the session.') },
    errors: ['not_found'],
    returns: NoContent,
    run: async (ctx, { params, session }) => {
      if (!(await deleteSession(ctx, session.userId, params.session)))
        throw notFound(message('accounts.sessions.noSuchSession'))
    },
  }),

  'POST /api/auth/sessions/end-others': personRoute('change', {
    summary: 'End all your other sessions',
    description: 'Signs the person out of every other browser.',
    returns: NoContent,
    run: (ctx, { session }) => deleteSessions(ctx, session.userId, { except: session.id }),
  }),

  'GET /api/auth/organizations': personRoute('session', {
    summary: 'List your organizations',
    description: 'The organizations of the person, by name.',
    returns: z.object({ items: z.array(OwnOrganization) }),
    run: async (ctx, { session }) => {
      const { userId, member } = session
      return { items: await listOwnOrganizations(ctx, userId, member?.organizationId ?? null) }
    },
  }),

  'POST /api/auth/organization': personRoute('change', {
    summary: 'Switch to another organization',
    description: 'The session then shows this organization of the person, and so does their next sign-in.',
    body: z.strictObject({ organization_id: Uuid }),
    errors: ['not_found'],
    returns: CurrentSession,
    run: async (ctx, { body, session }) => {
      await switchOrganization(ctx, session, body.organization_id)
      return showCurrentSession(await getSignedIn(ctx, session))
    },
  }),

  'GET /api/auth/export': personRoute('session', {
    summary: 'Export your own data',
    description:
      'Everything that Ansight stores about the person: the account, memberships, sessions, API keys and the entries of audit logs about their actions.',
    returns: OwnData,
    run: async (ctx, { session }) => exportOwnData(ctx, await getSignedIn(ctx, session)),
  }),
}
