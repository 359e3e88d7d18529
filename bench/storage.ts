/**
 * Measures the disk space of an answer by part: `node scripts/launch.mjs bench/storage.ts [answers] [files…]`. The files are JSON
 * Lines with `answer_markdown` and `citations`, such as recorded answers; they are repeated until there are enough. Without
 * files, answers are generated, whose texts repeat themselves and compress better than real ones.
 */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { createBrand } from '../src/brands/brands.ts'
import type { AppContext } from '../src/core/context.ts'
import { importAnswers } from '../src/data-transfer/import-answers.ts'
import { parseJsonLines } from '../src/data-transfer/json-lines.ts'
import { importedFields, markdownAt, newBrand, sourcesAt } from './data/answers.ts'
import { report } from './report.ts'
import { type BenchOrganization, withOrganization } from './service.ts'

type Content = { answer_markdown: string; citations: { url: string; title?: string | null }[] }

const count = Number(process.argv[2] ?? 12_000)
const files = process.argv.slice(3)

/** The tables of each part; all other tables are independent of the number of answers. */
const parts: Record<string, readonly string[]> = {
  texts: ['answer_texts'],
  facts: ['answers'],
  citations: ['answer_citations', 'urls', 'domains', 'shopping_cards'],
  rollups: ['answer_days', 'sources', 'segments', 'prompt_numbers'],
}

const contents: Content[] = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line)),
)

function contentAt(index: number): Content {
  const recorded = contents[index % contents.length]
  return recorded ?? { answer_markdown: markdownAt(index), citations: sourcesAt(index) }
}

function answerAt(index: number) {
  const { answer_markdown, citations } = contentAt(index)
  return {
    ...importedFields(index, count),
    answer_markdown,
    citations: citations.map(({ url, title }) => ({ url, title: title ?? '' })),
  }
}

async function* lines() {
  for (let index = 0; index < count; index += 1) yield Buffer.from(`${JSON.stringify(answerAt(index))}\n`)
}

await withOrganization(bench)

async function bench({ app, ctx }: BenchOrganization): Promise<void> {
  const brand = await createBrand(ctx, newBrand)
  const { imported } = await importAnswers(ctx, brand, parseJsonLines(lines()))
  await sql`vacuum analyze`.execute(app.db)
  const sizes = await Promise.all(Object.values(parts).map((tables) => getSize(app, tables)))
  const perAnswer = (bytes: number) => Math.round(bytes / imported)
  const described = Object.keys(parts).map((part, index) => {
    const { data, indexes } = sizes[index] ?? { data: 0, indexes: 0 }
    return `${part} ${perAnswer(data + indexes)} (indexes ${perAnswer(indexes)})`
  })
  const total = sizes.reduce((sum, { data, indexes }) => sum + data + indexes, 0)
  report({
    what: `Bytes on disk per answer, of ${imported} ${files.length > 0 ? 'recorded' : 'generated'} answers of ${Math.round(averageLength())} characters`,
    measured: `${perAnswer(total)}: ${described.join(', ')}`,
  })
}

/** Returns bytes; `data` includes TOAST. */
async function getSize(
  { db }: AppContext,
  tables: readonly string[],
): Promise<{ data: number; indexes: number }> {
  const { rows } = await sql<{ data: number; indexes: number }>`
    select sum(pg_table_size(name::regclass))::int8 as data, sum(pg_indexes_size(name::regclass))::int8 as indexes
    from unnest(${tables}::text[]) as name`.execute(db)
  return rows[0] ?? { data: 0, indexes: 0 }
}

function averageLength(): number {
  const sample = contents.length > 0 ? contents : Array.from({ length: 100 }, (_, index) => contentAt(index))
  return sample.reduce((sum, { answer_markdown }) => sum + answer_markdown.length, 0) / sample.length
}
