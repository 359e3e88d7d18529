/**
 * The context: the caller and the resources of the process, built once per request or job and passed as an argument.
 * There is no ambient state, so a query cannot omit the organization whose data it reads.
 */
import type { Logger } from 'pino'
import type { Scope } from '../../vocabulary/accounts.ts'
import type { Database, Db } from '../db/database.ts'
import { type Message, message, untranslated } from '../languages/message.ts'
import type { Config } from './config.ts'
import { AppError, forbidden } from './errors.ts'
import { type AppResource, createResources, type Resources } from './resources.ts'

export type Role = 'owner' | 'admin' | 'editor' | 'viewer' | 'client'

/** `brandIds` null: every brand of the organization. `scopes` null: everything that the role allows. */
type Principal = {
  userId: string
  role: Role
  brandIds: string[] | null
  scopes: readonly Scope[] | null
}

export type Actor =
  /** `authenticatedAt`: when the person last authenticated. */
  | ({ kind: 'user'; sessionId: string; authenticatedAt: Date } & Principal)
  | ({ kind: 'api_key'; keyId: string } & Principal)
  /** An app that a person connected with OAuth. `clientId`: the id of the app. */
  | ({ kind: 'grant'; grantId: string; clientId: string } & Principal)
  /** A webhook receiver that reports on one opportunity of the brand in `brandIds`. */
  | { kind: 'callback'; opportunityId: string; brandIds: string[] }
  | { kind: 'cron' }
  /** A browser that is not signed in, such as one that sent a wrong password. */
  | { kind: 'anonymous' }
  | { kind: 'system' }

/** What every request and job has before authentication. */
export type AppContext = {
  db: Db
  /** The connections behind `db`. */
  database: Database
  config: Config
  log: Logger
  /** The public URL of this service, without a trailing slash. */
  baseUrl: string
  /** Signs tokens and encrypts secrets; at least 32 characters. */
  secretKey: string
  now(): Date
  /**
   * The HTTP request that is being handled, if any. `isKnownAddress`: the account of a sign-in signed in from this address
   * before.
   */
  request?: { id: string; ip: string; isKnownAddress?: boolean }
  /** Returns the process-wide value of a resource: a limiter, a cache, a client. */
  use<T>(resource: Resource<T>): T
}

/** A resource of the application; see resources.ts. */
export type Resource<T> = AppResource<AppContext, T>

/** Builds the context of a process. Closing `resources` closes what was opened through the context. */
export function createAppContext(fields: Omit<AppContext, 'db' | 'use'>): {
  app: AppContext
  resources: Resources<AppContext>
} {
  const resources = createResources(() => app)
  const app: AppContext = { ...fields, db: fields.database.db, use: resources.use }
  return { app, resources }
}

/** For work that depends on an organization and not on the caller. */
export type OrganizationContext = AppContext & { organizationId: string }

export type Context = OrganizationContext & { actor: Actor }

/** Returns the context for work of the service itself on behalf of an organization. */
export const systemContext = (base: AppContext, organizationId: string): Context => ({
  ...base,
  organizationId,
  actor: { kind: 'system' },
})

/**
 * What a route requires of the caller; `none` requires no authentication. `report`, `read` and `write` are for data of
 * brands, which the handler limits to the brands of the caller, and for data of the caller alone; `report` is for the
 * reports of a brand and what is needed to find them. `organization` is for what concerns the whole organization, such as
 * its members and templates: it requires `write` and access to every brand.
 */
export type Access = 'none' | 'report' | 'read' | 'write' | 'organization' | 'manage' | 'own' | 'cron'

const allowed: Record<Exclude<Access, 'none' | 'cron'>, readonly Role[]> = {
  report: ['owner', 'admin', 'editor', 'viewer', 'client'],
  read: ['owner', 'admin', 'editor', 'viewer'],
  write: ['owner', 'admin', 'editor'],
  organization: ['owner', 'admin', 'editor'],
  manage: ['owner', 'admin'],
  own: ['owner'],
}

/** The scope that a route requires of API keys and connected apps, unless it declares another one. */
export const defaultScopes: Record<Access, Scope | null> = {
  none: null,
  cron: null,
  report: 'read',
  read: 'read',
  write: 'content',
  organization: 'manage',
  manage: 'manage',
  own: 'manage',
}

/** Throws `forbidden` when the role or the brands do not allow it, and `insufficient_scope` when only the scopes do not. */
export function requireAccess(actor: Actor, access: Access, scope = defaultScopes[access]): void {
  const refusal = refuse(actor, access)
  if (refusal !== null) throw forbidden(refusal)
  if (scope !== null && !hasScope(actor, scope))
    throw new AppError('insufficient_scope', untranslated(`This requires the scope "${scope}".`), {
      extra: { scope },
    })
}

/** Clients see published reports, and of brands only what finding them takes. */
export const isClient = ({ actor }: Pick<Context, 'actor'>): boolean =>
  'role' in actor && actor.role === 'client'

export const hasAccess = (actor: Actor, access: Access): boolean => refuse(actor, access) === null

/** Who starts runs sees what answers cost; viewers do not. */
export const seesCosts = ({ actor }: Pick<Context, 'actor'>): boolean => hasAccess(actor, 'write')

export const hasScope = (actor: Actor, scope: Scope): boolean =>
  !('scopes' in actor) || actor.scopes === null || scope === 'read' || actor.scopes.includes(scope)

/** Returns why the actor does not have the access, or null. */
function refuse(actor: Actor, access: Access): Message | null {
  if (actor.kind === 'system' || access === 'none' || access === 'cron') return null
  // Only the route of its opportunity accepts callback tokens.
  if (actor.kind === 'callback' && access === 'write') return null
  if (actor.kind === 'callback') return untranslated('A callback token can only report on its opportunity.')
  if (actor.kind === 'anonymous') return message('common.texts.signInFirst')
  if (actor.kind === 'cron') return untranslated('The cron secret is valid for internal endpoints only.')
  if (!allowed[access].includes(actor.role))
    return actor.kind === 'api_key' || actor.kind === 'grant'
      ? untranslated('The role of the user of this API key or app does not allow this.')
      : message('core.context.yourRoleRoleDoesNotAllow', { role: actor.role })
  return access === 'organization' && actor.brandIds !== null
    ? message('core.context.yourAccessIsLimitedToCertain')
    : null
}

/** Runs `work` in a transaction. Joins the context's transaction if there is one. */
export function transaction<C extends AppContext, T>(ctx: C, work: (tx: C) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx)
  return ctx.db.transaction().execute((db) => work({ ...ctx, db }))
}
