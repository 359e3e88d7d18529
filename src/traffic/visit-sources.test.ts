import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCodePoint } from '../../test/any-code-point.ts'
import { detectPlatform } from './visit-sources.ts'

/** Referrer, utm_source, expected platform. */
const cases: [string, string | null, string | null][] = [
  ['https://chatgpt.com/', null, 'chatgpt'],
  ['https://chatgpt.com', null, 'chatgpt'],
  ['https://CHATGPT.com/c/1', null, 'chatgpt'],
  ['https://www.chatgpt.com/', null, 'chatgpt'],
  ['https://chat.openai.com/', null, 'chatgpt'],
  ['https://labs.openai.com/', null, 'chatgpt'],
  ['https://chatgpt.com./', null, 'chatgpt'],
  ['https://chatgpt.com:443/', null, 'chatgpt'],
  ['https://chatgpt.com.evil.example/', null, null],
  ['https://notchatgpt.com/', null, null],
  ['https://evil.example/chatgpt.com', null, null],
  ['https://evil.example/?r=https://chatgpt.com', null, null],
  ['https://chatgpt.com@evil.example/', null, null],
  ['https://user:pw@chatgpt.com/', null, 'chatgpt'],
  ['chatgpt.com', null, null],
  ['ftp://chatgpt.com/', null, null],
  ['javascript:chatgpt.com', null, null],
  ['https://www.perplexity.ai/search/x', null, 'perplexity'],
  ['https://perplexity.ai', null, 'perplexity'],
  ['https://perplexity.aim.example', null, null],
  ['https://gemini.google.com/app', null, 'gemini'],
  ['https://bard.google.com/', null, 'gemini'],
  ['https://notebooklm.google.com/', null, 'gemini'],
  ['https://www.google.com/', null, null],
  ['https://google.com/search?q=gemini.google.com', null, null],
  ['https://copilot.microsoft.com/', null, 'copilot'],
  ['https://m365.cloud.microsoft/chat', null, 'copilot'],
  ['https://edgeservices.bing.com/edgesvc/chat', null, 'copilot'],
  ['https://www.bing.com/', null, null],
  ['https://www.microsoft.com/copilot', null, null],
  ['https://claude.ai/chat/1', null, 'claude'],
  ['https://claude.ai.example.org/', null, null],
  ['https://www.anthropic.com/claude', null, null],
  ['https://grok.com/', null, 'grok'],
  ['https://x.com/i/grok', null, 'grok'],
  ['https://x.com/i/grok/share/1', null, 'grok'],
  ['https://www.x.com/i/grok', null, 'grok'],
  ['https://x.com/i/grokking', null, null],
  ['https://x.com/home', null, null],
  ['https://notx.com/i/grok', null, null],
  ['https://www.meta.ai/', null, 'meta_ai'],
  ['https://chat.deepseek.com/', null, 'deepseek'],
  ['https://chat.mistral.ai/chat', null, 'le_chat'],
  ['https://mistral.ai/', null, null],
  ['https://you.com/search', null, 'you'],
  ['https://thankyou.com/', null, null],
  ['https://duck.ai/', null, 'duck_ai'],
  ['https://duckduckgo.com/', null, null],
  ['https://search.brave.com/', null, null],
  ['https://poe.com/', null, 'poe'],
  ['https://chat.qwen.ai/', null, 'qwen'],
  ['https://www.kimi.com/', null, 'kimi'],
  ['https://kimi.moonshot.cn/', null, 'kimi'],
  ['https://chat.z.ai/', null, 'chatglm'],
  ['https://www.doubao.com/chat/', null, 'doubao'],
  ['https://yiyan.baidu.com/', null, 'ernie'],
  ['https://www.baidu.com/', null, null],
  ['android-app://com.openai.chatgpt/', null, 'chatgpt'],
  ['android-app://com.openai.chatgpt', null, 'chatgpt'],
  ['android-app://ai.perplexity.app.android/', null, 'perplexity'],
  ['android-app://com.google.android.gm/', null, null],
  ['', 'chatgpt.com', 'chatgpt'],
  ['', 'ChatGPT.com', 'chatgpt'],
  ['', ' perplexity ', 'perplexity'],
  ['', 'copilot.com', 'copilot'],
  ['', 'openai', 'chatgpt'],
  ['', 'newsletter', null],
  ['', '', null],
  ['', 'chatgpt.com.evil', null],
  ['https://www.google.com/', 'chatgpt.com', 'chatgpt'],
  ['https://claude.ai/', 'newsletter', 'claude'],
  ['https://claude.ai/', 'perplexity', 'perplexity'],
  ['', null, null],
]

test.each(cases)('referrer %j with utm_source %j resolves to %j', (referrer, utm, platform) => {
  expect(detectPlatform({ referrer, utm })).toBe(platform)
})

test('arbitrary input never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCodePoint }), fc.option(fc.string()), (text, utm) => {
      detectPlatform({ referrer: text, utm })
      detectPlatform({ referrer: `https://${text}`, utm })
    }),
  )
})
