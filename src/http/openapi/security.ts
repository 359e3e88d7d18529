/** How requests authenticate, for the OpenAPI document. */
import type { ApiSurface } from '../api-surfaces.ts'
import type { RawRoute, Route } from '../route.ts'
import type { OpenApi, Operation } from './document.ts'

export const securitySchemes: OpenApi['components']['securitySchemes'] = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ans_…',
    description: 'An API key from the settings. It has access to the brands of its owner.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'ansight_session',
    description: 'The cookie that sign-in sets. Over https its name is `__Host-ansight_session`.',
  },
  xsrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-XSRF-TOKEN',
    description: 'The value of the cookie XSRF-TOKEN, which every response to a session sets.',
  },
  callbackToken: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The token in the `callback_url` of a webhook. It is valid for one opportunity and 90 days.',
  },
  cron: {
    type: 'http',
    scheme: 'bearer',
    description: 'The value of the setting CRON_SECRET.',
  },
}

export function getSecurity(
  route: Route | RawRoute,
  method: string,
  surface: ApiSurface,
): Operation['security'] {
  if (!requiresAuthentication(route, surface)) return []
  if (surface.name === 'api_key') return [{ apiKey: [] }]
  if (surface.name === 'cron') return [{ cron: [] }]
  if (surface.name === 'session_or_token') return [{ session: [], xsrf: [] }, { callbackToken: [] }]
  return [method === 'GET' ? { session: [] } : { session: [], xsrf: [] }]
}

export const requiresAuthentication = (route: Route | RawRoute, surface: ApiSurface) =>
  route.access !== 'none' && surface.authenticate !== undefined
