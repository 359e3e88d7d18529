/** The dashboard's own files: one page for every screen, and its hashed assets. Built by Vite into web/dist. */
import { fileURLToPath } from 'node:url'
import type {} from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { raw } from './route.ts'

export const dashboardFiles = fileURLToPath(new URL('../../web/dist/', import.meta.url))

const page = { 'text/html': 'The page; it loads its own scripts and nothing from elsewhere.' }
const rest = { '*': z.string() }

/** Whether the request has a valid session; null sends the browser to the sign-in page. */
export type FindSession = (ctx: AppContext, request: FastifyRequest) => Promise<unknown>

export const dashboardRoutes = (findSession: FindSession) => ({
  'GET /': raw({ access: 'none', summary: 'Open the first page', returns: page, run: sendPage }),
  'GET /sign-in': raw({ access: 'none', summary: 'Open the page to sign in', returns: page, run: sendPage }),
  'GET /invite/:token': raw({
    access: 'none',
    summary: 'Open an invitation',
    params: { token: z.string() },
    returns: page,
    run: sendPage,
  }),
  'GET /dashboard': raw({
    access: 'none',
    summary: 'Open the dashboard',
    returns: page,
    run: sendPageToMembers(findSession),
  }),
  'GET /dashboard/*': raw({
    access: 'none',
    summary: 'Open a screen of the dashboard',
    params: rest,
    returns: page,
    run: sendPageToMembers(findSession),
  }),
  'GET /assets/*': raw({
    access: 'none',
    summary: 'Get a script, style sheet or picture of the dashboard',
    params: rest,
    returns: { 'text/javascript': 'A script.', 'text/css': 'A style sheet.' },
    run: sendAsset,
  }),
})

async function sendPage(_ctx: AppContext, _request: FastifyRequest, reply: FastifyReply) {
  // The page names the scripts of this version, so a browser must ask for it anew each time; its scripts never change.
  return reply.header('Cache-Control', 'no-cache').sendFile('index.html', { cacheControl: false })
}

/** Redirects a visitor without a session to the sign-in page, which returns here afterwards. */
const sendPageToMembers =
  (findSession: FindSession) => async (ctx: AppContext, request: FastifyRequest, reply: FastifyReply) => {
    if (await findSession(ctx, request)) return sendPage(ctx, request, reply)
    return reply.redirect(`/sign-in?next=${encodeURIComponent(request.url)}`, 302)
  }

async function sendAsset(_ctx: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const [path = ''] = request.url.split('?', 1)
  return reply.sendFile(decodeURIComponent(path), { maxAge: '365d', immutable: true })
}
