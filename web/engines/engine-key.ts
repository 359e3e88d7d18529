import type { Returns } from '../api.ts'

/** A backend with the key, the spend and the limit that the organization has for it. */
export type EngineKey = Returns<'GET /api/engine-keys'>['items'][number]
