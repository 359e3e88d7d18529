import { z } from 'zod'
import { getBrand } from '../brands/brands.ts'
import { AppError } from '../core/errors.ts'
import { Uuid } from '../core/ids.ts'
import { parseRequestPart } from '../http/call-route.ts'
import { route } from '../http/route.ts'
import { untranslated } from '../languages/message.ts'
import { createSigner, pusherSettings } from './pusher.ts'
import { channelFor } from './realtime.ts'

const authPath = '/broadcasting/auth' as const

const ChannelRequest = z.strictObject({
  socket_id: z.string().regex(/^\d+\.\d+$/, 'must be a socket id'),
  channel_name: z
    .string()
    .startsWith(channelFor(''), `must be ${channelFor('{brand id}')}`)
    .transform((name) => name.slice(channelFor('').length))
    .pipe(Uuid),
})

export const realtimeRoutes = {
  'GET /api/realtime': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'Get the realtime server for run updates',
    description:
      'For clients of the Pusher protocol. All values are null without a server; poll the state of a run instead.',
    returns: z.object({
      configured: z.boolean(),
      key: z.string().nullable(),
      scheme: z.enum(['http', 'https']).nullable().describe('With `https`, connect with `wss`.'),
      host: z.string().nullable(),
      port: z.number().int().nullable(),
      auth_path: z.literal(authPath),
    }),
    run: async (ctx) => {
      const server = pusherSettings(ctx.config)
      const none = { key: null, scheme: null, host: null, port: null }
      return {
        configured: server !== null,
        ...(server === null ? none : { key: server.app.key, ...getEndpoint(server.publicUrl) }),
        auth_path: authPath,
      }
    },
  }),
  'POST /broadcasting/auth': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'Authorize a socket to subscribe to a brand',
    description:
      'Channel authorization of the Pusher protocol: `socket_id` and `channel_name` (`private-brands.{id}`), as a form or as JSON.',
    body: z.string(),
    accepts: ['application/x-www-form-urlencoded', 'application/json'],
    errors: ['forbidden', 'not_found'],
    returns: z.object({ auth: z.string() }),
    run: async (ctx, { body, http }) => {
      const server = pusherSettings(ctx.config)
      if (server === null)
        throw new AppError(
          'not_configured',
          untranslated('No realtime server is configured; set PUSHER_APP_ID.'),
        )
      const isJson = /^application\/json\b/i.test(String(http.headers['content-type']))
      const request = parseRequestPart(
        'body',
        ChannelRequest,
        isJson ? parseJson(body) : Object.fromEntries(new URLSearchParams(body)),
      )
      const brand = await getBrand(ctx, request.channel_name)
      const { auth } = (await createSigner(server)).authorizeChannel(request.socket_id, channelFor(brand.id))
      return { auth }
    },
  }),
}

function getEndpoint(publicUrl: string): { scheme: 'http' | 'https'; host: string; port: number } {
  const { protocol, hostname, port } = new URL(publicUrl)
  const scheme = protocol === 'https:' ? 'https' : 'http'
  return { scheme, host: hostname, port: Number(port) || (scheme === 'https' ? 443 : 80) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid_request', untranslated('The body is not valid JSON.'))
  }
}
