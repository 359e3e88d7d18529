/**
 * `npm run generate` writes all generated files. With `--examples` it records the examples of the API reference instead. With `--check` it writes nothing and exits with 1 when one is stale; the
 * table types, which need a database, are checked by test/schema-catalog.test.ts.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readConfig } from '../src/config.ts'
import { version } from '../src/core/version.ts'
import { openApiDocument } from '../src/http/openapi/openapi.ts'
import { authentication, routes, webhooks } from '../src/routes.ts'
import { languages } from '../vocabulary/languages.ts'
import { canonicalCatalog, catalogFile, messageTypes, messageTypesFile, readCatalog } from './catalogs.ts'
import { typescriptTypes } from './generate-client-types.ts'
import { generatedDocuments, withEngineTables } from './generate-documents.ts'
import { tableTypesFile, tableTypesOfMigrations } from './generate-table-types.ts'
import { recordExamples, recordedExamplesFile } from './record-api-examples.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, examples: { type: 'boolean', default: false } },
})
const api = openApiDocument(routes, authentication, { version, baseUrl: 'http://localhost:3000', webhooks })
const documents = new Map([
  ...generatedDocuments(),
  ['docs/engines.md', withEngineTables((await read('docs/engines.md')) ?? '')],
  ['integrations/typescript/operations.generated.ts', typescriptTypes(api)],
  ...languages.map(
    (language) => [catalogFile(language), canonicalCatalog(readCatalog(root, language))] as const,
  ),
  [messageTypesFile, messageTypes(readCatalog(root, 'en'))],
])
if (values.check) await check()
else if (values.examples) await writeFile(inProject(recordedExamplesFile), await recordExamples(api))
else await write()

async function check(): Promise<void> {
  for (const [file, text] of documents) {
    if ((await read(file)) === text) continue
    console.log(`${file} is stale: run npm run generate`)
    process.exitCode = 1
  }
}

async function write(): Promise<void> {
  const types = await tableTypesOfMigrations(readConfig().DATABASE_URL)
  for (const [file, text] of [...documents, [tableTypesFile, types] as const]) {
    if ((await read(file)) === text) continue
    await writeFile(inProject(file), text)
    console.log(`wrote ${file}`)
  }
}

function inProject(file: string): URL {
  return new URL(`../${file}`, import.meta.url)
}

/** Returns undefined when the file does not exist. */
async function read(file: string): Promise<string | undefined> {
  try {
    return await readFile(inProject(file), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
