/** The account page: a signed-in person reads and changes their own account. They need no organization. */
import { z } from 'zod'
import { notFound } from '../core/errors.ts'
import { Line } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { NoContent, route } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { emailTexts, notifyPerson } from './account-emails.ts'
import { deleteUser, setPassword } from './accounts.ts'
import { needsRecentSignIn, needsSession, requireRecentSession, requireSession } from './authenticate.ts'
import { clearCookies } from './cookies.ts'
import { requestEmailChange, requestVerification } from './email-flows.ts'
import { Email, Password, ReauthenticationMethod } from './fields.ts'
import { listOwnOrganizations, OwnOrganization, switchOrganization } from './organizations.ts'
import { exportOwnData, OwnData } from './own-data.ts'
import { reauthenticate } from './reauthenticate.ts'
import { CurrentSession, ListedSession, showCurrentSession, showListedSession } from './session-records.ts'
import { deleteSession, deleteSessions, getSessionActor, getSignedIn, listSessions } from './sessions.ts'
import { beginEmailRequest } from './sign-in-limits.ts'
import { UserLanguage, updateUser } from './users.ts'

export const ownAccountRoutes = {
  'PATCH /api/auth/user': route({
    access: 'none',
    summary: 'Update the signed-in user',
    description: `Changes the name, or the language of the dashboard; null is the language of the browser. ${needsSession}`,
    body: z.strictObject({ name: Line(100), language: UserLanguage }).partial(),
    errors: ['unauthorized', 'csrf'],
    returns: CurrentSession,
    run: async (ctx, { body, http }) => {
      const session = await requireSession(ctx, { ...http, changes: true })
      await updateUser(ctx, session.userId, body)
      return showCurrentSession(await getSignedIn(ctx, session))
    },
  }),

  'DELETE /api/auth/user': route({
    access: 'none',
    summary: 'Delete the account of the signed-in user',
    description: `Ends all memberships, sessions and API keys of the person. The only owner of an organization gets 409. ${needsRecentSignIn}`,
    errors: ['unauthorized', 'csrf', 'conflict', 'reauthentication_required'],
    returns: NoContent,
    status: 204,
    run: async (ctx, { http }) => {
      const session = await requireRecentSession(ctx, http)
      await deleteUser({ ...ctx, actor: getSessionActor(session) }, session.userId)
      clearCookies(ctx, http)
    },
  }),

  'POST /api/auth/reauthenticate': route({
    access: 'none',
    summary: 'Confirm who you are',
    description: `Dangerous actions need a sign-in within the last 10 minutes; this counts as one. Send \`password\`, \`code\` of an authenticator app or a recovery code, or \`passkey\`; GET /api/auth/factors lists the methods of the person. ${needsSession}`,
    body: ReauthenticationMethod,
    errors: ['unauthorized', 'csrf'],
    returns: NoContent,
    status: 204,
    run: async (ctx, { body, http }) => {
      const session = await requireSession(ctx, { ...http, changes: true })
      await reauthenticate(ctx, http, session, body)
    },
  }),

  'POST /api/auth/password': route({
    access: 'none',
    summary: 'Change the password',
    description: `Ends all other sessions of the person and, if \`revoke_api_keys\`, revokes their API keys. ${needsRecentSignIn}`,
    body: z.strictObject({ password: Password, revoke_api_keys: z.boolean().default(false) }),
    errors: ['unauthorized', 'csrf', 'reauthentication_required'],
    returns: NoContent,
    status: 204,
    run: async (ctx, { body, http }) => {
      const session = await requireRecentSession(ctx, http)
      const { user } = await getSignedIn(ctx, session)
      await setPassword(
        { ...ctx, actor: getSessionActor(session) },
        {
          userId: user.id,
          email: user.email,
          password: body.password,
          keepApiKeys: !body.revoke_api_keys,
          keepSession: session.id,
        },
      )
      notifyPerson(ctx, user.id, {
        texts: emailTexts.passwordChanged,
        link: `${ctx.baseUrl}/forgot-password`,
      })
    },
  }),

  'POST /api/auth/email': route({
    access: 'none',
    summary: 'Change the email address',
    description: `Sends a link to the new address, which the person opens to confirm it. The earlier address then gets a message with a link to undo the change for 72 hours. Without SMTP, the administrator changes the address with \`ansight user email\`. ${needsRecentSignIn}`,
    body: z.strictObject({ email: Email }),
    errors: ['unauthorized', 'csrf', 'reauthentication_required', 'not_configured'],
    returns: NoContent,
    status: 204,
    run: async (ctx, { body, http }) => {
      const session = await requireRecentSession(ctx, http)
      const { user } = await getSignedIn(ctx, session)
      requestEmailChange(await beginEmailRequest(ctx, http, body.email), user, body.email)
    },
  }),

  'POST /api/auth/email/verify': route({
    access: 'none',
    summary: 'Request a link to confirm the email address',
    description: `Sends the link to the address of the account. ${needsSession}`,
    errors: ['unauthorized', 'csrf', 'not_configured'],
    returns: NoContent,
    status: 204,
    run: async (ctx, { http }) => {
      const session = await requireSession(ctx, { ...http, changes: true })
      const { user } = await getSignedIn(ctx, session)
      requestVerification(await beginEmailRequest(ctx, http, user.email), user)
    },
  }),

  'GET /api/auth/sessions': route({
    access: 'none',
    summary: 'List your sessions',
    description:
      'The browsers in which the person is signed in, the last used first. Requires the session cookie.',
    errors: ['unauthorized'],
    returns: z.object({ items: z.array(ListedSession) }),
    run: async (ctx, { http }) => {
      const current = await requireSession(ctx, { ...http, changes: false })
      const sessions = await listSessions(ctx, current.userId)
      return { items: sessions.map((session) => showListedSession(session, current.id)) }
    },
  }),

  'DELETE /api/auth/sessions/:session': route({
    access: 'none',
    summary: 'End one of your sessions',
    description: `The next request of that browser gets 401. ${needsSession}`,
    params: { session: Uuid.describe('Id of the session.') },
    errors: ['unauthorized', 'csrf', 'not_found'],
    returns: NoContent,
    status: 204,
    run: async (ctx, { params, http }) => {
      const { userId } = await requireSession(ctx, { ...http, changes: true })
      if (!(await deleteSession(ctx, userId, params.session)))
        throw notFound(message('accounts.sessions.noSuchSession'))
    },
  }),

  'POST /api/auth/sessions/end-others': route({
    access: 'none',
    summary: 'End all your other sessions',
    description: `Signs the person out of every other browser. ${needsSession}`,
    errors: ['unauthorized', 'csrf'],
    returns: NoContent,
    status: 204,
    run: async (ctx, { http }) => {
      const { id, userId } = await requireSession(ctx, { ...http, changes: true })
      await deleteSessions(ctx, userId, { except: id })
    },
  }),

  'GET /api/auth/organizations': route({
    access: 'none',
    summary: 'List your organizations',
    description: 'The organizations of the person, by name. Requires the session cookie.',
    errors: ['unauthorized'],
    returns: z.object({ items: z.array(OwnOrganization) }),
    run: async (ctx, { http }) => {
      const { userId, member } = await requireSession(ctx, { ...http, changes: false })
      return { items: await listOwnOrganizations(ctx, userId, member?.organizationId ?? null) }
    },
  }),

  'POST /api/auth/organization': route({
    access: 'none',
    summary: 'Switch to another organization',
    description: `The session then shows this organization of the person, and so does their next sign-in. ${needsSession}`,
    body: z.strictObject({ organization_id: Uuid }),
    errors: ['unauthorized', 'csrf', 'not_found'],
    returns: CurrentSession,
    run: async (ctx, { body, http }) => {
      const session = await requireSession(ctx, { ...http, changes: true })
      await switchOrganization(ctx, session, body.organization_id)
      return showCurrentSession(await getSignedIn(ctx, session))
    },
  }),

  'GET /api/auth/export': route({
    access: 'none',
    summary: 'Export your own data',
    description:
      'Everything that Ansight stores about the person: the account, memberships, sessions, API keys and the entries of audit logs about their actions. Requires the session cookie.',
    errors: ['unauthorized'],
    returns: OwnData,
    run: async (ctx, { http }) => {
      const session = await requireSession(ctx, { ...http, changes: false })
      return exportOwnData(ctx, await getSignedIn(ctx, session))
    },
  }),
}
