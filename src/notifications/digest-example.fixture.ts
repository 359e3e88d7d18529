import type { RenderedContent } from './content.ts'

/** A message that uses every part. */
export const digestExample: RenderedContent = {
  title: 'Stridora: visibility score 47.5, up 1.2',
  context: 'Stridora weekly digest, 16 Nov 2026 to 22 Nov 2026',
  summary: ['Velopace, the strongest competitor, scores 6.8 points more than Stridora.'],
  facts: [
    {
      label: 'Visibility score',
      value: '47.5',
      detail: '95%: 46.1 to 48.9',
      mark: { text: '▲ 1.2', tone: 'better' },
    },
    {
      label: 'Mention rate',
      value: '64.9%',
      detail: '95%: 62.0 to 67.7%',
      mark: { text: '▼ 1.7', tone: 'worse' },
    },
    { label: 'Share of voice', value: '22.0%', mark: { text: '–', tone: 'neutral' } },
    { label: 'Citation rate', value: '9.6%', mark: { text: '–', tone: 'neutral' } },
    { label: 'Positive sentiment', value: '80.1%', mark: { text: '–', tone: 'neutral' } },
    { label: 'Average position', value: '2.06', mark: { text: 'Improved by 0.11', tone: 'better' } },
  ],
  facts_note:
    'Arrows show differences from the period before that are larger than usual. 3,531 answers to 64 prompts on 8 platforms.',
  sections: [
    {
      heading: 'Visibility against competitors',
      items: [
        {
          text: 'Velopace',
          mark: { text: '–', tone: 'neutral' },
          bar: { value: '54.3', share: 1, is_own: false },
        },
        {
          text: 'Stridora',
          mark: { text: '▲ 1.2', tone: 'better' },
          bar: { value: '47.5', share: 0.875, is_own: true },
        },
        {
          text: 'Kestrel & Finch',
          mark: { text: '–', tone: 'neutral' },
          bar: { value: '36.8', share: 0.678, is_own: false },
        },
      ],
    },
    {
      heading: 'What changed',
      items: [
        {
          text: 'Mention rate on Gemini: from 54.0% to 41.0%',
          detail: 'Established on 20 Nov 2026, comparing the days since 14 Nov 2026 with those before.',
          path: '/dashboard/brands/stridora',
          mark: { text: '▼ 13.0', tone: 'worse' },
        },
        {
          text: 'Average position: from 2.17 to 2.06',
          detail: 'Established on 18 Nov 2026, comparing the days since 11 Nov 2026 with those before.',
          path: '/dashboard/brands/stridora',
          mark: { text: 'Improved by 0.11', tone: 'better' },
        },
      ],
    },
    {
      heading: 'Do next',
      items: [
        {
          text: 'Get mentioned on stridelab.example',
          detail: 'Cited in 412 answers, 388 without Stridora',
          path: '/dashboard/brands/stridora/opportunities/1',
        },
      ],
    },
    {
      heading: 'New sources',
      items: [
        {
          text: 'trailnotes.example',
          detail: 'Cited in 37 answers, first on 17 Nov 2026',
          path: '/dashboard/brands/stridora/citations',
          mark: { text: 'New', tone: 'neutral' },
        },
      ],
    },
  ],
  action: { label: 'Open the overview', path: '/dashboard/brands/stridora' },
  note: 'Simulated data: these answers are not from real engines.',
}
