import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { createClusters } from '../src/discovery/cluster.ts'
import { draftPrompt } from '../src/discovery/draft.ts'
import { readPageText } from '../src/discovery/origins/site-texts.ts'
import { readQuery } from '../src/discovery/query-form.ts'

const half = Number(process.argv[2] ?? 0)
const h = (t: string) => (createHash('sha256').update(t).digest()[0] ?? 0) % 2
const load = (f: string) =>
  parse(readFileSync(new URL('../src/discovery/' + f, import.meta.url)), { columns: true }) as any[]
const names = ['norvik', 'norvik com']
let tp = 0,
  fp = 0,
  fn = 0,
  tn = 0
for (const { prompt, query, same } of load('labeled-duplicates.csv').filter((x) => h(x.prompt) === half)) {
  const c = createClusters<number>(() => 1)
  c.add(readQuery(prompt, [], 'en').words, 1)
  const found = c.find(readQuery(query, [], 'en').words) !== null
  if (found && same === 'yes') tp++
  else if (found) {
    fp++
    console.log('FP', prompt, '|', query)
  } else if (same === 'yes') {
    fn++
    console.log('FN', prompt, '|', query, readQuery(prompt, [], 'en').words, readQuery(query, [], 'en').words)
  } else tn++
}
console.log('duplicates', { tp, fp, fn, tn })
tp = fp = fn = tn = 0
for (const { text, keep } of load('labeled-page-texts.csv').filter((x) => h(x.text) === half)) {
  const found = readPageText(text, names, 'en') !== null
  if (found && keep === 'yes') tp++
  else if (found) {
    fp++
    console.log('FP', text, readQuery(text, [], 'en').words)
  } else if (keep === 'yes') {
    fn++
    console.log('FN', text, readQuery(text, [], 'en').words)
  } else tn++
}
console.log('page texts', { tp, fp, fn, tn })
let bad = 0
for (const { query } of load('labeled-queries.csv').filter((x) => x.keep === 'yes')) {
  const f = readQuery(query, names, 'en')
  const d = draftPrompt(query, f, 'Norvik')
  const g = readQuery(d, names, f.language)
  if (half === 0 || h(query) === 1)
    if (g.words.join() !== f.words.join()) {
      bad++
      console.log('DRAFT', query, '→', d, f.words, g.words)
    } else if (process.argv[3]) console.log(query, '→', d)
}
console.log({ bad })
