import { expect, test } from 'vitest'
import { readable } from './log.ts'

const time = '2026-11-21T01:18:50.832Z'
const line = (entry: object) => readable(`${JSON.stringify({ level: 30, time, ...entry })}\n`)

test('a line has time, message and fields', () => {
  expect(line({ dataDir: './data', applied: ['a', 'b'], msg: 'made it' })).toBe(
    '01:18:50  made it  dataDir=./data  applied=["a","b"]\n',
  )
})

test('a level other than info is shown', () => {
  expect(line({ level: 40, attempts: 1, msg: 'job worker crashed' })).toBe(
    '01:18:50  WARN  job worker crashed  attempts=1\n',
  )
})

test('a failed request shows its id, a successful one does not', () => {
  const request = { reqId: 'id-1', method: 'GET', path: '/api/brands', ms: 2, msg: 'request' }
  expect(line({ ...request, status: 200 })).toBe('01:18:50  request  GET /api/brands 200  2 ms\n')
  expect(line({ ...request, status: 404 })).toBe('01:18:50  request  GET /api/brands 404  2 ms  id-1\n')
})

test('an error shows its stack and its request id', () => {
  const err = { type: 'Error', message: 'broken', stack: 'Error: broken\n    at here' }
  expect(line({ level: 50, reqId: 'id-1', err, msg: 'unexpected error' })).toBe(
    '01:18:50  ERROR  unexpected error  reqId=id-1\nError: broken\n    at here\n',
  )
  expect(line({ level: 50, err })).toBe('01:18:50  ERROR  broken\nError: broken\n    at here\n')
})

test('external text cannot control the terminal', () => {
  const odd = line({ msg: 'request', path: '/\u001b[2J\u009b31m\r', method: 'GET', status: 200, ms: 1 })
  expect(odd).toBe('01:18:50  request  GET /\\u{1b}[2J\\u{9b}31m\\u{d} 200  1 ms\n')
  expect(line({ msg: 'x', value: 'a\n01:18:51' })).toBe('01:18:50  x  value=a\\u{a}01:18:51\n')
})
