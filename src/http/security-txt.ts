/** Returns the contact for reporting a vulnerability of this installation (RFC 9116). */
import type { AppContext } from '../core/context.ts'
import { daysAfter, utcDay } from '../core/days.ts'
import { routeNotFound } from './error-mapping.ts'
import { raw } from './route.ts'

/** RFC 9116 asks for less than a year. */
const validDays = 180

export const securityTxtRoutes = {
  'GET /.well-known/security.txt': raw({
    access: 'none',
    summary: 'Get the security contact',
    description:
      'Returns the contact for reporting a vulnerability (RFC 9116). Responds with 404 if SECURITY_CONTACT is not set.',
    errors: ['not_found'],
    returns: { 'text/plain': 'The contacts of SECURITY_CONTACT.' },
    run: async (ctx, request, reply) => {
      const text = securityTxt(ctx)
      if (text === null) throw routeNotFound(request)
      return reply
        .type('text/plain; charset=utf-8')
        .header('Cache-Control', 'public, max-age=86400')
        .send(text)
    },
  }),
}

function securityTxt({ config, baseUrl, now }: AppContext): string | null {
  const { SECURITY_CONTACT: contacts } = config
  if (contacts === null) return null
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${daysAfter(utcDay(now()), validDays)}T00:00:00Z`,
    `Canonical: ${baseUrl}/.well-known/security.txt`,
  ]
  return `${lines.join('\n')}\n`
}
