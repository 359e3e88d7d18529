/** Second factors of the signed-in person. */
import { z } from 'zod'
import { Line } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { NoContent, route } from '../http/route.ts'
import { needsRecentSignIn, needsSession, requireRecentSession, requireSession } from './authenticate.ts'
import {
  addPasskey,
  addTotp,
  changePasskeyName,
  createRecoveryCodes,
  Factors,
  getFactors,
  removePasskey,
  removeTotp,
} from './factors.ts'
import { beginRegistration, CredentialJson, Passkey } from './passkeys.ts'
import { getSessionActor, getSignedIn } from './sessions.ts'
import { beginTotp } from './totp.ts'

const RecoveryCodes = z.array(z.string()).describe('Returned only here. Each works once.')
const NewRecoveryCodes = RecoveryCodes.nullable().describe(
  'Recovery codes, if the person had none. They are returned only here, and each works once.',
)
const passkeyId = Uuid.describe('Id of the passkey.')

export const factorRoutes = {
  'GET /api/auth/factors': route({
    access: 'none',
    summary: 'List your second factors',
    description:
      'The authenticator app, passkeys and number of recovery codes of the person, and how they can confirm who they are. Requires the session cookie.',
    errors: ['unauthorized'],
    returns: Factors,
    run: async (ctx, { http }) => {
      const { userId } = await requireSession(ctx, { ...http, changes: false })
      return getFactors(ctx, userId)
    },
  }),

  'POST /api/auth/totp': route({
    access: 'none',
    summary: 'Set up an authenticator app',
    description: `Returns a secret for the app, as text and as an otpauth URI for a QR code. It replaces an earlier app once a code has confirmed it, within 10 minutes, in the same browser. ${needsRecentSignIn}`,
    errors: ['unauthorized', 'csrf', 'reauthentication_required'],
    returns: z.object({ secret: z.string(), uri: z.string() }),
    run: async (ctx, { http }) => {
      const { user } = await getSignedIn(ctx, await requireRecentSession(ctx, http))
      return beginTotp(ctx, http, user)
    },
  }),

  'POST /api/auth/totp/confirm': route({
    access: 'none',
    summary: 'Confirm an authenticator app',
    description: `The first code of the app makes it a second factor. ${needsRecentSignIn}`,
    body: z.strictObject({ code: z.string().min(1).max(50) }),
    errors: ['unauthorized', 'csrf', 'reauthentication_required', 'conflict'],
    returns: z.object({ recovery_codes: NewRecoveryCodes }),
    run: async (ctx, { body, http }) => {
      const session = await requireRecentSession(ctx, http)
      const actor = getSessionActor(session)
      const confirmed = { userId: session.userId, code: body.code }
      return { recovery_codes: await addTotp({ ...ctx, actor }, http, confirmed) }
    },
  }),

  'DELETE /api/auth/totp': route({
    access: 'none',
    summary: 'Remove the authenticator app',
    description: `The last second factor gets 409 while an organization of the person requires one. ${needsRecentSignIn}`,
    errors: ['unauthorized', 'csrf', 'reauthentication_required', 'not_found', 'conflict'],
    returns: NoContent,
    status: 204,
    run: async (ctx, { http }) => {
      const session = await requireRecentSession(ctx, http)
      await removeTotp({ ...ctx, actor: getSessionActor(session) }, session.userId)
    },
  }),

  'POST /api/auth/recovery-codes': route({
    access: 'none',
    summary: 'Create recovery codes',
    description: `The earlier codes stop working. ${needsRecentSignIn}`,
    errors: ['unauthorized', 'csrf', 'reauthentication_required', 'conflict'],
    returns: z.object({ recovery_codes: RecoveryCodes }),
    run: async (ctx, { http }) => {
      const session = await requireRecentSession(ctx, http)
      const actor = getSessionActor(session)
      return { recovery_codes: await createRecoveryCodes({ ...ctx, actor }, session.userId) }
    },
  }),

  'POST /api/auth/passkeys/options': route({
    access: 'none',
    summary: 'Get the options to create a passkey',
    description: `Returns PublicKeyCredentialCreationOptions as JSON, for \`navigator.credentials.create\`. They are valid for five minutes and once, in the same browser. ${needsRecentSignIn}`,
    errors: ['unauthorized', 'csrf', 'reauthentication_required', 'conflict', 'not_configured'],
    returns: z.object({ options: CredentialJson }),
    run: async (ctx, { http }) => {
      const { user } = await getSignedIn(ctx, await requireRecentSession(ctx, http))
      return { options: await beginRegistration(ctx, http, user) }
    },
  }),

  'POST /api/auth/passkeys': route({
    access: 'none',
    summary: 'Add a passkey',
    description: `Send the JSON of the PublicKeyCredential that the browser created. ${needsRecentSignIn}`,
    body: z.strictObject({ name: Line(100), passkey: CredentialJson }),
    errors: ['unauthorized', 'csrf', 'reauthentication_required', 'conflict', 'not_configured'],
    returns: z.object({ passkey: Passkey, recovery_codes: NewRecoveryCodes }),
    status: 201,
    run: async (ctx, { body, http }) => {
      const session = await requireRecentSession(ctx, http)
      return addPasskey({ ...ctx, actor: getSessionActor(session) }, http, {
        userId: session.userId,
        name: body.name,
        credential: body.passkey,
      })
    },
  }),

  'PATCH /api/auth/passkeys/:passkey': route({
    access: 'none',
    summary: 'Rename a passkey',
    description: `The name is for the person alone. ${needsSession}`,
    params: { passkey: passkeyId },
    body: z.strictObject({ name: Line(100) }),
    errors: ['unauthorized', 'csrf', 'not_found'],
    returns: Passkey,
    run: async (ctx, { params, body, http }) => {
      const session = await requireSession(ctx, { ...http, changes: true })
      return changePasskeyName({ ...ctx, actor: getSessionActor(session) }, session.userId, {
        id: params.passkey,
        name: body.name,
      })
    },
  }),

  'DELETE /api/auth/passkeys/:passkey': route({
    access: 'none',
    summary: 'Remove a passkey',
    description: `It no longer signs the person in. The last second factor gets 409 while an organization of the person requires one. ${needsRecentSignIn}`,
    params: { passkey: passkeyId },
    errors: ['unauthorized', 'csrf', 'reauthentication_required', 'not_found', 'conflict'],
    returns: NoContent,
    status: 204,
    run: async (ctx, { params, http }) => {
      const session = await requireRecentSession(ctx, http)
      await removePasskey({ ...ctx, actor: getSessionActor(session) }, session.userId, params.passkey)
    },
  }),
}
