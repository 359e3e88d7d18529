/**
 * Reads a person from an ID token. Providers differ in which addresses they verify: an address that the person or an administrator of
 * another organization typed in must not lead into an account.
 */
import { z } from 'zod'
import { Email } from '../accounts/fields.ts'

export type Person = {
  /** The issuer and the subject identify the person. */
  issuer: string
  subject: string
  email: string | null
  /** Whether the provider has verified that the address belongs to the person. */
  isEmailVerified: boolean
  name: string | null
  claims: Record<string, unknown>
}

const Claims = z.looseObject({ iss: z.string(), sub: z.string().min(1) })

/** Which rules say whether the address is the person's. `organization`: the provider of an organization, for its own domains. */
export type EmailPolicy = 'google' | 'microsoft' | 'organization'

export function readPerson(token: unknown, emailPolicy: EmailPolicy): Person {
  const claims = Claims.parse(token)
  const email = readEmail(claims, emailPolicy)
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    isEmailVerified: email !== null && verifiesEmail[emailPolicy](claims, email),
    name: readName(claims),
    claims,
  }
}

/** Microsoft Entra sends the address of a person without a mailbox as `preferred_username`. */
function readEmail(claims: Record<string, unknown>, emailPolicy: EmailPolicy): string | null {
  const given = claims.email ?? (emailPolicy === 'organization' ? claims.preferred_username : undefined)
  return Email.safeParse(given).data ?? null
}

const verifiesEmail: Record<EmailPolicy, (claims: Record<string, unknown>, email: string) => boolean> = {
  // Google is the authority for its own mailboxes and for those of Workspace domains only.
  google: ({ email_verified, hd }, email) =>
    email_verified === true && (email.endsWith('@gmail.com') || hd === getDomain(email)),
  // Any tenant can give its people any address. `xms_edov`: the tenant owns the domain of the address.
  microsoft: ({ xms_edov }) => [true, 1, '1', 'true'].includes(xms_edov as boolean),
  // The caller has checked that the organization controls the domain. A Google account that is not in the Workspace of the
  // domain can have an address of it as well.
  organization: ({ iss, email_verified, hd }, email) =>
    email_verified !== false && (iss !== 'https://accounts.google.com' || hd === getDomain(email)),
}

function readName(claims: Record<string, unknown>): string | null {
  const { name, given_name, family_name } = claims
  const full = [given_name, family_name].filter((part) => typeof part === 'string').join(' ')
  const text = (typeof name === 'string' ? name : full).trim().slice(0, 100)
  return text === '' ? null : text
}

/** Returns the groups in a claim, which is a list or a single name. */
export function readGroups(claims: Record<string, unknown>, name: string): string[] {
  const value = claims[name]
  const list = Array.isArray(value) ? value : [value]
  return list.filter((each) => typeof each === 'string')
}

export const getDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1)
