/** The files for containers, Kubernetes and systemd use settings that exist, and the tools for them accept the files. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig, settings } from '../src/config.ts'
import { version } from '../src/core/version.ts'
import { createServer } from '../src/http/server.ts'

const folder = fileURLToPath(new URL('./', import.meta.url))
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8')
const composeFiles = ['compose.yaml', 'compose.scaled.yaml']
const isInstalled = (tool: string) => spawnSync(tool, ['--version']).error === undefined

/** Names that the image and the system read, not Ansight. */
const others = new Set(['NODE_ENV', 'NODE_COMPILE_CACHE'])
const isSetting = (name: string) => Object.hasOwn(settings, name.replace(/_FILE$/, '')) || others.has(name)

test.each(composeFiles)('the services of %s have valid settings, and are hardened', (file) => {
  const services: Record<string, Record<string, unknown>> = parse(read('compose', file), {
    merge: true,
  }).services
  const own = Object.values(services).filter(({ image }) => String(image).startsWith('ansight:'))
  expect(own.length).toBeGreaterThan(0)
  for (const { environment, read_only, cap_drop } of own) {
    const given = Object.fromEntries(
      Object.entries(environment ?? {}).map(([name, value]) => [name, withDefaults(value)]),
    )
    for (const name of Object.keys(given)) expect(isSetting(name), name).toBe(true)
    const { DATABASE_URL_FILE: _url, SECRET_KEY_FILE: _key, ...rest } = given
    readConfig({ ...rest, DATABASE_URL: 'postgres://localhost/ansight' })
    expect({ read_only, cap_drop }).toEqual({ read_only: true, cap_drop: ['ALL'] })
  }
})

/** Replaces variables of Compose by their defaults. */
const withDefaults = (value: unknown) => String(value).replace(/\$\{\w+:[-?]([^}]*)\}/g, '$1')

test.runIf(isInstalled('docker-compose')).each(composeFiles)('Compose accepts %s', (file) => {
  const env = { ...process.env, PUSHER_SECRET: 'secret' }
  execFileSync('docker-compose', ['-f', join(folder, 'compose', file), 'config', '--quiet'], {
    env,
    stdio: 'pipe',
  })
})

test('the image, the unit and the chart set only settings that exist', () => {
  const image = readFileSync(join(folder, '..', 'Dockerfile'), 'utf8')
  const assignments = [image, read('systemd', 'ansight.service')].flatMap((text) =>
    [...text.matchAll(/^(?:ENV |Environment=)(.*)$/gm)].flatMap(
      ([, line = '']) => line.match(/[A-Z_]+(?==)/g) ?? [],
    ),
  )
  const templates = readdirSync(join(folder, 'helm', 'ansight', 'templates'))
  const names = templates.flatMap((name) =>
    [...read('helm', 'ansight', 'templates', name).matchAll(/\{ name: ([A-Z_]+), value/g)].map(
      ([, each = '']) => each,
    ),
  )
  expect(names).toContain('ROLE')
  expect(assignments).toContain('DATA_DIR')
  for (const name of [...names, ...assignments]) expect(isSetting(name), name).toBe(true)
})

test('behind the ingress and the proxy of Compose, a request has the address of the client', async () => {
  const values: Record<string, Record<string, string>> = parse(read('helm', 'ansight', 'values.yaml'))
  const settingsTemplate = read('helm', 'ansight', 'templates', '_helpers.tpl')
  expect(settingsTemplate).toMatch(
    /if and \.Values\.ingress\.enabled .*\n- \{ name: TRUST_PROXY, value: \{\{ \.Values\.ingress\.trustedProxies/,
  )
  const ofCompose = composeFiles.map((file) => {
    const { services } = parse(read('compose', file), { merge: true })
    return withDefaults((services.ansight ?? services.web).environment.TRUST_PROXY)
  })
  const proxies = [
    [values.ingress?.trustedProxies, '10.42.0.7'],
    [values.ingress?.trustedProxies, '100.64.3.2'],
    ...ofCompose.map((trusted) => [trusted, '172.18.0.1'] as const),
  ] as const
  for (const [trusted, remoteAddress] of proxies) {
    const app = createServer(pino({ level: 'silent' }), trusted ?? '')
    app.get('/', async ({ ip }) => ip)
    const { body } = await app.inject({
      url: '/',
      remoteAddress,
      headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' },
    })
    expect(body, trusted).toBe('203.0.113.9')
  }
})

test('the chart has the version of this release', () => {
  expect(parse(read('helm', 'ansight', 'Chart.yaml'))).toMatchObject({ version, appVersion: version })
})

test.runIf(isInstalled('helm'))('Helm renders the chart', () => {
  const chart = join(folder, 'helm', 'ansight')
  execFileSync('helm', ['lint', '--strict', chart, '--set', 'existingSecret=ansight'], { stdio: 'pipe' })
  execFileSync('helm', ['template', chart, '--set', 'existingSecret=ansight,ingress.enabled=true'], {
    stdio: 'pipe',
  })
})

test.runIf(isInstalled('systemd-analyze'))('systemd accepts the unit', () => {
  const { stderr } = spawnSync('systemd-analyze', ['verify', join(folder, 'systemd', 'ansight.service')], {
    encoding: 'utf8',
  })
  expect(
    stderr.split('\n').filter((line) => line.includes('ansight.service') && !line.includes('not executable')),
  ).toEqual([])
})
