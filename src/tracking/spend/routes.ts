import { z } from 'zod'
import { brandInPath, listBrands } from '../../brands/brands.ts'
import type { Context } from '../../core/context.ts'
import { dateRange } from '../../core/fields.ts'
import { pageQuery } from '../../core/paging.ts'
import { route } from '../../http/route.ts'
import type { ModelUse } from '../../llm/chosen-model.ts'
import { BrandBudget, BrandSpendLimit, readBrandBudgets, setBrandSpendLimit } from '../brand-budgets.ts'
import { EngineModels, listEngineModels } from './engine-models.ts'
import { forecastNextMonth, NextMonth } from './forecast.ts'
import { getModelMethod, ModelChoice, ModelMethod, setModelMethod } from './model-method.ts'
import { estimatePrompts, PromptCost, PromptCostQuery } from './prompt-cost.ts'
import { getSpendReport, listSpend, paginateSpend, SpendItem, SpendReport } from './report.ts'

const readTexts = {
  sentiment: {
    summary: 'Get how sentiment is classified',
    description:
      'The current method, and the cheapest language model of each vendor with its estimated cost. No text is sent to a model before a person has chosen its vendor.',
  },
  claims: {
    summary: 'Get how claims are compared',
    description:
      'Whether a language model compares the facts that the rules did not decide, and the cheapest model of each vendor with its estimated cost. No text is sent to a model before a person has chosen its vendor.',
  },
} satisfies Record<ModelUse, object>

const chooseTexts = {
  sentiment: {
    summary: 'Choose how sentiment is classified',
    description:
      'Lets the cheapest language model of a vendor classify the answers from today (UTC) on, or lets rules classify all answers. All brands are then reanalyzed, so that no number mixes methods.',
  },
  claims: {
    summary: 'Choose how claims are compared',
    description:
      'Lets the cheapest language model of a vendor compare answers from today (UTC) on with the facts that the rules did not decide in them, or only rules compare. Verdicts of a former model stop counting, except those that a person decided.',
  },
} satisfies Record<ModelUse, object>

const readMethod = (use: ModelUse) =>
  route({
    access: 'manage',
    invalidatedBy: 'answers',
    ...readTexts[use],
    returns: ModelMethod,
    run: (ctx) => getModelMethod(ctx, use),
  })

const chooseMethod = (use: ModelUse) =>
  route({
    access: 'manage',
    ...chooseTexts[use],
    body: ModelChoice,
    errors: ['not_configured'],
    returns: ModelMethod,
    run: async (ctx, { body }) => {
      await setModelMethod(ctx, use, body)
      return getModelMethod(ctx, use)
    },
  })

export const spendRoutes = {
  'GET /api/engine-models': route({
    access: 'manage',
    invalidatedBy: 'answers',
    summary: 'Compare what the models of engines cost',
    description:
      'For each API that serves a platform of the organization: the configured model, and what each of its models would cost per answer, per run of all active brands and per month, cheapest first. All costs are estimates: another model can use more or fewer tokens.',
    returns: z.object({ items: z.array(EngineModels) }),
    run: async (ctx) => ({ items: await listEngineModels(ctx) }),
  }),
  'GET /api/brands/:brand/prompt-cost': route({
    ...brandInPath,
    access: 'write',
    scope: 'read',
    invalidatedBy: 'answers',
    summary: 'Estimate the monthly cost of one more prompt',
    description: 'For the coming month, with the platforms, samples and frequency of the brand.',
    query: PromptCostQuery,
    returns: PromptCost,
    run: (ctx, { found, query }) =>
      estimatePrompts(ctx, found.brand, [
        { platforms: null, persona_id: null, turnsBefore: query.turns_before },
      ]),
  }),
  'GET /api/sentiment-method': readMethod('sentiment'),
  'GET /api/claims-method': readMethod('claims'),
  'PUT /api/brands/:brand/spend-limit': route({
    ...brandInPath,
    access: 'manage',
    summary: 'Set the spending limit of a brand',
    description:
      'Once the spend on the brand reaches it, no more paid calls are made for the brand until the next month (UTC). The limits of the organization apply as well.',
    body: BrandSpendLimit,
    returns: BrandSpendLimit,
    run: async (ctx, { found, body }) => {
      await setBrandSpendLimit(ctx, found.brand, body)
      return body
    },
  }),
  'PUT /api/sentiment-method': chooseMethod('sentiment'),
  'PUT /api/claims-method': chooseMethod('claims'),
  'GET /api/spend': route({
    access: 'manage',
    invalidatedBy: 'answers',
    summary: 'Get spending and a forecast for the coming month',
    description:
      'Covers the current month, or the given days. `items` has one row for each day, kind, engine and brand, newest first; the sums cover all rows.',
    query: { ...dateRange, ...pageQuery },
    returns: SpendReport.extend({
      items: z.array(SpendItem),
      next_cursor: z.string().nullable(),
      brand_budgets: z
        .array(BrandBudget.extend({ brand_id: z.uuid(), name: z.string() }))
        .describe('The limit and the estimate of each brand for the current month, by name.'),
      next_month: NextMonth,
    }),
    run: async (ctx, { query }) => {
      const rows = await listSpend(ctx, query)
      return {
        ...(await getSpendReport(ctx, query, rows)),
        ...paginateSpend(rows, query),
        brand_budgets: await listBrandBudgets(ctx),
        next_month: await forecastNextMonth(ctx),
      }
    },
  }),
}

async function listBrandBudgets(ctx: Context) {
  const budgets = await readBrandBudgets(ctx)
  return (await listBrands(ctx))
    .flatMap(({ id, name }) => {
      const budget = budgets.get(id)
      return budget ? [{ brand_id: id, name, ...budget }] : []
    })
    .sort((a, b) => a.name.localeCompare(b.name))
}
