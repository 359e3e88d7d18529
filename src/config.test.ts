import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const own = { MODEL_BASE_URL: 'http://127.0.0.1:11434/v1', MODEL_NAME: 'small' }

test.each([
  [{}, { SENTIMENT: 'rules', MODEL: null }],
  [{ OPENAI_API_KEY: 'key' }, { SENTIMENT: 'rules', MODEL: null }],
  [
    { SENTIMENT: 'model', MODEL: 'xai', XAI_API_KEY: 'key' },
    { SENTIMENT: 'model', MODEL: 'xai' },
  ],
  [
    { SENTIMENT: 'model', ...own },
    { MODEL_API_KEY: null, MODEL_NAME: 'small' },
  ],
])('the settings %o name the language model', (env, expected) => {
  expect(readConfig(env)).toMatchObject(expected)
})

test.each([
  [
    { SENTIMENT: 'model' },
    'SENTIMENT=model needs a language model: set MODEL, or MODEL_BASE_URL and MODEL_NAME.',
  ],
  [{ SENTIMENT: 'model', OPENAI_API_KEY: 'key' }, 'SENTIMENT=model needs a language model'],
  [{ MODEL: 'gemini', OPENAI_API_KEY: 'key' }, 'MODEL=gemini needs GEMINI_API_KEY.'],
  [{ MODEL: 'simulator' }, 'MODEL (it is "simulator")'],
  [{ MODEL: 'xai', XAI_API_KEY: 'key', ...own }, 'MODEL: set either'],
  [{ MODEL_BASE_URL: own.MODEL_BASE_URL }, 'MODEL_BASE_URL needs MODEL_NAME.'],
  [{ MODEL_NAME: 'small' }, 'MODEL_NAME needs MODEL_BASE_URL.'],
  [{ MODEL_API_KEY: 'key' }, 'MODEL_API_KEY needs MODEL_BASE_URL.'],
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

test('BASE_URL is an origin: the service does not support a path', () => {
  expect(() => readConfig({ BASE_URL: 'https://example.com/ansight' })).toThrow(
    'BASE_URL (it is "https://example.com/ansight"): must have no path.',
  )
  expect(readConfig({ BASE_URL: 'https://Example.com:443/' }).BASE_URL).toBe('https://example.com')
})

test.each([
  ['false', []],
  ['true', ['private']],
  ['10.0.0.0/8, 192.168.7.7,fd12::/16', ['10.0.0.0/8', '192.168.7.7', 'fd12::/16']],
])('ALLOW_PRIVATE_NETWORK=%s', (value, networks) => {
  expect(readConfig({ ALLOW_PRIVATE_NETWORK: value }).ALLOW_PRIVATE_NETWORK).toEqual(networks)
})
