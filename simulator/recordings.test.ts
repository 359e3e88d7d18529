import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answerText } from './answer.ts'
import { readRecordings } from './recordings.ts'

async function fileWith(text: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'recordings-')), 'answers.jsonl')
  await writeFile(file, text)
  return file
}

test('a prompt that was recorded twice has both answers with their sources', async () => {
  const file = await fileWith(
    [
      '{"prompt":"Which?","answer_markdown":"**One**.","citations":[{"url":"https://one.example/"},{"url":"7"}]}',
      '',
      '{"prompt":"Which?","answer_markdown":"Two.","engine":"any"}',
    ].join('\n'),
  )
  const answers = (await readRecordings(file)).get('Which?') ?? []
  expect(answers.map(answerText)).toEqual(['**One**.', 'Two.'])
  expect(answers.map(({ sources }) => sources.map(({ url }) => url))).toEqual([['https://one.example/'], []])
})

test.each(['nonsense', '{"prompt":"Which?"}', '{"answer_markdown":"One."}', '[]', 'null'])(
  'the invalid recording %s is an error with its line number',
  async (line) => {
    const file = await fileWith(`{"prompt":"Which?","answer_markdown":"One."}\n${line}\n`)
    await expect(readRecordings(file)).rejects.toThrow('Line 2')
  },
)
