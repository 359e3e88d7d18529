import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { brandFrom, brandInPath, loadInBrand } from '../brands/brands.ts'
import type { AppContext } from '../core/context.ts'
import { BrandId } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { NoContent, type RawRoute, raw, route } from '../http/route.ts'
import { headerOf, setupFields } from './log-senders.ts'
import {
  changeLogSource,
  createLogSource,
  deleteLogSource,
  describeSender,
  getLogSource,
  LogSource,
  LogSourceChange,
  listLogSources,
  NewLogSource,
  showLogSource,
} from './log-sources.ts'
import { authenticateLogSource, maxReceivedBytes, receiveLogs } from './receive-logs.ts'
import { LogPreview, LogReport, maxUploadBytes, previewLog, uploadLog } from './upload-log.ts'

const oneSource = {
  params: { ...brandInPath.params, id: Uuid.describe('Id of the log source.') },
  find: { ...brandInPath.find, source: loadInBrand(getLogSource) },
}

const logSourceList = route({
  access: 'read',
  invalidatedBy: null,
  summary: 'List log sources',
  whenToUse:
    'Answers "what sends the server logs of the site, and when did it last send?" For what AI agents requested use list_ai_agents.',
  description: 'What sends log lines of a brand, with counts of the lines.',
  query: { brand_id: BrandId },
  find: { brand: brandFrom('query', 'brand_id') },
  returns: z.object({ items: z.array(LogSource) }),
  run: async (ctx, { found }) => ({
    items: (await listLogSources(ctx, found.brand.id)).map(showLogSource),
  }),
})

export const logRoutes = {
  'GET /api/v1/log-sources': logSourceList,
  'GET /api/mcp/log-sources': logSourceList,

  'POST /api/logs': receivingRoute('Receive log lines'),
  'POST /api/logs/:token': receivingRoute('Receive log lines with the token in the path', {
    token: z.string().max(200).describe('Token of the log source.'),
  }),

  'GET /.well-known/fastly/logging/challenge': raw({
    access: 'none',
    summary: 'Allow Fastly to send logs',
    description:
      'Fastly requests this file before it sends logs to a host. The asterisk allows every service; what a service sends is accepted with the token of a log source only.',
    returns: { 'text/plain': 'An asterisk.' },
    run: async (_ctx, _request, reply) => reply.type('text/plain; charset=utf-8').send('*\n'),
  }),

  'GET /api/brands/:brand/log-sources': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'List log sources',
    description: 'What sends log lines of a brand, with counts of the lines.',
    ...brandInPath,
    returns: z.object({ items: z.array(LogSource) }),
    run: async (ctx, { found }) => ({
      items: (await listLogSources(ctx, found.brand.id)).map(showLogSource),
    }),
  }),
  'POST /api/brands/:brand/log-sources': route({
    access: 'write',
    summary: 'Add a log source',
    description:
      'Returns the token of the source and what to enter in the settings of the sender. The token cannot be read again. At most 100 per brand.',
    ...brandInPath,
    body: NewLogSource,
    errors: ['conflict'],
    returns: z.object({
      source: LogSource,
      token: z.string(),
      setup: z
        .array(z.object({ field: z.enum(setupFields), value: z.string() }))
        .describe('What to enter in the settings of the sender.'),
    }),
    status: 201,
    run: async (ctx, { found, body }) => {
      const { source, token } = await createLogSource(ctx, found.brand.id, body)
      const setup = describeSender(source.sender).setUp(`${ctx.baseUrl}/api/logs`, token)
      return { source: showLogSource(source), token, setup }
    },
  }),
  'PATCH /api/brands/:brand/log-sources/:id': route({
    access: 'write',
    summary: 'Update a log source',
    description: 'Omitted fields keep their values.',
    ...oneSource,
    body: LogSourceChange,
    returns: LogSource,
    run: async (ctx, { found, body }) => showLogSource(await changeLogSource(ctx, found.source, body)),
  }),
  'DELETE /api/brands/:brand/log-sources/:id': route({
    access: 'write',
    summary: 'Delete a log source',
    description: 'Its token is no longer accepted. The requests that it has sent remain.',
    ...oneSource,
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => deleteLogSource(ctx, found.source),
  }),

  'POST /api/brands/:brand/logs': route({
    access: 'write',
    reads: { unlimited: 'Stores one part of a log; an organization sends two at a time.' },
    summary: 'Upload a log',
    description:
      'Stores the requests of AI agents in a part of a log, in any of the supported formats. Send a longer log in parts of whole lines. Requests that were stored before are not counted again.',
    ...brandInPath,
    accepts: ['text/plain'],
    body: z.string(),
    maxBodyBytes: maxUploadBytes,
    returns: LogReport,
    run: (ctx, { found, body }) => uploadLog(ctx, found.brand, body),
  }),
  'POST /api/brands/:brand/logs/preview': route({
    access: 'write',
    summary: 'Preview a log',
    description: 'Reads the start of a log like an upload and stores nothing.',
    ...brandInPath,
    accepts: ['text/plain'],
    body: z.string(),
    maxBodyBytes: maxUploadBytes,
    returns: LogPreview,
    run: (ctx, { body }) => previewLog(ctx, body),
  }),
}

function receivingRoute(summary: string, params: z.ZodRawShape = {}): RawRoute {
  return raw({
    access: 'none',
    summary,
    description:
      'Called by log sources: content delivery networks, hosts, and `ansight logs follow`. Accepts lines or a JSON array, also as gzip. The response is sent after the rows are stored; send a rejected request again.',
    params,
    streams: true,
    acceptsCompressed: true,
    maxBodyBytes: maxReceivedBytes,
    returns: {
      'application/json':
        'Counts of the lines. For Amazon Data Firehose, the id of the request and the time instead.',
    },
    errors: [
      'unauthorized',
      'invalid_request',
      'too_large',
      'unsupported_media_type',
      'rate_limited',
      'unavailable',
    ],
    checkHead: async (ctx, request, reply) => {
      await findSource(ctx, request, reply)
    },
    run: async (ctx, request, reply) => {
      const source = await findSource(ctx, request, reply)
      const header = headerOf(request.headers)
      const body = request.body instanceof Readable ? request.body : Readable.from([])
      try {
        // A rejected request must stay open for its response.
        const chunks = body.iterator({ destroyOnReturn: false })
        const report = await receiveLogs(ctx, source, { body: chunks, header })
        return reply.send(describeSender(source.sender).respond?.(header, ctx.now()) ?? report)
      } finally {
        // The rest is discarded, so that the sender finishes and reads the response.
        body.on('error', () => undefined).resume()
      }
    },
  })
}

/** Finds the source before the body is read, and again for the handler, in case that it was deleted. */
async function findSource(ctx: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const { token } = z.object({ token: z.string().optional() }).parse(request.params)
  const source = await authenticateLogSource(ctx, token, headerOf(request.headers))
  if (source.verification_code !== null) reply.header('x-vercel-verify', source.verification_code)
  return source
}
