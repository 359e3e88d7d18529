import { expect, test } from 'vitest'
import { toJavaScript } from './pack.ts'

test('types and the endings of TypeScript files are removed; other text stays', () => {
  const source = [
    "import { a } from '../core/a.ts'",
    "const thread: URL = new URL('./thread.ts', import.meta.url)",
    "const file = 'src/cli.ts'",
    "const other = 'https://example.com/a.ts'",
  ].join('\n')
  expect(toJavaScript(source).replaceAll(/ +/g, ' ')).toBe(
    [
      "import { a } from '../core/a.js'",
      "const thread = new URL('./thread.js', import.meta.url)",
      "const file = 'src/cli.js'",
      "const other = 'https://example.com/a.ts'",
    ].join('\n'),
  )
})
