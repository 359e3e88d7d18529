import { version } from '../core/version.ts'

/** The name under which Ansight evaluates robots.txt. */
export const ownAgent = 'Ansight'

/** Returns the user agent of requests to other sites, which says what they are for. */
export const userAgentFor = (purpose: string) => `${ownAgent}/${version} (${purpose})`
