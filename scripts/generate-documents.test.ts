import { expect, test } from 'vitest'
import { generatedDocuments, withEngineTables } from './generate-documents.ts'

const pages = generatedDocuments()

test('the settings page shows defaults and secrecy, never a configured value', () => {
  const text = pages.get('docs/settings.md') ?? ''
  expect(text).toContain('| `PORT` | `3000` | Port to listen on; 0 picks a free one. | The port')
  expect(text).toMatch(/\| `SECRET_KEY` \| {2}\| .* \*\*Secret\.\*\* \|/)
  expect(text).toContain('| OpenAI | `OPENAI_API_KEY` | `OPENAI_MODEL`, default `gpt-6-luna` |')
})

test('the tables of the engines page replace the text between their markers', () => {
  const emptyPage = ['platforms', 'scrapers', 'prices']
    .map((name) => `## ${name}\n<!-- generated: ${name} -->\nold\n<!-- end -->\n`)
    .join('')
  const page = withEngineTables(emptyPage)
  expect(page).toContain('| ChatGPT | `openai`, `openrouter`, `cloro`, `brightdata`, `dataforseo` |')
  expect(page).toContain('| `dataforseo` (DataForSEO) | `DATAFORSEO_LOGIN`, `DATAFORSEO_PASSWORD` |')
  expect(page).toContain('| `gemini-4-argon` | 2026-12-01 | 4 |')
  expect(page).not.toContain('old')
  expect(withEngineTables(page)).toBe(page)
  expect(() => withEngineTables('')).toThrow('platforms')
})
