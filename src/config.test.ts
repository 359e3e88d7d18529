import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig, settings } from './config.ts'
import { readSettings } from './core/settings.ts'

const own = { COMPATIBLE_BASE_URL: 'http://127.0.0.1:11434/v1', COMPATIBLE_MODEL: 'small' }

test.each([
  [{}, { SENTIMENT: 'rules', MODEL: null }],
  [{ OPENAI_API_KEY: 'key' }, { SENTIMENT: 'rules', MODEL: null }],
  [
    { SENTIMENT: 'model', MODEL: 'xai', XAI_API_KEY: 'key' },
    { SENTIMENT: 'model', MODEL: 'xai' },
  ],
  [
    { SENTIMENT: 'model', MODEL: 'compatible', ...own },
    { MODEL: 'compatible', COMPATIBLE_API_KEY: null, COMPATIBLE_MODEL: 'small' },
  ],
])('the settings %o name the language model', (env, expected) => {
  expect(readConfig(env)).toMatchObject(expected)
})

test.each([
  [{ SENTIMENT: 'model' }, 'SENTIMENT=model needs a language model: set MODEL.'],
  [{ SENTIMENT: 'model', OPENAI_API_KEY: 'key' }, 'SENTIMENT=model needs a language model'],
  [{ MODEL: 'gemini', OPENAI_API_KEY: 'key' }, 'MODEL=gemini needs GEMINI_API_KEY.'],
  [{ MODEL: 'simulator' }, 'MODEL (it is "simulator")'],
  [{ MODEL: 'compatible', COMPATIBLE_MODEL: 'small' }, 'MODEL=compatible needs COMPATIBLE_BASE_URL.'],
  [{ PRICE_OVERRIDES: '{"gpt-6": {}}' }, 'PRICE_OVERRIDES'],
  [{ PRICE_OVERRIDES: '{' }, 'must be valid JSON'],
  [{ ROLE: 'worker' }, 'ROLE=worker needs DATABASE_URL'],
  [{ SCRAPER_WEBHOOK_URL: 'https://ansight.example/scraper/callback' }, 'SCRAPER_WEBHOOK_SECRET'],
])('conflicting settings are rejected with one line: %o', (env, message) => {
  expect(() => readConfig(env)).toThrow(message)
})

test.each([
  ['ROLE', 'boss'],
  ['DATABASE_URL', 'mysql://localhost/ansight'],
  ['OPENAI_BASE_URL', 'api.openai.com'],
  ['ENGINE_COPILOT', 'openrouter'],
  ['ALLOW_PRIVATE_NETWORK', 'yes'],
  ['ALLOW_PRIVATE_NETWORK', '10.0.0.0/33'],
  ['ALLOW_PRIVATE_NETWORK', '10.0.0.0/8, intranet'],
  ['ALLOW_PRIVATE_NETWORK', 'true, 10.0.0.0/8'],
])('an invalid %s is named with its value: %s', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name)
})

test.each([
  ['https://Example.com:443/', 'https://example.com'],
  ['https://example.com/tools/ansight/', 'https://example.com/tools/ansight'],
])('BASE_URL %s is normalized', (given, url) => {
  expect(readConfig({ BASE_URL: given }).BASE_URL).toBe(url)
})

test.each([
  'https://example.com/a?b',
  'https://example.com/a#b',
  'https://example.com/a;b',
  'https://example.com/%41',
  'https://example.com//a',
])('BASE_URL %s is rejected', (given) => {
  expect(() => readConfig({ BASE_URL: given })).toThrow('BASE_URL')
})

const secretUrls: Record<string, string> = {
  DATABASE_URL: 'postgres://localhost/ansight',
  DATABASE_READ_URL: 'postgres://localhost/ansight',
  SMTP_URL: 'smtp://localhost:25',
}

test('every secret can be read from a file, without its trailing line feed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ansight-secrets-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const secrets = Object.keys(settings).filter(isSecret)
  expect(secrets.length).toBeGreaterThan(10)
  for (const name of secrets) {
    const value = secretUrls[name] ?? 'x'.repeat(40)
    const file = join(folder, name)
    await writeFile(file, `${value}\n`)
    const read: Record<string, unknown> = readSettings(settings, { [`${name}_FILE`]: file })
    expect([read[name]].flat(), name).toEqual([value])
  }
})

test('a secret file that cannot be read, or a secret that is set twice, is named without its value', () => {
  expect(() => readConfig({ CRON_SECRET_FILE: '/nowhere/cron' })).toThrow(
    'CRON_SECRET_FILE: the file "/nowhere/cron" cannot be read (ENOENT).',
  )
  expect(() => readConfig({ CRON_SECRET_FILE: '/nowhere/cron', CRON_SECRET: 'x'.repeat(16) })).toThrow(
    'CRON_SECRET_FILE: CRON_SECRET is set too; set one of them.',
  )
})

test.each([
  ['false', []],
  ['true', ['private']],
  ['10.0.0.0/8, 192.168.7.7,fd12::/16', ['10.0.0.0/8', '192.168.7.7', 'fd12::/16']],
])('ALLOW_PRIVATE_NETWORK=%s', (value, networks) => {
  expect(readConfig({ ALLOW_PRIVATE_NETWORK: value }).ALLOW_PRIVATE_NETWORK).toEqual(networks)
})

function isSecret(name: string): boolean {
  const setting = Object.entries(settings).find(([each]) => each === name)?.[1]
  return setting !== undefined && 'secret' in setting && setting.secret === true
}
