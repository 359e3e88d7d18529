import { expect, test } from 'vitest'
import { readAuditReport } from './advisories.ts'

const reportOf = (severity: string) =>
  JSON.stringify({ vulnerabilities: { fastify: { severity, range: '<5.3.2', via: [] } } })

test('an advisory of high or critical severity fails the check and names the package', () => {
  for (const severity of ['high', 'critical'])
    expect(readAuditReport(reportOf(severity))).toEqual({
      outcome: 'found',
      packages: [`fastify <5.3.2: ${severity}`],
    })
})

test('no advisory, or one of lower severity, passes the check', () => {
  expect(readAuditReport('{"vulnerabilities":{}}')).toEqual({ outcome: 'clean' })
  expect(readAuditReport(reportOf('moderate'))).toEqual({ outcome: 'clean' })
})

test('a registry that refuses or cannot be reached leaves the check unchecked, never clean', () => {
  const refused = '{"message":"405 Method Not Allowed - POST /advisories/bulk","statusCode":405}'
  expect(readAuditReport(refused)).toEqual({
    outcome: 'unchecked',
    reason: '405 Method Not Allowed - POST /advisories/bulk',
  })
  for (const output of ['', 'npm error network', '{}', 'null'])
    expect(readAuditReport(output)).toMatchObject({ outcome: 'unchecked' })
})
