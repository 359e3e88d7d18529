/**
 * Who may import whom: the top of src → nouns → core, never in a circle; the parts beside src keep to themselves.
 * A noun meets another at the files of its folder; its routes and commands are for the top, its subfolders its own.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path/posix'

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

/** Path from the root → source. */
export function importProblems(files: Map<string, string>): string[] {
  const barrels = [...files.keys()].filter((file) => /(^|\/)index\.tsx?$/.test(file))
  const imports = [...files]
    .filter(([file]) => !isExempt(file))
    .flatMap(([file, source]) => importsOf(file, source))
  return [
    ...barrels.map((file) => `${file}: no barrels; name the file for what it holds`),
    ...imports.flatMap((each) => {
      const reason = whyNot(each)
      return reason === null ? [] : [`${each.from} imports ${each.to}: ${reason}`]
    }),
    ...circles(imports),
  ]
}

const guarded = ['src', 'web', 'pixel', 'simulator', 'vocabulary']

/** Tests and their fixtures look wherever they must; a build's settings run beside the code, not in it. */
const isExempt = (file: string) => isForTests(file) || /(^|\/)vite\.config\.ts$/.test(file)
const isForTests = (file: string) => /\.(test|fixture)\.tsx?$/.test(file)

/** `to`: a path from the root, or a package's name. */
type Import = { from: string; to: string; typeOnly: boolean }

const staticImport = /^\s*(?:import|export)\s+(type\s)?(?:[\w$*{},\s]+?\sfrom\s+)?['"]([^'"]+)['"]/gm
const dynamicImport = /\bimport\(\s*()['"]([^'"]+)['"]/g

function importsOf(from: string, source: string): Import[] {
  return [...source.matchAll(staticImport), ...source.matchAll(dynamicImport)].map(
    ([, type, target = '']) => ({
      from,
      to: target.startsWith('.') ? normalize(join(from, '..', target)) : target,
      typeOnly: Boolean(type),
    }),
  )
}

/** `top`: the files of src itself; `outside`: packages and files of the root; else the folder's name, or `noun`. */
function areaOf(path: string): string {
  const [folder = '', second = '', ...deeper] = path.split('/')
  if (!guarded.includes(folder)) return 'outside'
  if (folder !== 'src') return folder
  if (second === 'core') return 'core'
  return second.includes('.') && deeper.length === 0 ? 'top' : 'noun'
}

const nounOf = (path: string) => path.split('/')[1] ?? ''

const reachable: Record<string, string[]> = {
  top: ['top', 'noun', 'core', 'simulator', 'vocabulary'],
  noun: ['noun', 'core', 'vocabulary'],
  core: ['core', 'vocabulary'],
  simulator: ['simulator', 'vocabulary'],
  web: ['web', 'vocabulary'],
  vocabulary: ['vocabulary'],
  pixel: [],
}

function whyNot({ from, to, typeOnly }: Import): string | null {
  const [here, there] = [areaOf(from), areaOf(to)]
  if (there === 'outside') return whyNotOutside(here, to)
  if (isForTests(to)) return 'it is for tests'
  if (here === 'web' && to.startsWith('src/'))
    return typeOnly ? null : 'web takes types only from src (import type)'
  if (here === 'simulator' && to === 'src/engines/engine.ts') return null
  if (!reachable[here]?.includes(there)) return `${nameOf(here)} may not use ${nameOf(there)}`
  if (here === 'noun' && there === 'noun' && nounOf(from) !== nounOf(to)) return whyNotNoun(to)
  return null
}

const nameOf = (area: string) => ({ top: 'the top of src', noun: 'a noun' })[area] ?? area

/** Packages that only a server can use; the browser's bundle must not pull them in. */
const serverPackages = /^(node:.*|@fastify\/.*|fastify|kysely|pg|pg-boss|pino|csv-parse|tldts|zod)$/

function whyNotOutside(here: string, to: string): string | null {
  if (here === 'pixel') return 'the pixel imports nothing'
  if (here === 'vocabulary') return 'the vocabulary imports nothing'
  return here === 'web' && serverPackages.test(to) ? 'it is a package of the server' : null
}

function whyNotNoun(to: string): string | null {
  if (to.split('/').length > 3) return `the subfolders of ${nounOf(to)} are its own`
  return /\/(routes|commands)\.ts$/.test(to) ? 'routes and commands are for the top of src' : null
}

/** Each circle once, with an import for each of its steps. */
function circles(imports: Import[]): string[] {
  const steps = new Map<string, Import>()
  for (const each of imports) {
    const [here, there] = [nounOf(each.from), nounOf(each.to)]
    const between = areaOf(each.from) === 'noun' && areaOf(each.to) === 'noun' && here !== there
    if (between) steps.set(`${here} → ${there}`, each)
  }
  const nouns = [...new Set([...steps.values()].flatMap(({ from, to }) => [nounOf(from), nounOf(to)]))].sort()
  const next = (noun: string) => nouns.filter((other) => steps.has(`${noun} → ${other}`))
  const found = new Map<string, string>()
  for (const noun of nouns) {
    const circle = shortestWayBack(noun, next)
    const key = circle?.toSorted().join() ?? ''
    if (!circle || found.has(key)) continue
    const shown = circle.map((here, index) => {
      const step = steps.get(`${here} → ${circle[(index + 1) % circle.length]}`)
      return `${step?.from} imports ${step?.to}`
    })
    found.set(key, `circle ${[...circle, noun].join(' → ')}: ${shown.join('; ')}`)
  }
  return [...found.values()]
}

function shortestWayBack(start: string, next: (noun: string) => string[]): string[] | null {
  const ways = [[start]]
  const seen = new Set<string>()
  for (const way of ways) {
    for (const noun of next(way.at(-1) ?? start)) {
      if (noun === start) return way
      if (!seen.has(noun)) ways.push([...way, noun])
      seen.add(noun)
    }
  }
  return null
}
