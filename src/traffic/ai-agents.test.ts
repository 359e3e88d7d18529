import { expect, test } from 'vitest'
import { detectAiAgent, isBot } from './ai-agents.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const like = (token: string) =>
  `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${token}; +https://example.com/bot)`

test.each([
  [like('GPTBot/1.3'), 'GPTBot', 'training'],
  [like('OAI-SearchBot/1.0'), 'OAI-SearchBot', 'search'],
  [like('ChatGPT-User/1.0'), 'ChatGPT-User', 'user'],
  [like('ClaudeBot/1.0'), 'ClaudeBot', 'training'],
  [like('Claude-User/1.0'), 'Claude-User', 'user'],
  [like('PerplexityBot/1.0'), 'PerplexityBot', 'search'],
  [like('Perplexity-User/1.0'), 'Perplexity-User', 'user'],
  ['CCBot/2.0 (https://commoncrawl.org/faq/)', 'CCBot', 'training'],
  ['meta-externalagent/1.1 (+https://example.com)', 'meta-externalagent', 'training'],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://example.com)', 'bingbot', 'search'],
])('%s is the AI agent %s with the role %s', (userAgent, token, role) => {
  expect(detectAiAgent(userAgent)).toMatchObject({ token, role })
  expect(isBot(userAgent)).toBe(true)
})

test.each([
  ['Mozilla/5.0 (X11) MyGPTBotReader/1.0', 'a token within a longer name'],
  ['Mozilla/5.0 (Operators Edition)', 'a word that starts with a token'],
  [chrome, 'a browser'],
])('%s is not an AI agent: %s', (userAgent) => {
  expect(detectAiAgent(userAgent)).toBeNull()
})

test('isBot distinguishes programs from browsers', () => {
  const browsers = [
    chrome,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  ]
  for (const userAgent of browsers) expect(isBot(userAgent), userAgent).toBe(false)
  for (const userAgent of [
    '',
    ' ',
    'curl/8.9',
    'python-requests/2.32',
    'Go-http-client/2.0',
    chrome.replace('Chrome', 'HeadlessChrome'),
    'Mozilla/5.0 (compatible; AhrefsBot/7.0)',
  ])
    expect(isBot(userAgent), userAgent).toBe(true)
})
