import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RenderedContent } from '../content.ts'
import { exampleMessage } from '../notifications.fixture.ts'
import { discordBody } from './discord.ts'
import { limitText } from './shorten.ts'
import { slackBody } from './slack.ts'
import { teamsBody } from './teams.ts'
import { notificationWebhooks } from './webhook.ts'

const baseUrl = 'https://ansight.example/base'

/** Texts of any length, with the characters that formats escape. */
const text = fc
  .tuple(
    fc.constantFrom('a', '&', '<', '*', '\\', '世', '😀', '"', '[', '\n'),
    fc.integer({ min: 1, max: 5_000 }),
  )
  .map(([unit, count]) => unit.repeat(count))
const mark = fc.record({ text, tone: fc.constantFrom('better' as const, 'worse' as const) })
const item = fc.record({ text, detail: text, path: fc.constant('/brands/acme'), mark })
const anyMessage: fc.Arbitrary<RenderedContent> = fc.record({
  title: text,
  context: text,
  summary: fc.array(text, { maxLength: 30 }),
  facts: fc.array(fc.record({ label: text, value: text, detail: text, mark }), { maxLength: 30 }),
  facts_note: text,
  sections: fc.array(fc.record({ heading: text, items: fc.array(item, { maxLength: 40 }) }), {
    maxLength: 30,
  }),
  action: fc.record({ label: text, path: fc.constant('/brands/acme') }),
  note: text,
})

test('every message fits the limits of Slack: 50 blocks, 3,000 characters per text, 10 fields of 2,000', () => {
  fc.assert(
    fc.property(anyMessage, (message) => {
      const { blocks } = slackBody(message, baseUrl)
      expect(blocks.length).toBeLessThanOrEqual(50)
      for (const { type, text, fields = [], elements = [] } of blocks) {
        expect(text?.text.length ?? 1).toBeGreaterThan(0)
        expect(text?.text.length ?? 0).toBeLessThanOrEqual(type === 'header' ? 150 : 3_000)
        expect(fields.length).toBeLessThanOrEqual(10)
        for (const field of fields) expect(field.text.length).toBeLessThanOrEqual(2_000)
        expect(elements.length).toBeLessThanOrEqual(10)
      }
    }),
    { numRuns: 60 },
  )
})

test('every message fits the limits of Discord: 10 embeds, 6,000 characters in total, 4,096 per description', () => {
  fc.assert(
    fc.property(anyMessage, (message) => {
      const { embeds } = discordBody(message, baseUrl)
      expect(embeds.length).toBeLessThanOrEqual(10)
      let total = 0
      for (const { title = '', description = '', fields = [], footer } of embeds) {
        expect(title.length).toBeLessThanOrEqual(256)
        expect(description.length).toBeLessThanOrEqual(4_096)
        expect(fields.length).toBeLessThanOrEqual(25)
        for (const { name, value } of fields) {
          expect(name.length).toBeLessThanOrEqual(256)
          expect(value.length).toBeLessThanOrEqual(1_024)
          total += name.length + value.length
        }
        expect(footer?.text.length ?? 0).toBeLessThanOrEqual(2_048)
        total += title.length + description.length + (footer?.text.length ?? 0)
      }
      expect(total).toBeLessThanOrEqual(6_000)
    }),
    { numRuns: 200 },
  )
})

test('every message fits the limit of Microsoft Teams: 28 KB', () => {
  fc.assert(
    fc.property(anyMessage, (message) => {
      expect(Buffer.byteLength(JSON.stringify(teamsBody(message, baseUrl)))).toBeLessThanOrEqual(28_000)
    }),
    { numRuns: 60 },
  )
})

test('Slack gets blocks with the title, facts, linked items and a button', () => {
  expect(slackBody(exampleMessage, baseUrl)).toEqual({
    text: 'Visibility of Acme fell',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'Visibility of Acme fell' } },
      { type: 'section', text: { type: 'mrkdwn', text: 'The score fell from 54 to 41.' } },
      { type: 'section', text: { type: 'mrkdwn', text: 'The drop began on 18 November.' } },
      { type: 'section', fields: [{ type: 'mrkdwn', text: '*Visibility score*\n41.0 (▼ 13.0)' }] },
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: '*Answers*\n• <https://ansight.example/base/answers/1|Best running shoes?>\n   ChatGPT',
        },
      },
      {
        type: 'actions',
        elements: [
          {
            type: 'button',
            text: { type: 'plain_text', text: 'View answers' },
            url: 'https://ansight.example/base/acme/answers',
          },
        ],
      },
    ],
  })
})

test('Discord gets embeds without mentions', () => {
  const body = discordBody({ ...exampleMessage, summary: ['@everyone *read* this'] }, baseUrl)
  expect(body.allowed_mentions).toEqual({ parse: [] })
  expect(body.embeds[0]).toMatchObject({
    title: 'Visibility of Acme fell',
    url: 'https://ansight.example/base/acme/answers',
    description: '@everyone \\*read\\* this\n\n[View answers](https://ansight.example/base/acme/answers)',
    fields: [{ name: 'Visibility score', value: '41.0 \\(▼ 13.0\\)', inline: true }],
  })
})

test('Microsoft Teams gets an Adaptive Card 1.5 with facts and a link', () => {
  const [attachment] = teamsBody(exampleMessage, baseUrl).attachments
  expect(attachment).toMatchObject({
    contentType: 'application/vnd.microsoft.card.adaptive',
    content: {
      type: 'AdaptiveCard',
      version: '1.5',
      actions: [{ type: 'Action.OpenUrl', url: 'https://ansight.example/base/acme/answers' }],
    },
  })
  expect(JSON.stringify(attachment)).toContain('"type":"FactSet"')
})

test('texts cannot mention a channel of Slack or add links', () => {
  const hostile = { ...exampleMessage, summary: ['<!channel> <https://evil.example|Sign in> & more'] }
  const [, section] = slackBody(hostile, baseUrl).blocks
  expect(section?.text?.text).toBe('&lt;!channel&gt; &lt;https://evil.example|Sign in&gt; &amp; more')
})

test('a long list is shortened, and the last line says how many items are left out', () => {
  const items = Array.from({ length: 40 }, (_, index) => ({ text: `Item ${index}` }))
  const message = { ...exampleMessage, sections: [{ heading: 'Items', items }] }
  expect(JSON.stringify(slackBody(message, baseUrl))).toContain('15 more')
})

test('a text is never cut within a surrogate pair', () => {
  expect(limitText('ab😀cd', 4)).toBe('ab…')
  expect(limitText('abcd', 4)).toBe('abcd')
})

test('the example of an alert in docs/alerts.md is a valid event', async () => {
  const page = await readFile(new URL('../../../docs/alerts.md', import.meta.url), 'utf8')
  const [, example = ''] = /```json\n(.*?)```/s.exec(page) ?? []
  const event = JSON.parse(example)
  expect(notificationWebhooks['notification.sent'].payload.parse(event)).toEqual(event)
})
