/** Schemas of account fields. */
import { z } from 'zod'
import { roles, scopes } from '../../vocabulary/accounts.ts'
import { passwordMinLength } from '../../vocabulary/password-length.ts'
import { Uuid } from '../core/ids.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'

/** Addresses are stored and compared in lower case. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email({ error: localizedIssue(message('common.texts.mustBeAnEmailAddress')) }))

export const Password = z.string().min(passwordMinLength).max(128)

export const Role = z.enum(roles)

export const GrantScopes = z
  .array(z.enum(scopes))
  .min(1)
  .describe('What the app may do within the role of its user, as for API keys.')

export const Scopes = z
  .array(z.enum(scopes))
  .min(1)
  .nullable()
  .describe(
    'What the key may do within the role of its user. read: read everything that the role can. run: start and cancel runs, site audits and reanalyses. content: change prompts, topics, opportunities, reports and the rest of what a brand tracks. manage: members, engines, channels and settings. Each includes read. Null: everything that the role allows.',
  )

/** Null means every brand, present and future. */
export const BrandIds = z.array(Uuid).max(1000).nullable()

/** A second factor: a code of an authenticator app, a recovery code, or the JSON of a passkey's `PublicKeyCredential`. */
const factorFields = {
  code: z.string().min(1).max(50).optional(),
  passkey: z.record(z.string(), z.unknown()).optional(),
}
const oneField = { error: localizedIssue(message('accounts.fields.exactlyOneField')) }
const hasOneField = (fields: object) =>
  Object.values(fields).filter((value) => value !== undefined).length === 1

const codeExample = { examples: [{ code: '123456' }] }

export const FactorResponse = z.strictObject(factorFields).refine(hasOneField, oneField).meta(codeExample)
export type FactorResponse = z.output<typeof FactorResponse>

export const ReauthenticationMethod = z
  .strictObject({ password: z.string().min(1).max(128).optional(), ...factorFields })
  .refine(hasOneField, oneField)
  .meta(codeExample)
