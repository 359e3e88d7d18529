import { cleanUrl } from '../client/sources.ts'
import type { Source } from '../engine.ts'

const atOnce = 8
const eachMs = 5_000
const allMs = 15_000

/**
 * The pages behind Gemini's grounding links. They are short-lived redirects of Google's
 * (`vertexaisearch.cloud.google.com/grounding-api-redirect/…`), so they are asked for their target when the
 * answer comes; the target itself is not visited. Only Google's host over https, or the host the key is sent
 * to anyway, is ever asked: an answer cannot make us call another address.
 *
 * A link that does not tell its target becomes the site's front page when Google's title is a bare domain
 * (it nearly always is): the domain is right, which every number rests on, and the link itself stays in the
 * raw payload. Otherwise the link stays.
 */
export async function resolveRedirects(
  sources: Source[],
  ownOrigin: string,
  signal: AbortSignal,
): Promise<(source: Source) => string> {
  const links = [...new Set(sources.map(({ url }) => url))].filter((url) => isRedirect(url, ownOrigin))
  const targets = new Map<string, string>()
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(allMs)])
  // The workers share one iterator: each takes the next link when it is done with one.
  const queue = links.values()
  const work = async () => {
    for (const link of queue) {
      const target = await targetOf(link, deadline)
      if (target !== null) targets.set(link, target)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return ({ url, title }) => targets.get(url) ?? (links.includes(url) ? frontPageOf(title) : null) ?? url
}

function isRedirect(link: string, ownOrigin: string): boolean {
  const { origin, pathname } = new URL(link)
  const known = origin === 'https://vertexaisearch.cloud.google.com' || origin === ownOrigin
  return known && pathname.includes('/grounding-api-redirect/')
}

/** Null when the link did not answer with a redirect in time. */
async function targetOf(link: string, deadline: AbortSignal): Promise<string | null> {
  try {
    const signal = AbortSignal.any([deadline, AbortSignal.timeout(eachMs)])
    const response = await fetch(link, { redirect: 'manual', signal })
    await response.body?.cancel()
    const location = response.headers.get('location')
    return location !== null && URL.canParse(location, link) ? cleanUrl(new URL(location, link).href) : null
  } catch {
    return null
  }
}

function frontPageOf(title: string | null): string | null {
  return title !== null && /^([\p{L}\p{N}-]+\.)+\p{L}{2,}$/u.test(title) ? `https://${title}/` : null
}
