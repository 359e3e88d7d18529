/** Small local sites, each with its own findings. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

export type Reply = {
  status?: number
  headers?: Record<string, string | string[]>
  body?: string | Buffer
}
/** By path; `*` matches every other path. A function can keep the response open. */
export type SiteFiles = Record<
  string,
  Reply | ((request: IncomingMessage, response: ServerResponse) => Reply | null)
>

export type Site = { url: string; requests: { path: string; agent: string }[]; close(): Promise<void> }

export async function serveSite(files: SiteFiles): Promise<Site> {
  const requests: Site['requests'] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push({ path, agent: request.headers['user-agent'] ?? '' })
    const file = files[path] ?? files['*'] ?? { status: 404, body: 'nothing here' }
    const reply = typeof file === 'function' ? file(request, response) : file
    if (reply === null) return
    response.on('error', () => response.destroy())
    response.writeHead(reply.status ?? 200, { 'content-type': 'text/html; charset=utf-8', ...reply.headers })
    response.end(reply.body ?? '')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const paragraph = (about: string) =>
  `<p>${about} is described here in full sentences, with what it costs (89 euros in 2026), how long it lasts (2 years) and what people say of it in 3 tests.</p>`

/** A page without findings. */
export const perfectPage = `<!doctype html>
<html lang="en"><head>
<meta charset="utf-8"><title>Running shoes for flat feet</title>
<meta name="description" content="What to look for in running shoes for flat feet.">
<link rel="canonical" href="/guide">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"Running shoes",
"author":{"@type":"Person","name":"Ada Lovelace"},"datePublished":"2026-09-01","dateModified":"2026-11-01"}</script>
</head><body>
<header><nav><a href="/">Home</a> <a href="/contact">Contact</a></nav></header>
<main><h1>Running shoes for flat feet</h1>
<p>For flat feet, choose a shoe with a firm heel and support below the arch. Most runners need between 6 and 10 mm of drop, and a new pair after 800 km.</p>
<time datetime="2026-11-01">1 November 2026</time>
<h2>Which shoes suit flat feet?</h2>${paragraph('A stable shoe')}
<h2>How long does a pair last?</h2>${paragraph('A pair')}
<ul><li>Firm heel, 10 mm drop</li><li>Wide toe box</li></ul>
<img src="/shoe.jpg" alt="A running shoe from the side">
<p>Tested by <a href="https://www.example.org/study">a study of 2025</a> with 120 runners.</p>
<a href="/guide/second">More</a>
</main><footer><a href="mailto:ada@example.com">Write to us</a></footer></body></html>`

export const japanesePage = `<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>扁平足のためのランニングシューズ</title>
<meta name="description" content="扁平足の人のための靴の選び方"></head><body><main>
<h1>扁平足に合うランニングシューズの選び方</h1>
<p>扁平足の人には、かかとがしっかりしていて土踏まずを支える靴が合います。ドロップは6ミリから10ミリ、寿命は800キロほどです。</p>
<h2>扁平足にはどの靴がよいですか？</h2><p>安定性の高い靴を選んでください。価格は2026年で12000円前後、幅は3種類から選べます。</p>
<h2>靴はどのくらい持ちますか？</h2><p>週に3回走る人なら、およそ8か月で買い替えます。かかとの減り方を毎月1回見てください。</p>
<ul><li>かかとが硬い</li><li>幅が広い</li></ul><p>参考：<a href="https://www.example.org/">調査</a></p>
<time datetime="2026-10-10">2026年10月10日</time><address>東京都</address></main></body></html>`

const allowAll = {
  '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nAllow: /\n' },
}

/** Returns a bot challenge to everything but a browser. */
const onlyBrowsers = ({ headers }: IncomingMessage): Reply =>
  /(bot|gpt|claude|perplexity|-user)/i.test(headers['user-agent'] ?? '')
    ? { status: 403, body: '<title>Are you human?</title>' }
    : { body: perfectPage }

export const sites = {
  perfect: {
    ...allowAll,
    '/guide': { body: perfectPage },
    '/guide/second': { body: perfectPage.replace('href="/guide"', 'href="/guide/second"') },
    '/contact': { body: '<title>Contact</title><p>Write to us.' },
    '/': { status: 404 },
    '/llms.txt': {
      headers: { 'content-type': 'text/plain' },
      body: '# Shoes\n\n> About shoes\n\n## Guides\n\n- [Flat feet](/guide): what to buy\n',
    },
    '/sitemap.xml': { body: '<urlset></urlset>' },
  },
  robots: {
    '/robots.txt': { body: 'User-agent: *\nDisallow: /\n' },
    '/guide': { body: perfectPage },
  },
  onlyOurAgentBlocked: {
    '/robots.txt': { body: 'User-agent: Ansight\nDisallow: /\n' },
    '/guide': { body: perfectPage },
  },
  someBots: {
    '/robots.txt': {
      body: 'User-agent: OAI-SearchBot\nUser-agent: ChatGPT-User\nUser-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nAllow: /\n',
    },
    '/guide': { body: perfectPage },
  },
  training: {
    '/robots.txt': {
      body: 'User-agent: GPTBot\nUser-agent: CCBot\nUser-agent: Google-Extended\nDisallow: /\n',
    },
    '/guide': { body: perfectPage },
  },
  robotsDown: { '/robots.txt': { status: 503 }, '/guide': { body: perfectPage } },
  userAgent: { ...allowAll, '/guide': onlyBrowsers },
  javascript: {
    ...allowAll,
    '/guide': {
      body: '<!doctype html><html lang="en"><title>Shop</title><div id="root"></div><noscript>You need to enable JavaScript.</noscript><script src="/app.js"></script>',
    },
  },
  fewWords: {
    ...allowAll,
    '/guide': { body: '<!doctype html><html lang="en"><title>Shop</title><h1>Shoes</h1><p>Open daily.</p>' },
  },
  huge: { ...allowAll, '/guide': { body: `${perfectPage}<!-- ${'x'.repeat(3_500_000)} -->` } },
  nested: { ...allowAll, '/guide': { body: '<div>'.repeat(150_000) } },
  circle: {
    ...allowAll,
    '/guide': { status: 302, headers: { location: '/other' } },
    '/other': { status: 302, headers: { location: '/guide' } },
  },
  broken: {
    ...allowAll,
    '/guide': {
      body: `<html lang=en><h1>Shoes<p>Unclosed <b>everything <table><tr><td>5 <li>item</b></p><h4>Deep</h4>${'<p>Many words without an end tag, again and again, to be read all the same. '.repeat(6)}`,
    },
  },
  japanese: { ...allowAll, '/guide': { body: japanesePage } },
  noindex: {
    ...allowAll,
    '/guide': { headers: { 'x-robots-tag': ['googlebot: nofollow', 'noindex'] }, body: perfectPage },
  },
  noindexForOne: {
    ...allowAll,
    '/guide': { body: perfectPage.replace('<meta ', '<meta name="Googlebot" content="noindex"><meta ') },
  },
  missing: { ...allowAll },
  pdf: { ...allowAll, '/guide': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7' } },
  bomb: {
    ...allowAll,
    '/guide': { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(60_000_000, 'a')) },
  },
  hanging: { ...allowAll, '/guide': () => null },
  shiftJis: {
    ...allowAll,
    '/guide': {
      headers: { 'content-type': 'text/html; charset=shift_jis' },
      body: Buffer.concat([
        Buffer.from('<html lang=ja><h1>'),
        Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
        Buffer.from('</h1>'),
      ]),
    },
  },
} satisfies Record<string, SiteFiles>
