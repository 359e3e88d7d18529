/**
 * Who asks, and with what: built once per request or job and passed by hand. There is nothing ambient, so a query
 * cannot forget whose data it reads.
 */
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import type { RouteWorker } from '../http/route-worker.ts'
import type { JobNews } from '../jobs/job.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Config } from './config.ts'
import { forbidden } from './errors.ts'

export type Role = 'owner' | 'admin' | 'member' | 'viewer'

/** `brandIds` null: every brand of the organization. */
type Person = { userId: string; role: Role; brandIds: string[] | null }

export type Actor =
  | ({ kind: 'user'; sessionId: string } & Person)
  | ({ kind: 'api_key'; keyId: string } & Person)
  /** Told of one opportunity by a webhook; `brandIds` is the brand of it. */
  | { kind: 'callback'; opportunityId: string; brandIds: string[] }
  | { kind: 'cron' }
  | { kind: 'system' }

/** What every request and job has, before anyone has shown who they are. */
export type AppContext = {
  db: Db
  config: Config
  queue: Queue
  log: Logger
  /** Where people reach this service, without a slash at the end. */
  baseUrl: string
  /** Signs and seals; at least 32 characters. */
  secretKey: string
  /** Tells whoever is watching how a job stands. Never throws and never waits. */
  announce(news: JobNews): void
  now(): Date
  /** Answers the routes of its table; null where every route is answered in the thread that is asked. */
  thread: RouteWorker | null
}

export type Context = AppContext & { organizationId: string; actor: Actor }

/** The service itself at work for an organization. */
export const systemContext = (base: AppContext, organizationId: string): Context => ({
  ...base,
  organizationId,
  actor: { kind: 'system' },
})

/** What a route asks of the caller; `none` asks for no proof at all. */
export type Access = 'none' | 'read' | 'write' | 'manage' | 'own' | 'cron'

const allowed: Record<Exclude<Access, 'none' | 'cron'>, readonly Role[]> = {
  read: ['owner', 'admin', 'member', 'viewer'],
  write: ['owner', 'admin', 'member'],
  manage: ['owner', 'admin'],
  own: ['owner'],
}

export function requireAccess(actor: Actor, access: Access): void {
  if (actor.kind === 'system' || access === 'none' || access === 'cron') return
  // Its surface is the one address that it may write to.
  if (actor.kind === 'callback' && access === 'write') return
  if (actor.kind === 'callback') throw forbidden('A callback token reports on its opportunity only.')
  if (actor.kind === 'cron') throw forbidden('The cron secret opens the internal endpoints only.')
  if (!allowed[access].includes(actor.role)) throw forbidden(`Your role (${actor.role}) does not allow this.`)
}

/** Runs `work` in one transaction, in the context it is given; everything it writes stands or falls together. */
export function transaction<C extends AppContext, T>(ctx: C, work: (tx: C) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx)
  return ctx.db.transaction().execute((db) => work({ ...ctx, db }))
}
