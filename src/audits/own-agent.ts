import { version } from '../core/version.ts'

/** The name under which Ansight evaluates robots.txt. */
export const ownAgent = 'Ansight'

/** Returns the user agent for requests to other sites. It states their purpose. */
export const userAgentFor = (purpose: string) => `${ownAgent}/${version} (${purpose})`
