import { expect, test } from 'vitest'
import { hasLocalUrl } from './local-url.ts'

test.each([
  'http://127.0.0.1:3000/invite/abc',
  '<script async src="http://localhost:3000/t.js"></script>',
  'http://[::1]:3000/ai/token/llms.txt',
  'http://localhost',
])('%s works on this computer only', (text) => {
  expect(hasLocalUrl(text)).toBe(true)
})

test.each([
  'https://ansight.example.com/invite/abc',
  'https://localhost.example.com/t.js',
  'http://127.0.0.1.example.com/t.js',
  'http://192.168.1.20:3000/invite/abc',
  'ans_1270001',
])('%s works elsewhere too', (text) => {
  expect(hasLocalUrl(text)).toBe(false)
})
