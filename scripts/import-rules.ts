/**
 * The import rules. Entry points import features, features import core, http, db, jobs and net, and nothing imports in a
 * cycle, neither folders nor files. Other features import a feature's top-level files only; its subfolders, routes, jobs
 * and commands are private, except that an entry point mounts them. `statistics/` is public: it has pure functions.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'

/** Returns one line per violation in the tree below `root`. */
export function findImportProblems(root: string): string[] {
  const present = guarded.filter((folder) => existsSync(join(root, folder)))
  const names = present.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  const files = names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.(ts|tsx|js)$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
  return importProblems(new Map(files.map((name) => [name, readFileSync(join(root, name), 'utf8')])))
}

/** `files`: path from the root → source. */
export function importProblems(files: Map<string, string>): string[] {
  const product = [...files].filter(([file]) => !isExempt(file))
  const imports = product.flatMap(([file, source]) => getImports(file, source))
  return [
    ...product.flatMap(([file, source]) => (isBarrel(file, source) ? [`${file}: no barrel files`] : [])),
    ...imports.flatMap((each) => {
      const reason = violation(each) ?? entryViolation(each, (path) => files.has(path))
      return reason === null ? [] : [`${each.from} imports ${each.to}: ${reason}`]
    }),
    ...cycles(imports, ({ from, to }) => (files.has(to) ? [from, to] : null)),
    ...cycles(imports, ({ from, to }) =>
      isInSrc(from) && isInSrc(to) ? [getUnit(from), getUnit(to)] : null,
    ),
    ...rarelyUsedCoreFiles(product, imports),
  ]
}

const guarded = ['src', 'web', 'pixel', 'simulator', 'vocabulary']

/** Tests and fixtures import whatever they need; build settings are not part of the product. */
const isExempt = (file: string) => isForTests(file) || /(^|\/)(vite\.config|texts-plugin)\.ts$/.test(file)
const isForTests = (file: string) => /\.(test|fixture)\.tsx?$/.test(file)

/** `to`: a path from the root, or the name of a package. */
type Import = { from: string; to: string; typeOnly: boolean }

const staticImport = /^\s*(?:import|export)\s+(type\s)?(?:[\w$*{},\s]+?\sfrom\s+)?['"]([^'"]+)['"]/gm
const dynamicImport = /\bimport\(\s*()['"]([^'"]+)['"]/g
const reExport = /^export\s+(?:type\s)?(?:\*|\{[^}]*\})\s*(?:as\s+\w+\s*)?from\s/m

function getImports(from: string, source: string): Import[] {
  return [...source.matchAll(staticImport), ...source.matchAll(dynamicImport)].map(
    ([, type, target = '']) => ({
      from,
      to: target.startsWith('.') ? normalize(join(from, '..', target)) : target,
      typeOnly: Boolean(type),
    }),
  )
}

const isBarrel = (file: string, source: string) => /(^|\/)index\.tsx?$/.test(file) || reExport.test(source)

const isInSrc = (path: string) => path.startsWith('src/')

/** Folders of src that import no feature, with the foundations that each may import. */
const foundations: Record<string, readonly string[]> = {
  db: [],
  languages: [],
  core: ['db', 'languages'],
  http: ['core', 'db', 'languages'],
  jobs: ['core', 'db', 'languages'],
  net: ['core', 'db', 'languages'],
}

/** The folder of src that a file is in, or the file itself when it is an entry point. */
const getUnit = (path: string) => path.split('/').slice(1, 2).join()

type Area = 'entry' | 'feature' | 'foundation' | 'web' | 'pixel' | 'simulator' | 'vocabulary' | 'outside'

function getArea(path: string): Area {
  const [folder = ''] = path.split('/')
  if (folder === 'src') {
    if (dirname(path) === 'src') return 'entry'
    return getUnit(path) in foundations ? 'foundation' : 'feature'
  }
  return folder === 'web' || folder === 'pixel' || folder === 'simulator' || folder === 'vocabulary'
    ? folder
    : 'outside'
}

const reachable: Record<Area, readonly Area[]> = {
  entry: ['entry', 'feature', 'foundation', 'simulator', 'vocabulary'],
  feature: ['feature', 'foundation', 'vocabulary'],
  foundation: ['foundation', 'vocabulary'],
  simulator: ['simulator', 'vocabulary'],
  web: ['web', 'vocabulary'],
  vocabulary: ['vocabulary'],
  pixel: [],
  outside: [],
}

/** The allowed imports between the simulator and src. */
const simulatorImports = [
  { from: /^simulator\//, to: /^src\/engines\/(engine|vendors)\.ts$/ },
  { from: /^src\/(tracking\/simulated-market|demo\/[\w-]+)\.ts$/, to: /^simulator\// },
]

function violation({ from, to, typeOnly }: Import): string | null {
  const [here, there] = [getArea(from), getArea(to)]
  if (there === 'outside') return packageViolation(here, to, typeOnly)
  if (isForTests(to)) return 'it is for tests'
  if (here === 'web' && isInSrc(to)) return typeOnly ? null : 'web imports only types from src (import type)'
  if (simulatorImports.some((allowed) => allowed.from.test(from) && allowed.to.test(to))) return null
  if (!reachable[here].includes(there)) return `${here} may not import ${there}`
  const [unit, other] = [getUnit(from), getUnit(to)]
  if (here === 'foundation' && there === 'foundation' && unit !== other)
    return foundations[unit]?.includes(other) ? null : `${unit} may not import ${other}`
  if (there === 'feature' && unit !== other) return privateViolation(here, to)
  return null
}

/** Packages that only a server can use; the browser's bundle must not contain them. */
const serverPackages = /^(node:.*|@fastify\/.*|fastify|kysely|pg|pg-boss|pino|csv-parse|tldts|zod)$/

/** The SDKs of the engines' vendors, which are development dependencies. */
const vendorSdks =
  /^(openai|@anthropic-ai\/sdk|@google\/genai|@perplexity-ai\/perplexity_ai|@openrouter\/sdk|@mistralai\/mistralai)(\/|$)/

function packageViolation(here: Area, to: string, typeOnly: boolean): string | null {
  if (vendorSdks.test(to)) return typeOnly ? null : 'import only types of an SDK (import type)'
  if (here === 'pixel') return 'the pixel imports nothing'
  if (here === 'vocabulary')
    return to === 'intl-messageformat' ? null : 'the vocabulary imports nothing except intl-messageformat'
  return here === 'web' && serverPackages.test(to) ? 'it is a package of the server' : null
}

/** Returns the violation of a feature's privacy, or null. Entry points may mount routes, jobs and commands, also of subfolders. */
function privateViolation(here: Area, to: string): string | null {
  const isMounted = /(^|[/-])(routes|jobs|commands)\.ts$/.test(to)
  if (here === 'entry') return null
  if (isMounted) return 'routes, jobs and commands are for entry points'
  return to.split('/').length > 3 && !/^src\/[\w-]+\/statistics\//.test(to)
    ? `the subfolders of ${getUnit(to)} are private`
    : null
}

/** A folder with a sibling file of the same name is imported through that file: `metrics/rollups.ts` for `metrics/rollups/`. */
function entryViolation({ from, to }: Import, exists: (path: string) => boolean): string | null {
  const folder = dirname(to)
  const entry = `${folder}.ts`
  // src/jobs.ts is an entry point, not the entry of src/jobs/.
  if (dirname(folder) === 'src' || from === entry || from.startsWith(`${folder}/`) || !exists(entry))
    return null
  return `enter the folder through ${entry}`
}

/** A file of core belongs to the feature that uses it unless at least three folders do. */
function rarelyUsedCoreFiles(product: [string, string][], imports: Import[]): string[] {
  return product.flatMap(([file]) => {
    if (!file.startsWith('src/core/')) return []
    const users = new Set(
      imports
        .filter(({ to, from }) => to === file && getUnit(from) !== 'core')
        .map(({ from }) => getUnit(from)),
    )
    return users.size >= 3 || usedByCoreOnly(file, imports)
      ? []
      : [`${file}: used by ${users.size} folders; core is for what three or more use`]
  })
}

const usedByCoreOnly = (file: string, imports: Import[]) => {
  const users = imports.filter(({ to }) => to === file)
  return users.length > 0 && users.every(({ from }) => getUnit(from) === 'core')
}

/** Each cycle once, with one import per step. `step` maps an import to an edge, or to null. */
function cycles(imports: Import[], step: (each: Import) => [string, string] | null): string[] {
  const edges = new Map<string, Map<string, Import>>()
  for (const each of imports) {
    const [from, to] = step(each) ?? []
    if (from === undefined || to === undefined || from === to) continue
    const next = edges.get(from) ?? new Map<string, Import>()
    edges.set(from, next.set(to, each))
  }
  const found = new Map<string, string>()
  for (const start of [...edges.keys()].sort()) {
    const cycle = shortestCycle(start, (node) => [...(edges.get(node)?.keys() ?? [])])
    const key = cycle?.toSorted().join() ?? ''
    if (!cycle || found.has(key)) continue
    const shown = cycle.map((node, index) => {
      const used = edges.get(node)?.get(cycle[(index + 1) % cycle.length] ?? '')
      return `${used?.from} imports ${used?.to}`
    })
    found.set(key, `cycle ${[...cycle, start].join(' → ')}: ${shown.join('; ')}`)
  }
  return [...found.values()]
}

function shortestCycle(start: string, next: (node: string) => string[]): string[] | null {
  const paths = [[start]]
  const seen = new Set<string>()
  for (const path of paths) {
    for (const node of next(path.at(-1) ?? start)) {
      if (node === start) return path
      if (!seen.has(node)) paths.push([...path, node])
      seen.add(node)
    }
  }
  return null
}
