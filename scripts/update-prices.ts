/**
 * `npm run prices` compares `src/engines/prices.json` with two maintained price lists: it writes the changes of the first one
 * as new rows that start today, and prints what the second one has differently. Rows of earlier prices stay. A person
 * reviews the result; `-- --check` writes nothing and fails when there is a change.
 *
 * The lists are npm packages under the MIT license: `@earendil-works/pi-ai` is updated within days of a launch, and
 * `@pydantic/genai-prices` is maintained independently of it. Neither has search fees for all vendors, or end dates:
 * these fields are kept as they are.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import { type ModelPrice, PriceList } from '../src/engines/prices.ts'

const file = fileURLToPath(new URL('../src/engines/prices.json', import.meta.url))

/** Prices of a public list by our vendor and the model's exact name. */
export type PublicPrices = Map<
  string,
  Pick<ModelPrice, 'input' | 'cachedInput' | 'cacheWrite' | 'output' | 'tiers'>
>

export type Update = {
  list: z.output<typeof PriceList>
  /** New rows that were added. */
  changed: string[]
  /** Models that the second list prices differently. */
  disputed: string[]
  /** Models of the first list that `prices.json` does not have. */
  unlisted: string[]
}

async function main(args: readonly string[]): Promise<void> {
  const list = PriceList.parse(JSON.parse(readFileSync(file, 'utf8')))
  const folder = mkdtempSync(join(tmpdir(), 'prices-'))
  try {
    const first = readPiAi(unpack('@earendil-works/pi-ai', folder))
    const second = await readGenaiPrices(unpack('@pydantic/genai-prices', folder))
    const added = args.flatMap((arg, index) => (arg === '--add' ? (args[index + 1] ?? []) : []))
    const update = updatePrices(list, { first, second, added, today: new Date().toISOString().slice(0, 10) })
    print('Changed prices', update.changed)
    print('Different in the second list', update.disputed)
    print('Not in prices.json; add one with -- --add vendor/model', update.unlisted)
    if (!args.includes('--check')) writeFileSync(file, formatPrices(update.list))
    else if (update.changed.length > 0) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function print(title: string, lines: readonly string[]): void {
  process.stdout.write(
    `${title}: ${lines.length === 0 ? 'none' : ''}\n${lines.map((line) => `  ${line}\n`).join('')}`,
  )
}

/** `added`: models to add, as `vendor/model`. */
export function updatePrices(
  list: z.output<typeof PriceList>,
  {
    first,
    second,
    added,
    today,
  }: { first: PublicPrices; second: PublicPrices; added: readonly string[]; today: string },
): Update {
  const changed: string[] = []
  const disputed: string[] = []
  const current = new Map<string, ModelPrice>()
  for (const row of list.models) if ((row.from ?? '') <= today) current.set(getKey(row), row)
  const rows = list.models.flatMap((row): ModelPrice[] => {
    const key = getKey(row)
    const found = first.get(key)
    if (found === undefined || current.get(key) !== row) return [row]
    const other = second.get(key)
    if (other && !isSame(other, found)) disputed.push(`${key}: ${show(found)}, second list ${show(other)}`)
    if (isSame(row, found)) return [{ ...row, checked: today }]
    changed.push(`${key}: ${show(row)} → ${show(found)}`)
    return [row, { ...withoutTiers(row), ...found, from: today, checked: today }]
  })
  for (const key of added) {
    const found = first.get(key)
    const [vendor = '', model = ''] = [key.slice(0, key.indexOf('/')), key.slice(key.indexOf('/') + 1)]
    const like = list.models.findLast((row) => row.vendor === vendor)
    if (!found || !like) throw new Error(`The first list has no price of ${key}`)
    const { search, searchUnit, source } = like
    rows.push({ vendor, model, ...found, search, searchUnit, source, checked: today })
    changed.push(`${key}: added, ${show(found)}`)
  }
  const unlisted = [...first.keys()].filter((key) => !current.has(key) && !added.includes(key))
  return { list: { ...list, models: rows }, changed, disputed, unlisted }
}

const getKey = ({ vendor, model }: Pick<ModelPrice, 'vendor' | 'model'>) => `${vendor}/${model}`

const withoutTiers = ({ tiers: _, cacheWrite: _write, ...row }: ModelPrice) => row

type Prices = Pick<ModelPrice, 'input' | 'cachedInput' | 'output'>

/** Prices of long requests are compared by neither list in the same way: one includes the limit, the other does not. */
const isSame = (a: Prices, b: Prices) =>
  a.input === b.input && a.output === b.output && a.cachedInput === b.cachedInput

const show = ({ input, cachedInput, output }: Prices) => `${input} / ${cachedInput} / ${output}`

/** One row per line, so that a change of a price is a change of one line. The fields have the order of the schema. */
export function formatPrices(list: z.output<typeof PriceList>): string {
  const { models, units } = PriceList.parse(list)
  const lines = (rows: readonly object[]) => rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')
  return `{\n  "models": [\n${lines(models)}\n  ],\n  "units": [\n${lines(units)}\n  ]\n}\n`
}

/** Downloads a package with npm and returns its folder. */
function unpack(name: string, folder: string): string {
  const target = mkdtempSync(join(folder, 'package-'))
  const [packed] = z
    .array(z.object({ filename: z.string() }))
    .parse(JSON.parse(execFileSync('npm', ['pack', name, '--json', '--pack-destination', target], quiet)))
  execFileSync('tar', ['-xzf', join(target, packed?.filename ?? ''), '-C', target])
  return join(target, 'package')
}

const quiet: { encoding: 'utf8'; stdio: ('ignore' | 'pipe')[] } = {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
}

const PiAiPrices = z.object({ input: z.number(), output: z.number(), cacheRead: z.number().optional() })
const PiAiModels = z.record(
  z.string(),
  z.record(
    z.string(),
    z.object({
      type: z.string(),
      id: z.string(),
      cost: PiAiPrices.extend({
        cacheWrite: z.number().optional(),
        tiers: z
          .array(PiAiPrices.extend({ inputTokensAbove: z.number(), cacheWrite: z.number().optional() }))
          .optional(),
      }),
    }),
  ),
)

/** Vendors by their names in pi-ai. A price of 0 means that there is none. */
const piAiVendors = {
  openai: 'openai',
  google: 'gemini',
  anthropic: 'anthropic',
  xai: 'xai',
  mistral: 'mistral',
}

function readPiAi(folder: string): PublicPrices {
  const prices: PublicPrices = new Map()
  for (const [name, vendor] of Object.entries(piAiVendors)) {
    const path = join(folder, 'dist/providers/data', `${name}.json`)
    const models = PiAiModels.parse(JSON.parse(readFileSync(path, 'utf8')))
    for (const { type, id, cost } of Object.values(models).flatMap((of) => Object.values(of))) {
      if (type !== 'chat' || cost.input === 0) continue
      const tiers = (cost.tiers ?? []).map(({ inputTokensAbove, ...tier }) => ({
        above: inputTokensAbove,
        ...tokenPrices(tier),
      }))
      prices.set(`${vendor}/${id}`, { ...tokenPrices(cost), ...(tiers.length > 0 && { tiers }) })
    }
  }
  return prices
}

const tokenPrices = ({
  input,
  output,
  cacheRead = 0,
  cacheWrite = 0,
}: z.output<typeof PiAiPrices> & { cacheWrite?: number | undefined }) => ({
  input,
  cachedInput: cacheRead === 0 ? input : cacheRead,
  ...(cacheWrite > 0 && { cacheWrite }),
  output,
})

/** A price, or the base of a price in tiers. */
const GenaiPrice = z
  .union([z.number(), z.object({ base: z.number() }).transform(({ base }) => base)])
  .optional()
const GenaiPrices = z.object({ input_mtok: GenaiPrice, cache_read_mtok: GenaiPrice, output_mtok: GenaiPrice })
const GenaiProvider = z.object({
  models: z.array(
    z.object({
      id: z.string(),
      prices: z.union([
        GenaiPrices,
        z.array(
          z.object({
            constraint: z.object({ start_date: z.string() }).optional().catch(undefined),
            prices: GenaiPrices,
          }),
        ),
      ]),
    }),
  ),
})

const genaiVendors = {
  openai: 'openai',
  google: 'gemini',
  anthropic: 'anthropic',
  'x-ai': 'xai',
  perplexity: 'perplexity',
  mistral: 'mistral',
}

/** Compares by exact names: the patterns of the list also match later models with longer names. */
async function readGenaiPrices(folder: string): Promise<PublicPrices> {
  const { findProvider } = await import(pathToFileURL(join(folder, 'dist/index.js')).href)
  const today = new Date().toISOString().slice(0, 10)
  const prices: PublicPrices = new Map()
  for (const [providerId, vendor] of Object.entries(genaiVendors))
    for (const { id, prices: found } of GenaiProvider.parse(findProvider({ providerId })).models) {
      const rows = Array.isArray(found) ? found : [{ prices: found, constraint: undefined }]
      const started = rows.filter(({ constraint }) => (constraint?.start_date ?? '') <= today)
      const {
        input_mtok: input,
        output_mtok: output,
        cache_read_mtok: cachedInput = input,
      } = started.at(-1)?.prices ?? {}
      if (input !== undefined && output !== undefined && cachedInput !== undefined)
        prices.set(`${vendor}/${id}`, { input, cachedInput, output })
    }
  return prices
}

// At the end, because the schemas above are initialized in order.
if (import.meta.main) await main(process.argv.slice(2))
