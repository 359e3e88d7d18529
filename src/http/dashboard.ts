/** The files of the dashboard, built by Vite into web/dist: one page for all screens, and assets with hashed names. */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type {} from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Language } from '../../vocabulary/languages.ts'
import { getBasePath } from '../core/config.ts'
import type { AppContext } from '../core/context.ts'
import { routeNotFound } from './error-mapping.ts'
import { sendWithEtag, type TaggedBody, tagBody } from './etag.ts'
import { type PageHead, pageHeads, withBasePath, withHead, withLanguage } from './page-head.ts'
import { type RawRoute, raw } from './route.ts'
import { readSharedFile, sendSharedBody } from './shared-bodies.ts'

export const dashboardFiles = fileURLToPath(new URL('../../web/dist/', import.meta.url))

const tokenInPath = { token: z.string() }
const rest = { '*': z.string() }

/** Returns null for a request without a valid session. */
export type FindSession = (ctx: AppContext, request: FastifyRequest) => Promise<unknown>

/** Returns the language of the page of a share link; null for a link that cannot be opened. */
export type FindSharedLanguage = (ctx: AppContext, token: string) => Promise<Language | null>

export const dashboardRoutes = (findSession: FindSession, findSharedLanguage: FindSharedLanguage) => ({
  'GET /': pageRoute(
    'Open the first page',
    'Shows the dashboard or the sign-in page.',
    sendPage(pageHeads.home),
  ),
  'GET /sign-in': pageRoute(
    'Open the sign-in page',
    'Serves the page of the dashboard, which shows the form.',
    sendPage(pageHeads.signIn),
  ),
  'GET /forgot-password': pageRoute(
    'Open the page to set a new password',
    'Serves the page of the dashboard, which requests the link.',
    sendPage(pageHeads.forgotPassword),
  ),
  'GET /link/:token': pageRoute(
    'Open a link of an account',
    'Serves the page of the dashboard, which shows what the link is for and changes nothing.',
    sendPage(pageHeads.link),
    tokenInPath,
  ),
  'GET /account': pageRoute(
    'Open the account page',
    redirects,
    sendPageToSignedIn(findSession, pageHeads.account),
  ),
  'GET /sso/callback/:provider': pageRoute(
    'Come back from a provider',
    'Serves the page of the dashboard, which finishes the visit with its query.',
    sendPage(pageHeads.ssoCallback),
    { provider: z.string() },
  ),
  'GET /connections/google/callback': pageRoute(
    'Come back from a consent at Google',
    'Serves the page of the dashboard, which finishes the connection with its query.',
    sendPage(pageHeads.connectionCallback),
  ),
  'GET /invite/:token': pageRoute(
    'Open an invitation',
    'Serves the page of the dashboard, which shows the invitation.',
    sendPage(pageHeads.invitation),
    tokenInPath,
  ),
  'GET /confirm-address/:token': pageRoute(
    'Open the page to confirm an address',
    'Serves the page of the dashboard, which confirms the address with a button.',
    sendPage(pageHeads.confirmAddress),
    tokenInPath,
  ),
  'GET /unsubscribe/:token': pageRoute(
    'Open the page to unsubscribe',
    'Serves the page of the dashboard, which asks for confirmation.',
    sendPage(pageHeads.unsubscribe),
    tokenInPath,
  ),
  'GET /share/:token': pageRoute(
    'Open a shared report',
    'Serves the page of the dashboard, which shows the report of the link in its language.',
    async (ctx, request, reply) => {
      reply.header('X-Robots-Tag', 'noindex, nofollow')
      const { token } = z.object(tokenInPath).parse(request.params)
      const language = await findSharedLanguage(ctx, token)
      return sendPage(pageHeads.sharedReport, language)(ctx, request, reply)
    },
    tokenInPath,
  ),
  'GET /dashboard': pageRoute('Open the dashboard', redirects, sendPageToSignedIn(findSession)),
  'GET /dashboard/*': pageRoute(
    'Open a screen of the dashboard',
    redirects,
    sendPageToSignedIn(findSession),
    rest,
  ),
  'GET /oauth/consent/:uid': pageRoute(
    'Answer an app that asks for access',
    redirects,
    sendPageToSignedIn(findSession),
    { uid: z.string() },
  ),
  'GET /assets/*': raw({
    access: 'none',
    isPage: true,
    summary: 'Get a file of the dashboard',
    description: 'A script, style sheet, font or image with a hashed name.',
    params: rest,
    returns: { 'text/javascript': 'A script.', 'text/css': 'A style sheet.' },
    run: sendAsset,
  }),
})

const redirects = 'Redirects to the sign-in page without a session.'

const pageRoute = (
  summary: string,
  description: string,
  run: RawRoute['run'],
  params: Record<string, z.ZodString> = {},
): RawRoute =>
  raw({
    access: 'none',
    isPage: true,
    summary,
    description,
    params,
    returns: { 'text/html': 'The page. It loads only scripts of this service.' },
    run,
  })

const sendPage =
  (head: PageHead, language: Language | null = null) =>
  async (ctx: AppContext, request: FastifyRequest, reply: FastifyReply) => {
    const html = await readPage(head, getBasePath(ctx.baseUrl), language)
    if (html === null) throw routeNotFound(request)
    // The page names the scripts of the current version, so browsers must revalidate it; the scripts are immutable.
    reply.header('Cache-Control', 'no-cache')
    return sendWithEtag(request, reply, 'text/html; charset=utf-8', tagBody(html))
  }

/**
 * Read for each request, because a build replaces it. Returns null without a built dashboard. `language`: the language of the page;
 * null for the language of the reader.
 */
export async function readPage(
  head: PageHead,
  basePath: string,
  language: Language | null,
): Promise<string | null> {
  const html = await nullIfMissing(readFile(join(dashboardFiles, 'index.html'), 'utf8'))
  return html && withBasePath(withLanguage(withHead(html, head), language), basePath)
}

/** Returns a script, style sheet, SVG or font of the dashboard; null for other paths. */
export async function readAsset(ctx: AppContext, path: string): Promise<Asset | null> {
  const type = /^\/assets\/[\w-][\w.-]*$/.test(path) ? assetTypes.get(extname(path)) : undefined
  const file = type && (await nullIfMissing(readSharedFile(ctx, join(dashboardFiles, path))))
  return type && file ? { type, file } : null
}

type Asset = { type: string; file: TaggedBody }

async function nullIfMissing<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Redirects a visitor without a session to the sign-in page, which then returns here. */
const sendPageToSignedIn =
  (findSession: FindSession, head: PageHead = pageHeads.dashboard) =>
  async (ctx: AppContext, request: FastifyRequest, reply: FastifyReply) => {
    if (await findSession(ctx, request)) return sendPage(head)(ctx, request, reply)
    const basePath = getBasePath(ctx.baseUrl)
    return reply.redirect(`${basePath}/sign-in?next=${encodeURIComponent(basePath + request.url)}`, 302)
  }

/** A compressed format. */
const fontType = 'font/woff2'

/** By extension. The names of the files contain a hash of their content. */
const assetTypes = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.woff2', fontType],
])

async function sendAsset(ctx: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const [path = ''] = request.url.split('?', 1)
  const asset = await readAsset(ctx, path)
  if (asset !== null && asset.type !== fontType) {
    reply.header('Cache-Control', 'public, max-age=31536000, immutable')
    return sendSharedBody(ctx, request, reply, asset.type, asset.file)
  }
  return reply.sendFile(decodeURIComponent(path), { maxAge: '365d', immutable: true })
}
