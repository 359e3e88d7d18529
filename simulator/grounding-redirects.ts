import { createHmac } from 'node:crypto'

/** The prefix of Google's grounding links. */
const PREFIX = 'AUZIYQ'
const PATH = '/grounding-api-redirect/'
const CHECK_LENGTH = 12

/**
 * Creates links that redirect to a page, like Gemini's. A link contains its URL and a signature derived from the seed, so that
 * links remain valid after a restart and cannot be forged.
 */
export function createRedirects(seed: number) {
  const sign = (url: string) =>
    createHmac('sha256', String(seed)).update(url).digest('base64url').slice(0, CHECK_LENGTH)
  return {
    linkTo(origin: string, url: string): string {
      return `${origin}${PATH}${PREFIX}${sign(url)}${Buffer.from(url).toString('base64url')}`
    },
    /** Returns the target URL of a link's path, or null for a path without a valid signature. */
    target(path: string): string | null {
      if (!path.startsWith(PATH + PREFIX)) return null
      const token = path.slice((PATH + PREFIX).length)
      const url = Buffer.from(token.slice(CHECK_LENGTH), 'base64url').toString()
      return sign(url) === token.slice(0, CHECK_LENGTH) ? url : null
    },
    isLink: (path: string) => path.startsWith(PATH),
  }
}
