/** What each service that data is imported from must provide, and the rows that an import stores. */
import type { Selectable } from 'kysely'
import type { Context } from '../core/context.ts'
import type { DataConnections } from '../db/schema.generated.ts'
import type { VendorApi, VendorFailure, VendorResult } from './vendor-api.ts'

export type ConnectionRow = Selectable<DataConnections>

/** A site or a property of an account. `property`: its name in requests. */
export type Property = { property: string; name: string }

export type SearchRow = {
  page: string
  query: string
  days: 1 | 7
  clicks: number
  impressions: number
  position: number | null
}

export type SessionRow = {
  page: string
  source: string
  medium: string
  channel: string
  platform: string | null
  sessions: number
  engagedSessions: number
  keyEvents: number
}

export type ImportedDay = {
  day: string
  isFinal: boolean
  isTruncated: boolean
  isThresholded: boolean
  samples: { read: number; space: number } | null
  search: SearchRow[]
  sessions: SessionRow[]
}

/** One turn of an import. `deadline`: no further day starts after it. */
export type Turn = {
  ctx: Context
  api: VendorApi
  connection: ConnectionRow
  deadline: Date
  stopping: AbortSignal | undefined
}

/** `hasMore`: the next turn continues at once. */
export type TurnOutcome = { outcome: 'imported'; hasMore: boolean } | VendorFailure

export type Source = {
  listProperties(ctx: Context, api: VendorApi): Promise<VendorResult<Property[]>>
  importTurn(turn: Turn): Promise<TurnOutcome>
  /** After an import that is complete. */
  intervalMs: number
}
