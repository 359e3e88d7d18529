/** The sites of the demo brands, with the shortcomings that audits usually find. */
import type { runAudit } from '../audits/run-audit.ts'
import type { Brand } from '../brands/brands.ts'
import sites from './sites.json' with { type: 'json' }

type Fetch = Parameters<typeof runAudit>[0]

type SitePage = { path: string; title: string; description?: string; text: string[] }

const pagesByIndustry: Readonly<Record<string, SitePage[]>> = sites.pages

export const listSitePaths = (industry: string): string[] =>
  (pagesByIndustry[industry] ?? []).map(({ path }) => path)

/** Answers requests to the brand's site without the network. */
export function fetchDemoSite({ name, domain, language }: Brand, industry: string): Fetch {
  const pages = pagesByIndustry[industry] ?? []
  const links = pages.map(({ path, title }) => `<a href="${path}">${title}</a>`).join(' ')
  const files = new Map([
    ['/robots.txt', { type: 'text/plain', body: sites.robots }],
    ...pages.map((page) => {
      const body = renderPage(page, { name, language: language ?? 'en', links })
      return [page.path, { type: 'text/html; charset=utf-8', body }] as const
    }),
  ])
  return async (url) => {
    const { pathname, host } = new URL(url)
    const file = host === domain ? files.get(pathname) : undefined
    const { type, body } = file ?? { type: 'text/plain', body: '' }
    return {
      outcome: 'answered',
      url,
      status: file ? 200 : 404,
      headers: { 'content-type': type },
      headerLines: { 'content-type': [type] },
      body: Buffer.from(body),
      isTruncated: false,
      redirects: [],
      firstByteMs: 40,
      totalMs: 60,
    }
  }
}

function renderPage(
  { title, description, text }: SitePage,
  { name, language, links }: { name: string; language: string; links: string },
): string {
  const meta = description === undefined ? '' : `<meta name="description" content="${description}">`
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title} | ${name}</title>${meta}</head>
<body><header><nav>${links}</nav></header><main><h1>${title}</h1>${text.map(renderBlock).join('')}</main></body></html>`
}

/** A text that starts with `# ` is a heading, one with `- ` an item of a list. */
function renderBlock(text: string): string {
  if (text.startsWith('# ')) return `<h2>${text.slice(2)}</h2>`
  return text.startsWith('- ') ? `<ul><li>${text.slice(2)}</li></ul>` : `<p>${text}</p>`
}
