import { layOutAnswer } from '../src/answers/parser/answer-layout.ts'
import { findMentions } from '../src/answers/parser/mentions.ts'
import { createParser, parseAnswer } from '../src/answers/parser.ts'

/**
 * How long reading one answer takes: `node bench/parser.ts`. Prints medians over many rounds, and beside them a
 * plain substring test of the same names on the same text, which finds no offsets and is often wrong.
 */
const PARAGRAPHS = [
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
const NAMES =
  'Northwind,Contoso,Fabrikam,Litware,Proseware,Tailspin,Wingtip,Adatum,Trey Research,Blue Yonder,Target'.split(
    ',',
  )

function answerOf(sizeBytes: number): string {
  let text = ''
  for (let i = 0; text.length < sizeBytes; i++) {
    const name = (offset: number) => NAMES[(i * 7 + offset) % NAMES.length] ?? ''
    text += (PARAGRAPHS[i % PARAGRAPHS.length] ?? '')
      .replaceAll('{a}', name(0))
      .replaceAll('{b}', name(3))
      .replaceAll('{c}', name(5))
      .replaceAll('{n}', String(i))
  }
  return text.slice(0, sizeBytes)
}

function entitiesOf(count: number) {
  return Array.from({ length: count }, (_, i) => {
    const name = NAMES[i] ?? `${NAMES[i % NAMES.length]} ${String.fromCharCode(65 + (i % 26))}${i}works`
    return { id: String(i), name, domains: [`${name.toLowerCase().replaceAll(' ', '')}.com`] }
  })
}

/** All of history is read with code that is warm. */
function medianMicros(run: () => void, rounds = 1_000): number {
  for (let i = 0; i < rounds; i++) run()
  const times = Array.from({ length: rounds }, () => {
    const start = process.hrtime.bigint()
    run()
    return Number(process.hrtime.bigint() - start) / 1000
  })
  return times.sort((a, b) => a - b)[rounds >> 1] ?? 0
}

const markdown = answerOf(10_000)
const citations = Array.from({ length: 12 }, (_, i) => ({
  url: `https://www.example${i % 5}.com/best-tools-${i}?utm_source=openai`,
  title: `The ${i + 5} best tools`,
  cited: true,
}))
for (const count of [11, 500]) {
  const entities = entitiesOf(count)
  const compiled = createParser(entities)
  const lower = entities.map(({ name }) => name.toLowerCase())
  const whole = medianMicros(() => parseAnswer({ markdown, citations }, compiled))
  const bare = medianMicros(() => parseAnswer({ markdown, citations: [] }, compiled))
  const mentions = medianMicros(() =>
    findMentions(
      layOutAnswer(markdown, undefined, undefined, compiled.scratch),
      compiled.names,
      compiled.ids,
      new Set(),
    ),
  )
  const substring = medianMicros(() => {
    const text = markdown.toLowerCase()
    return lower.filter((name) => text.includes(name))
  })
  console.log(
    `${count} entities, 10 KB: ${whole.toFixed(0)} µs whole, ${bare.toFixed(0)} µs without citations, ${mentions.toFixed(0)} µs mentions alone, ` +
      `plain substring test ${substring.toFixed(0)} µs (ratio ${(whole / substring).toFixed(1)})`,
  )
}
