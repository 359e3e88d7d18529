/**
 * Rejects requests whose Host header names a host that the service does not serve. Without this check, a website could
 * point its own name at the service's address (DNS rebinding) and read the responses. An IP address cannot be
 * rebound, so it is always allowed.
 */
import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { untranslated } from '../languages/message.ts'

export function rejectUnknownHosts(app: FastifyInstance, base: AppContext): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (isAllowedHost(base, headers.host)) return
    throw new AppError(
      'unknown_host',
      untranslated(
        'This service is not available under this host name. Set BASE_URL, or add the name to ALLOWED_HOSTS.',
      ),
    )
  })
}

/** Only browsers can be made to send a wrong host, and they always send one. */
function isAllowedHost({ baseUrl, config }: AppContext, header: string | undefined): boolean {
  if (header === undefined) return true
  const name = getHostName(header)
  if (name === null) return false
  return (
    isIP(name) !== 0 ||
    isLoopbackName(name) ||
    name === new URL(baseUrl).hostname ||
    config.ALLOWED_HOSTS.includes(name)
  )
}

/** Returns whether the host of a URL, or an address to listen on, is reachable from this machine only. */
export const isLoopback = (host: string): boolean =>
  isLoopbackName(host) || /^127(\.\d+){3}$/.test(host) || host === '::1' || host === '[::1]'

const isLoopbackName = (name: string) => name === 'localhost' || name.endsWith('.localhost')

/** Returns the name in lower case, without its port, trailing dot and brackets; null when the header is malformed. */
function getHostName(header: string): string | null {
  const url = `http://${header}`
  if (/[/?#@\\]/.test(header) || !URL.canParse(url)) return null
  return new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}
