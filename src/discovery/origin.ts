/** An origin delivers queries with what it has counted. Numbers of different sources are never added. */
import type { CandidateOrigin } from '../../vocabulary/discovery.ts'

/** Null: the origin does not count it. */
export type SourceQuery = {
  query: string
  clicks?: number | null
  impressions?: number | null
  citations?: number | null
  /** Answers whose engine searched for it. */
  answers?: number | null
  /** Searches per month. */
  volume?: number | null
  platforms?: readonly string[]
  /** The page of the site that the query is from. */
  page?: string
  intent?: string | null
  topic?: string | null
}

/** `name`: the property, or the imported file. Days are in the time zone of the source; null if it covers no period. */
export type Source = {
  origin: CandidateOrigin
  name: string
  first_day: string | null
  last_day: string | null
  /** Days or weeks between these that were imported. */
  days: number | null
}

/** `queries`: those with the highest rank first. */
export type QueriesOfSource = { source: Source; queries: readonly SourceQuery[] }
