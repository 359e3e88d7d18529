import { createHmac } from 'node:crypto'

/** How Google's grounding links begin. */
const PREFIX = 'AUZIYQ'
const PATH = '/grounding-api-redirect/'
const CHECK_LENGTH = 12

/**
 * Links that redirect to a page, as Gemini gives them out. A link carries its page and a check made with the
 * seed: links still lead somewhere after a restart, and nobody else can make one that leads anywhere.
 */
export function createRedirects(seed: number) {
  const checkOf = (url: string) =>
    createHmac('sha256', String(seed)).update(url).digest('base64url').slice(0, CHECK_LENGTH)
  return {
    linkTo(origin: string, url: string): string {
      return `${origin}${PATH}${PREFIX}${checkOf(url)}${Buffer.from(url).toString('base64url')}`
    },
    /** The page behind the path of a link, or null when it is not one of ours. */
    target(path: string): string | null {
      if (!path.startsWith(PATH + PREFIX)) return null
      const token = path.slice((PATH + PREFIX).length)
      const url = Buffer.from(token.slice(CHECK_LENGTH), 'base64url').toString()
      return checkOf(url) === token.slice(0, CHECK_LENGTH) ? url : null
    },
    isLink: (path: string) => path.startsWith(PATH),
  }
}
