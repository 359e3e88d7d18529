import { z } from 'zod'
import { brandInPath } from '../brands/brands.ts'
import { Timestamp } from '../core/fields.ts'
import { raw, route } from '../http/route.ts'
import { sendSharedBody } from '../http/shared-bodies.ts'
import { AgentRangeList, AgentSigner, showRangeLists, showSigners } from './agent-lists.ts'
import { admitBeacon, recordBeacon } from './beacon.ts'
import { headerOf } from './log-senders.ts'
import { pixel, pixelSnippet } from './pixel-script.ts'
import { getSightings, type Sighting } from './pixel-sightings.ts'

const Code = z.object({ code: z.string().max(200).describe('Tracking code of the brand.') })
const Seen = z.object({ seen_at: Timestamp, host: z.string() }).nullable()

export const trafficRoutes = {
  'GET /t.js': raw({
    access: 'none',
    summary: 'Get the tracking script',
    description:
      'The script that counts visits from AI platforms. Embed it with the snippet of GET /api/brands/{brand}/pixel.',
    anyOrigin: true,
    returns: { 'text/javascript': 'The script; under 1 KB compressed.' },
    run: async (ctx, request, reply) => {
      reply.header('Cache-Control', 'public, max-age=86400')
      return sendSharedBody(ctx, request, reply, 'text/javascript; charset=utf-8', pixel)
    },
  }),

  'POST /track/:code': raw({
    access: 'none',
    summary: 'Record a visit',
    description: 'Called by the tracking script. Responds with 204 even if the visit is not counted.',
    anyOrigin: true,
    params: Code.shape,
    maxBodyBytes: 16_384,
    returns: {},
    checkHead: async (ctx, request, reply) => {
      const { code } = Code.parse(request.params)
      await admitBeacon(ctx, code, { ip: request.ip }, (name, value) => reply.header(name, value))
    },
    run: async (ctx, request, reply) => {
      const { code } = Code.parse(request.params)
      const { body, headers } = request
      await recordBeacon(ctx, code, Buffer.isBuffer(body) ? body.toString('utf8') : '', {
        ip: request.ip,
        header: headerOf(headers),
      })
      return reply.code(204).send()
    },
  }),

  'GET /api/brands/:brand/pixel': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'Get the tracking script of a brand',
    description: 'Returns the snippet to embed, and when and where the script last ran.',
    ...brandInPath,
    returns: z.object({
      code: z.string(),
      snippet: z.string().describe('Script tag for the head of every page.'),
      last_seen: Seen.describe("The last beacon from one of the brand's domains."),
      last_seen_elsewhere: Seen.describe('The last beacon from another host. Such beacons are not counted.'),
    }),
    run: async (ctx, { found: { brand } }) => {
      const { own, other } = await getSightings(ctx, brand.id)
      return {
        code: brand.tracking_code,
        snippet: pixelSnippet(ctx.baseUrl, brand.tracking_code),
        last_seen: showSighting(own),
        last_seen_elsewhere: showSighting(other),
      }
    },
  }),

  'GET /api/traffic/agent-ranges': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'List the published IP ranges and keys of agents',
    description:
      'The lists against which requests of AI agents are verified, the hosts whose keys verify signatures, and how old both are.',
    returns: z.object({ items: z.array(AgentRangeList), signers: z.array(AgentSigner) }),
    run: async (ctx) => ({ items: await showRangeLists(ctx), signers: await showSigners(ctx) }),
  }),
}

const showSighting = (sighting: Sighting | null) =>
  sighting && { seen_at: sighting.seen_at.toISOString(), host: sighting.host }
