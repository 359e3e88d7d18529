import { expect, test } from 'vitest'
import { getGroupKey, groupValues, parseGroupKey, splitMarket } from './group-keys.ts'

test('a key is read as the group that it names, also if its value has separators', () => {
  for (const group of [
    { grouping: 'tag', value: 'topic:a' },
    { grouping: 'tag', value: 'a b' },
    { grouping: 'market', value: 'none/pt-BR' },
  ] as const)
    expect(parseGroupKey(getGroupKey(group))).toEqual(group)
  expect(parseGroupKey('')).toBeNull()
})

test('a market is the country of an answer and the language of its prompt, none where there is none', () => {
  const prompt = { topic_id: null, persona_id: null, tags: ['a', 'b'], language: '' }
  expect(groupValues.market(prompt, 'BR')).toEqual(['BR/none'])
  expect(splitMarket('BR/none')).toEqual({ region: 'BR', language: 'none' })
  expect(groupValues.market({ ...prompt, language: 'pt-BR' }, '')).toEqual(['none/pt-BR'])
  expect(groupValues.tag(prompt, 'BR')).toEqual(['a', 'b'])
  expect([groupValues.topic(prompt, 'BR'), groupValues.persona(prompt, 'BR')]).toEqual([[], ['none']])
})
