import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pollDelayMs, pollMs } from './polling.ts'

test('without a realtime connection the dashboard polls every 3 seconds', () => {
  expect(pollMs).toBe(3_000)
  expect(pollDelayMs(false)).toBe(3_000)
})

test('no screen has its own polling interval', () => {
  const cwd = import.meta.dirname
  const others = globSync('**/*.{ts,tsx}', { cwd, exclude: ['dist/**', 'polling*.ts'] }).filter((file) =>
    /refetchInterval: [\d_]+|\w*[pP]ollMs = [\d_]+/.test(readFileSync(`${cwd}/${file}`, 'utf8')),
  )
  expect(others).toEqual([])
})
