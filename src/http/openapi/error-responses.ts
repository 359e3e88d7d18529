/** The error responses, shared by all operations as components. */
import { z } from 'zod'
import { getKeys } from '../../../vocabulary/typed-keys.ts'
import { errorMeanings, errorStatuses } from '../../core/errors.ts'
import type { ApiSurface } from '../api-surfaces.ts'
import type { RawRoute, Route } from '../route.ts'
import type { Ref, Response } from './document.ts'
import { requiresAuthentication } from './security.ts'

/** The body of all errors. */
export const ErrorBody = z
  .looseObject({
    error: z
      .string()
      .describe('A sentence for people.')
      .meta({ examples: ['days: must be an integer.'] }),
    code: z.enum(getKeys(errorStatuses)).describe('A code for programs.'),
    details: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe('Each invalid parameter or field.'),
    retry_after_seconds: z.number().optional().describe('With status 429: the number of seconds to wait.'),
    request_id: z.string().describe('Identifies this request in the log of the service.'),
  })
  .meta({ id: 'Error' })

/** The statuses that operations list, by component name. Any other error falls under `default`. */
const listedErrors = {
  400: 'BadRequest',
  401: 'Unauthorized',
  402: 'PaymentRequired',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  429: 'TooManyRequests',
} as const
type ListedStatus = keyof typeof listedErrors

export const isListed = (status: number): status is ListedStatus => status in listedErrors

/** Returns references to the errors of a route: those that it declares, and those that its kind of route can return. */
export function errorRefs(route: Route | RawRoute, method: string, surface: ApiSurface): Record<string, Ref> {
  const statuses = new Set([
    ...statusesOfKind(route, method, surface),
    ...(route.errors ?? []).map((code) => errorStatuses[code]),
  ])
  const listed = [...statuses].filter(isListed).sort((a, b) => a - b)
  return {
    ...Object.fromEntries(listed.map((status) => [status, refTo(listedErrors[status])])),
    default: refTo('Error'),
  }
}

function statusesOfKind(route: Route | RawRoute, method: string, surface: ApiSurface): number[] {
  const isAuthenticated = requiresAuthentication(route, surface)
  const isWrite = method !== 'GET'
  const needsRole = isAuthenticated && surface.name !== 'cron' && route.access !== 'report'
  const hasParams = Object.keys(route.params.shape).length > 0
  const findsResource =
    hasParams || (route.kind === 'json' ? Object.keys(route.find).length > 0 : route.query !== undefined)
  const possible: [status: ListedStatus, isPossible: boolean][] = [
    [400, true],
    [401, isAuthenticated],
    // A session also needs the second factor that its organization requires and, for changes, the XSRF header.
    [403, needsRole || (isAuthenticated && surface.name.startsWith('session'))],
    [404, findsResource],
    [429, surface.name !== 'cron' && (isAuthenticated || isWrite)],
  ]
  return possible.flatMap(([status, isPossible]) => (isPossible ? [status] : []))
}

export function errorResponses(): Record<string, Response> {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  const entries = Object.entries(listedErrors).map(([status, name]): [string, Response] => {
    const codes = getKeys(errorStatuses).filter((code) => String(errorStatuses[code]) === status)
    return [
      name,
      {
        description: codes.map((code) => `\`${code}\`: ${errorMeanings[code]}`).join(' '),
        ...(status === '429' && { headers: { 'Retry-After': retryAfter } }),
        content,
      },
    ]
  })
  return { ...Object.fromEntries(entries), Error: { description: 'Any other error.', content } }
}

const refTo = (name: string): Ref => ({ $ref: `#/components/responses/${name}` })

const retryAfter = { description: 'Seconds to wait.', schema: { type: 'integer' as const } }
