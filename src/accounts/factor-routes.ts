/** Second factors of the signed-in person. */
import { z } from 'zod'
import { Line } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { NoContent } from '../http/route.ts'
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
import { personRoute } from './person-route.ts'
import { getSignedIn } from './sessions.ts'
import { beginTotp } from './totp.ts'

const RecoveryCodes = z.array(z.string()).describe('Returned only here. Each works once.')
const NewRecoveryCodes = RecoveryCodes.nullable().describe(
  'Recovery codes, if the person had none. They are returned only here, and each works once.',
)
const passkeyId = Uuid.describe('Id of the passkey.')

export const factorRoutes = {
  'GET /api/auth/factors': personRoute('session', {
    summary: 'List your second factors',
    description:
      'The authenticator app, passkeys and number of recovery codes of the person, and how they can confirm who they are.',
    returns: Factors,
    run: (ctx, { session }) => getFactors(ctx, session.userId),
  }),

  'POST /api/auth/totp': personRoute('recentSignIn', {
    summary: 'Set up an authenticator app',
    description:
      'Returns a secret for the app, as text and as an otpauth URI for a QR code. It replaces an earlier app once a code has confirmed it, within 10 minutes, in the same browser.',
    returns: z.object({ secret: z.string(), uri: z.string() }),
    run: async (ctx, { http, session }) => {
      const { user } = await getSignedIn(ctx, session)
      return beginTotp(ctx, http, user)
    },
  }),

  'POST /api/auth/totp/confirm': personRoute('recentSignIn', {
    summary: 'Confirm an authenticator app',
    description: 'The first code of the app makes it a second factor.',
    body: z.strictObject({ code: z.string().min(1).max(50) }),
    errors: ['conflict'],
    returns: z.object({ recovery_codes: NewRecoveryCodes }),
    run: async (ctx, { body, http, session }) => {
      const confirmed = { userId: session.userId, code: body.code }
      return { recovery_codes: await addTotp(ctx, http, confirmed) }
    },
  }),

  'DELETE /api/auth/totp': personRoute('recentSignIn', {
    summary: 'Remove the authenticator app',
    description: 'The last second factor gets 409 while an organization of the person requires one.',
    errors: ['not_found', 'conflict'],
    returns: NoContent,
    run: (ctx, { session }) => removeTotp(ctx, session.userId),
  }),

  'POST /api/auth/recovery-codes': personRoute('recentSignIn', {
    summary: 'Create recovery codes',
    description: 'The earlier codes stop working.',
    errors: ['conflict'],
    returns: z.object({ recovery_codes: RecoveryCodes }),
    run: async (ctx, { session }) => ({ recovery_codes: await createRecoveryCodes(ctx, session.userId) }),
  }),

  'POST /api/auth/passkeys/options': personRoute('recentSignIn', {
    summary: 'Get the options to create a passkey',
    description: `Returns PublicKeyCredentialCreationOptions as JSON, for \`navigator.credentials.create\`. They are valid for five minutes and once, in the same browser.`,
    errors: ['conflict', 'not_configured'],
    returns: z.object({ options: CredentialJson }),
    run: async (ctx, { http, session }) => {
      const { user } = await getSignedIn(ctx, session)
      return { options: await beginRegistration(ctx, http, user) }
    },
  }),

  'POST /api/auth/passkeys': personRoute('recentSignIn', {
    summary: 'Add a passkey',
    description: 'Send the JSON of the PublicKeyCredential that the browser created.',
    body: z.strictObject({ name: Line(100), passkey: CredentialJson }),
    errors: ['conflict', 'not_configured'],
    returns: z.object({ passkey: Passkey, recovery_codes: NewRecoveryCodes }),
    status: 201,
    run: async (ctx, { body, http, session }) => {
      return addPasskey(ctx, http, {
        userId: session.userId,
        name: body.name,
        credential: body.passkey,
      })
    },
  }),

  'PATCH /api/auth/passkeys/:passkey': personRoute('change', {
    summary: 'Rename a passkey',
    description: 'The name is for the person alone.',
    params: { passkey: passkeyId },
    body: z.strictObject({ name: Line(100) }),
    errors: ['not_found'],
    returns: Passkey,
    run: async (ctx, { params, body, session }) => {
      return changePasskeyName(ctx, session.userId, {
        id: params.passkey,
        name: body.name,
      })
    },
  }),

  'DELETE /api/auth/passkeys/:passkey': personRoute('recentSignIn', {
    summary: 'Remove a passkey',
    description:
      'It no longer signs the person in. The last second factor gets 409 while an organization of the person requires one.',
    params: { passkey: passkeyId },
    errors: ['not_found', 'conflict'],
    returns: NoContent,
    run: (ctx, { params, session }) => removePasskey(ctx, session.userId, params.passkey),
  }),
}
