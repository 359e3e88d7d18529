import { z } from 'zod'
import { notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { NoContent, route } from '../http/route.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { requireBudget } from '../plans/spend-ledger.ts'
import { checkEngines, EngineChecks } from './engine-checks.ts'
import { requireKeyLimit } from './key-limits.ts'
import { EngineKey, listEngineKeys } from './list-keys.ts'
import {
  Credentials,
  deleteEngineKey,
  EngineKeyChange,
  engineWithCredentials,
  loadCredentials,
  requireAllCredentials,
  setEngineKey,
  testPlatform,
} from './organization-keys.ts'
import { EngineReliability, measureReliability } from './reliability.ts'
import { TestOutcome, testEngine } from './test-engine.ts'
import { findVendor, type Vendor, vendors } from './vendors.ts'

const backendNames = vendors.map(({ name }) => name)

const backendParam = {
  params: {
    backend: z
      .enum(backendNames, {
        error: localizedIssue(message('common.texts.mustBeOneOfNames', { names: backendNames.join(', ') })),
      })
      .describe('Name of the backend.'),
  },
}

const checkReads = {
  unlimited: 'The reads of answers are within the limits; the requests to vendors are not.',
}

export const engineRoutes = {
  'GET /api/engine-keys': route({
    access: 'manage',
    invalidatedBy: 'answers',
    summary: 'List engine keys',
    description:
      'Every backend with the key that is used for it, its spend this month and its limit. Keys themselves are never returned.',
    returns: z.object({ items: z.array(EngineKey) }),
    run: async (ctx) => ({ items: await listEngineKeys(ctx) }),
  }),
  'GET /api/engine-checks': route({
    access: 'manage',
    invalidatedBy: 'answers',
    reads: checkReads,
    summary: 'List the findings of engine checks',
    description:
      'For each API that serves a platform of the organization: whether its model ends soon, has a known price, and answers as expected.',
    returns: EngineChecks,
    run: (ctx) => checkEngines(ctx, { fresh: false }),
  }),
  'POST /api/engine-checks': route({
    access: 'manage',
    scope: 'run',
    reads: checkReads,
    summary: 'Check engines now',
    description: 'Asks the vendors for their model lists, which is free, and returns the findings.',
    returns: EngineChecks,
    run: (ctx) => checkEngines(ctx, { fresh: true }),
  }),
  'GET /api/engine-reliability': route({
    access: 'organization',
    invalidatedBy: 'answers',
    summary: 'Measure the reliability of engines',
    description:
      'Success rate, latency and cost of the queries of the organization in the last twelve weeks, by backend and platform. Imported and simulated answers are not counted.',
    returns: z.object({ items: z.array(EngineReliability) }),
    run: async (ctx) => ({ items: await measureReliability(ctx) }),
  }),
  'PUT /api/engine-keys/:backend': route({
    access: 'manage',
    summary: 'Set an engine key',
    description:
      "Stores the organization's own key, encrypted, or the monthly limit of the backend. Omitted fields keep their values. Runs in progress use the earlier key.",
    ...backendParam,
    body: EngineKeyChange,
    returns: NoContent,
    status: 204,
    run: (ctx, { params, body }) => setEngineKey(ctx, vendorNamed(params.backend), body),
  }),
  'DELETE /api/engine-keys/:backend': route({
    access: 'manage',
    summary: 'Remove an engine key',
    description:
      "Removes the organization's key and its limit. The key of the settings is used again, if there is one.",
    ...backendParam,
    errors: ['not_found'],
    returns: NoContent,
    status: 204,
    run: (ctx, { params }) => deleteEngineKey(ctx, vendorNamed(params.backend)),
  }),
  'POST /api/engine-keys/:backend/test': route({
    access: 'manage',
    scope: 'run',
    summary: 'Test an engine key with one short query',
    description:
      'Tests the given key, or the stored one, with one paid query, which can take minutes for a scraper. The given key is not stored, and neither is the answer.',
    ...backendParam,
    body: z.strictObject({ credentials: Credentials.optional().describe('Omit to test the stored key.') }),
    errors: ['not_found', 'not_configured', 'plan_limit', 'run_cap'],
    returns: TestOutcome,
    run: async (ctx, { params, body }) => {
      const vendor = vendorNamed(params.backend)
      if (body.credentials) requireAllCredentials(ctx, vendor, body.credentials)
      const credentials = body.credentials ?? (await loadCredentials(ctx, vendor))
      await requireBudget(ctx)
      await requireKeyLimit(ctx, vendor.name)
      const platform = testPlatform(vendor)
      const engine = engineWithCredentials(ctx, vendor, platform, credentials)
      await recordEvent(ctx, 'engine_key.tested', {
        data: { backend: vendor.name, is_stored: body.credentials === undefined },
      })
      return testEngine(ctx, engine, platform)
    },
  }),
}

function vendorNamed(name: string): Vendor {
  const vendor = findVendor(name)
  if (!vendor) throw notFound(message('engines.routes.noSuchBackend'))
  return vendor
}
