/**
 * Measures the cost of parsing one answer: `node scripts/launch.mjs bench/parser.ts`. Reports medians over many rounds of the
 * same text and, for comparison, of a plain substring search for the same names, which finds no offsets and is often wrong.
 */
import { layOutAnswer } from '../src/answers/parser/answer-layout.ts'
import { findMentions } from '../src/answers/parser/mentions.ts'
import { createParser, parseAnswer } from '../src/answers/parser.ts'
import { names } from './data/answers.ts'
import { quantile, report } from './report.ts'

const paragraphs = [
  '## {n}. **{a}**: best for growing teams\n\n',
  'It isn’t cheap – plans start at $12 a month – but [its price](https://www.example.com/pricing?utm_source=x) includes support. ',
  'Many reviewers prefer it over {b} because its editor is fast, well documented and easy to learn. ',
  'On the other hand, it lacks an offline mode, and some users complain about slow syncing on large workspaces.\n\n',
  '* **Pros:** reliable, generous free tier, integrates with most calendars and mail services\n',
  '* **Cons:** limited reports, few templates, and no way to export a whole workspace at once\n\n',
  'If you already keep your documents elsewhere, moving them takes an afternoon: imports keep headings and tables, but not comments. ',
  'Teams of more than fifty people should ask for the yearly plan, which is about a fifth less per person.\n\n',
  '| Tool | Price | Best for |\n| --- | --- | --- |\n| {a} | $10 | teams |\n| {c} | $8 | students |\n\n',
]

const usualBudgetMicros = 300
const hostileBudgetMs = 2_000

function reportUsualAnswer(): void {
  const markdown = getAnswer(10_000)
  const citations = Array.from({ length: 12 }, (_, index) => ({
    url: `https://www.example${index % 5}.com/best-tools-${index}?utm_source=openai`,
    title: `The ${index + 5} best tools`,
    cited: true,
  }))
  const few = getEntities(names.length)
  const parser = createParser(few)
  const parserOfMany = createParser(getEntities(500))
  const whole = medianMicros(() => parseAnswer({ markdown, citations }, parser))
  const withoutCitations = medianMicros(() => parseAnswer({ markdown, citations: [] }, parser))
  const mentions = medianMicros(() =>
    findMentions(layOutAnswer(markdown, null, undefined, parser.scratch), parser.names, new Set()),
  )
  const many = medianMicros(() => parseAnswer({ markdown, citations }, parserOfMany))
  const lower = few.map(({ name }) => name.toLowerCase())
  const substring = medianMicros(() => {
    const text = markdown.toLowerCase()
    return lower.filter((name) => text.includes(name))
  })
  report({
    what: 'Parsing one answer of 10 KB with 11 entities and 12 sources',
    measured: `median ${micros(whole)}; ${micros(withoutCitations)} without citations; ${micros(mentions)} mentions alone; ${micros(many)} with 500 entities; a plain substring test ${micros(substring)}`,
    budget: { text: `≤ ${usualBudgetMicros} µs`, isMet: whole <= usualBudgetMicros },
  })
}

/**
 * The names are all combinations of three out of ten words, and the text consists of these words, so that a name starts at
 * every word and overlaps the next two.
 */
function reportHostileAnswer(): void {
  const words = ['Amber', 'Birch', 'Coral', 'Delta', 'Ember', 'Fjord', 'Grove', 'Harbor', 'Iris', 'Juniper']
  const triples = words.flatMap((a) => words.flatMap((b) => words.map((c) => `${a} ${b} ${c}`)))
  const parser = createParser(triples.map((name) => ({ id: name, name })))
  let markdown = ''
  for (let random = 1; markdown.length < 1_000_000; random = (random * 48_271) % 0x7fffffff)
    markdown += `${words[random % words.length]} `
  const ms = medianMicros(() => parseAnswer({ markdown, citations: [] }, parser), 5) / 1_000
  report({
    what: `Parsing a hostile answer of 1 MB with ${triples.length.toLocaleString('en')} names of three words that overlap`,
    measured: `median ${ms.toFixed(0)} ms`,
    budget: { text: `≤ ${hostileBudgetMs / 1_000} s`, isMet: ms <= hostileBudgetMs },
  })
}

function getAnswer(length: number): string {
  let text = ''
  for (let i = 0; text.length < length; i++) {
    const name = (offset: number) => names[(i * 7 + offset) % names.length] ?? ''
    text += (paragraphs[i % paragraphs.length] ?? '')
      .replaceAll('{a}', name(0))
      .replaceAll('{b}', name(3))
      .replaceAll('{c}', name(5))
      .replaceAll('{n}', String(i))
  }
  return text.slice(0, length)
}

function getEntities(count: number) {
  return Array.from({ length: count }, (_, i) => {
    const name = names[i] ?? `${names[i % names.length]} ${String.fromCharCode(65 + (i % 26))}${i}works`
    return { id: String(i), name, domains: [`${name.toLowerCase().replaceAll(' ', '')}.com`] }
  })
}

/** Warms up first, as in a long-running process: V8 recompiles parts of the parser for about 2,500 rounds. */
function medianMicros(run: () => void, rounds = 1_000): number {
  for (let i = 0; i < rounds * 3; i++) run()
  const times = Array.from({ length: rounds }, () => {
    const startedMs = performance.now()
    run()
    return (performance.now() - startedMs) * 1_000
  })
  return quantile(times, 0.5)
}

const micros = (value: number) => `${value.toFixed(0)} µs`

reportUsualAnswer()
reportHostileAnswer()
