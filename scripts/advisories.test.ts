import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkAdvisories, readAuditReport } from './advisories.ts'

const reportFor = (severity: string) =>
  JSON.stringify({ vulnerabilities: { fastify: { severity, range: '<5.3.2', via: [] } } })

test('an advisory of high or critical severity fails the check and names the package', () => {
  for (const severity of ['high', 'critical'])
    expect(readAuditReport(reportFor(severity))).toEqual({
      outcome: 'found',
      packages: [`fastify <5.3.2: ${severity}`],
    })
})

test('no advisory, or one of lower severity, passes the check', () => {
  expect(readAuditReport('{"vulnerabilities":{}}')).toEqual({ outcome: 'clean' })
  expect(readAuditReport(reportFor('moderate'))).toEqual({ outcome: 'clean' })
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

const manifest = { name: 'project', version: '1.0.0', dependencies: { 'some-package': '1.0.0' } }

/** Creates a project with one dependency. */
function createProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ansight-advisories-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const packages = { '': manifest, 'node_modules/some-package': { version: '1.0.0' } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ name: 'project', version: '1.0.0', lockfileVersion: 3, packages }),
  )
  return folder
}

/** Starts a registry on loopback. `advisories` null: it has no endpoint for them. */
async function startRegistry(advisories: object | null): Promise<string> {
  const server = createServer(({ method, url }, response) => {
    const isBulk = method === 'POST' && url === '/-/npm/v1/security/advisories/bulk'
    const body = isBulk
      ? advisories
      : url === '/some-package'
        ? { name: 'some-package', versions: { '1.0.0': {}, '2.0.0': {} } }
        : null
    response
      .writeHead(body === null ? 405 : 200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(body ?? { error: 'not here' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The registry listens on no port')
  return `http://127.0.0.1:${address.port}/`
}

test('where the registry answers, its advisories are found, and a project without any is clean', async () => {
  const project = createProject()
  const advisory = {
    id: 1,
    url: 'https://example.com/1',
    title: 'Bad',
    severity: 'high',
    vulnerable_versions: '<2',
  }
  const found = await startRegistry({ 'some-package': [advisory] })
  expect(await checkAdvisories(project, found)).toEqual({
    outcome: 'found',
    packages: ['some-package <2: high'],
  })
  expect(await checkAdvisories(project, await startRegistry({}))).toEqual({ outcome: 'clean' })
})

test('where the registry has no advisories, or cannot be reached, the check says so with the reason', async () => {
  const project = createProject()
  expect(await checkAdvisories(project, await startRegistry(null))).toEqual({
    outcome: 'unchecked',
    reason: expect.stringContaining('405'),
  })
  // The reserved port 1 refuses connections.
  expect(await checkAdvisories(project, 'http://127.0.0.1:1/')).toEqual({
    outcome: 'unchecked',
    reason: expect.stringMatching(/ECONNREFUSED|127\.0\.0\.1:1/),
  })
})
