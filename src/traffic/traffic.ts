/**
 * AI traffic on a brand's own site. A visit is a page view that an AI platform referred; the pixel (`/t.js`) reports it with a
 * beacon to `/track/<tracking code>`. A crawler hit is a page that an AI agent requested, imported from a server log. A
 * sighting is the last host from which a brand's pixel sent a beacon; it shows whether the pixel is installed.
 */
import type { Resource } from '../core/context.ts'
import { type GroupCommit, groupCommit } from '../db/group-commit.ts'
import { type CountryLookup, createCountryLookup } from './country.ts'
import { createSightingRecorder, type SightingRecorder } from './pixel-sightings.ts'
import { createTrackingCodeLookup, type TrackingCodeLookup } from './tracking-codes.ts'
import { createVisitQuota, type VisitQuota } from './visit-quota.ts'
import { insertVisits, type Visit } from './visits.ts'

/** What a process keeps in order to receive beacons. */
export type Traffic = {
  visits: GroupCommit<Visit>
  findBrandByTrackingCode: TrackingCodeLookup
  findCountry: CountryLookup
  recordSighting: SightingRecorder
  admitVisit: VisitQuota
}

/** Visits per insert. Two inserts may run concurrently, so that PostgreSQL flushes one while the next is sent. */
const visitsPerInsert = 500

export const traffic: Resource<Traffic> = {
  name: 'traffic',
  open: (app) => ({
    visits: groupCommit((visits) => insertVisits(app, visits), {
      maxBatchSize: visitsPerInsert,
      maxInFlight: 2,
    }),
    findBrandByTrackingCode: createTrackingCodeLookup(app),
    findCountry: createCountryLookup(app.config.COUNTRY_TABLE),
    recordSighting: createSightingRecorder(app),
    admitVisit: createVisitQuota(app),
  }),
}
