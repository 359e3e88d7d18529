import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type PageHead, pageHeads, withHead, withLanguage } from './page-head.ts'

const html = await readFile(new URL('../../web/index.html', import.meta.url), 'utf8')

const metaTags = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(([, name, content]) => [
      name,
      content,
    ]),
  )

test.each([
  ['home', pageHeads.home],
  ['sign-in', pageHeads.signIn],
  ['invitation', pageHeads.invitation],
])('the %s page is served with its title, description and link preview', (_, head) => {
  const page = withHead(html, head)
  expect(page.match(/<title>.*<\/title>/g)).toEqual([`<title>${head.title}</title>`])
  expect(metaTags(page)).toMatchObject({
    description: head.description,
    'og:title': head.title,
    'og:description': head.description,
    'og:type': 'website',
    'og:site_name': 'Ansight',
    'twitter:card': 'summary',
  })
})

test('search engines do not list links, accounts and the dashboard, and the dashboard has no link preview', () => {
  const robots = (head: PageHead) => metaTags(withHead(html, head)).robots
  expect([robots(pageHeads.home), robots(pageHeads.signIn)]).toEqual([undefined, undefined])
  for (const page of ['invitation', 'link', 'forgotPassword', 'account'] as const)
    expect(robots(pageHeads[page])).toBe('noindex')
  const dashboard = metaTags(withHead(html, pageHeads.dashboard))
  expect(dashboard.robots).toBe('noindex')
  expect(Object.keys(dashboard).filter((name) => /^og:|^twitter:|^description$/.test(name))).toEqual([])
})

test('texts of the head are escaped, and dollar signs in them are kept', () => {
  const page = withHead(html, { title: '"A" & <b> $&', description: '</head>"', isListed: true })
  expect(page).toContain('<title>&quot;A&quot; &amp; &lt;b&gt; $&amp;</title>')
  expect(page).toContain('<meta name="description" content="&lt;/head&gt;&quot;" />')
})

test('a page in a fixed language names it for its scripts', () => {
  const page = withLanguage(html, 'de')
  expect(page).toContain('<html lang="de" data-language="de">')
  expect(withLanguage(html, null)).toBe(html)
})
