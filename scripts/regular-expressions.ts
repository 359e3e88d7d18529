/**
 * Finds regular expressions of the product whose time grows faster than the text that they search, because most of them see
 * text that strangers write. A worker thread or a request that searches such a text serves several organizations.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync, Visitor } from 'vite'

/** `place`: the file below the root, with the line if it is a literal. */
export type Found = { place: string; expression: RegExp }

const folders = ['src', 'vocabulary', 'web', 'pixel']

/** Expressions whose text is short, and why. The key is the file and the expression. */
const allowed: ReadonlyMap<string, string> = new Map([
  [String.raw`src/backup/s3-storage.ts /^s3:\/\/([^/]+)\/?(.*)$/`, 'It reads a setting of the operator.'],
  [
    String.raw`src/competitor-suggestions/name-usage.ts /(?:\p{Ll}[\p{L}’'-]*,? |[/(]|\p{L}, )$/u`,
    'occurrences.ts passes 40 characters.',
  ],
  [
    String.raw`src/competitor-suggestions/occurrences.ts /(\p{Lu}[\p{L}\d&.'’-]*) (?:[\p{L}\d-]+\/)?$/u`,
    'occurrences.ts passes 40 characters.',
  ],
])

/** Returns one line for each slow expression that is not allowed, and for each entry of the list that is not needed. */
export async function findSlowExpressions(root: string): Promise<string[]> {
  const files = sourceFiles(root)
  const found = files.flatMap(({ file, source }) => getLiterals(file, source))
  const slow = [...found, ...(await constructedIn(root, files))].flatMap((each) => {
    const reason = slowness(each.expression)
    return reason === null ? [] : [{ ...each, reason }]
  })
  const getKey = ({ place, expression }: Found) => `${place.replace(/:\d+$/, '')} ${expression}`
  const keys = new Set(slow.map(getKey))
  return [
    ...slow
      .filter((each) => !allowed.has(getKey(each)))
      .map(({ place, expression, reason }) => `${place}: ${expression} ${reason}`),
    ...[...allowed.keys()]
      .filter((key) => !keys.has(key))
      .map((key) => `scripts/regular-expressions.ts allows an expression that is fast or gone: ${key}`),
  ]
}

/** Returns how an expression is slow on a repeated character, or null. */
export function slowness(expression: RegExp): string | null {
  const [report] = analyse(expression, { reportTypes: { Move: true, Self: true, Trade: true } }).reports
  if (report === undefined) return null
  return `takes ${report.exponential ? 'exponential' : 'quadratic'} time on a repeated ${JSON.stringify(report.character.pick)}`
}

/** scslre is a CommonJS module that Node cannot import by name. */
const { analyse }: typeof import('scslre') = createRequire(import.meta.url)('scslre')

type SourceFile = { file: string; source: string }

function sourceFiles(root: string): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((file) => /\.(ts|tsx|js)$/.test(file) && !/\/dist\/|\.(test|fixture)\./.test(file))
      .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') })),
  )
}

/** Returns the literals of a file. */
export function getLiterals(file: string, source: string): Found[] {
  const found: Found[] = []
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      const line = source.slice(0, node.start).split('\n').length
      found.push({
        place: `${file}:${line}`,
        expression: new RegExp(node.regex.pattern, node.regex.flags),
      })
    },
  }).visit(parseSync(file, source).program)
  return found
}

/** Returns the expressions that the modules of the server construct from data when they are loaded. */
async function constructedIn(root: string, files: SourceFile[]): Promise<Found[]> {
  const found: Found[] = []
  const constructing = files.filter(
    ({ file, source }) => /^(src|vocabulary)\//.test(file) && /\bnew RegExp\(/.test(source),
  )
  const Original = globalThis.RegExp
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [pattern, flags]) {
      const expression = new target(pattern, flags)
      const caller = new Error().stack ?? ''
      const file = constructing.find(({ file }) =>
        caller.includes(pathToFileURL(join(root, file)).href),
      )?.file
      if (file !== undefined) found.push({ place: file, expression })
      return expression
    },
  })
  try {
    for (const { file } of constructing) await import(pathToFileURL(join(root, file)).href)
  } finally {
    globalThis.RegExp = Original
  }
  return found
}
