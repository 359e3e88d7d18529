import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PromptFields } from './PromptDialog.tsx'

const prompt = {
  text: 'Which shoes last?',
  topic_id: null,
  topic_name: null,
  tags: [],
  category: 'recommendation' as const,
  region: null,
  language: null,
  follows_text: null,
  persona_id: null,
}
const topics = [{ id: 'topic-1', name: 'Shoes' }]
const personas = [{ id: 'persona-1', name: 'Baker' }]

/** What the form would submit: the selected option of each select, by name. */
function submitted(
  fields: Partial<Record<'region' | 'language' | 'topic_id' | 'topic_name' | 'persona_id', string>>,
): Record<string, string | undefined> {
  const html = renderToStaticMarkup(
    createElement(PromptFields, { prompt: { ...prompt, ...fields }, topics, personas }),
  )
  return Object.fromEntries(
    [...html.matchAll(/<select[^>]* name="(\w+)"[^>]*>(.*?)<\/select>/g)].map(([, name, options = '']) => {
      const selected = /<option(?=[^>]* selected="")[^>]* value="([^"]*)"/.exec(options)
      const first = /<option[^>]* value="([^"]*)"/.exec(options)
      return [name, (selected ?? first)?.[1]]
    }),
  )
}

test.each([
  { region: 'DE', language: 'de' },
  { region: '', language: '' },
  { region: 'XA', language: 'pt-BR' },
  { language: 'zh-Hant' },
])('a saved prompt keeps its region and language %j', (fields) => {
  expect(submitted(fields)).toMatchObject(fields)
})

test('a saved prompt keeps its persona', () => {
  expect(submitted({ persona_id: 'persona-1' })).toMatchObject({ persona_id: 'persona-1' })
  expect(submitted({})).toMatchObject({ persona_id: '' })
})

test('a saved prompt keeps a topic that the list does not contain', () => {
  expect(submitted({ topic_id: 'topic-999', topic_name: 'Boots' })).toMatchObject({ topic_id: 'topic-999' })
})
