/** The examples and tables of RFC 9309 (https://www.rfc-editor.org/rfc/rfc9309), and common deviations. */
import { expect, test } from 'vitest'
import { checkRobots, parseRobots } from './robots.ts'

const allowed = (text: string, agent: string, path: string) =>
  checkRobots(parseRobots(text), agent, `https://example.com${path}`).allowed

const simple = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot
`

test.each([
  ['foobot', '/example/page.html', true],
  ['foobot', '/example/allowed.gif', true],
  ['foobot', '/', false],
  ['barbot', '/example/page.html', false],
  ['bazbot', '/example/page.html', false],
  ['BazBot', '/example/other.html', true],
  ['quxbot', '/example/page.html', true],
  ['otherbot', '/example/page.html', false],
  ['otherbot', '/publications/', true],
  ['otherbot', '/some.gif', false],
  ['otherbot', '/some.gif?size=1', true],
])('in the simple example of 5.1 %s may read %s: %s', (agent, path, expected) => {
  expect(allowed(simple, agent, path)).toBe(expected)
})

test('the longest match applies (5.2), and of equally long ones the one that allows (2.2.2)', () => {
  const longest = 'User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n'
  expect(allowed(longest, 'foobot', '/example/page/')).toBe(true)
  expect(allowed(longest, 'foobot', '/example/page/disallowed.gif')).toBe(false)
  expect(allowed('User-agent: *\nDisallow: /page\nAllow: /page', 'any', '/page')).toBe(true)
})

test('groups of one agent are merged (2.2.1)', () => {
  const separate =
    'user-agent: ExampleBot\ndisallow: /foo\ndisallow: /bar\n\nuser-agent: Other\ndisallow: /\n\nuser-agent: ExampleBot\ndisallow: /baz\n'
  for (const path of ['/foo', '/bar', '/baz']) expect(allowed(separate, 'ExampleBot', path)).toBe(false)
  expect(allowed(separate, 'ExampleBot', '/qux')).toBe(true)
})

test.each([
  ['/foo/bar?baz=quz', '/foo/bar?baz=quz'],
  ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar'],
  ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
  ['/foo/bar/%E3%83%84', '/foo/bar/ツ'],
  ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
])('the path %s of the table in 2.2.2 is %s', (rule, path) => {
  expect(allowed(`User-agent: *\nDisallow: ${rule}`, 'any', path)).toBe(false)
})

test.each([
  ['/this/path/exactly$', '/this/path/exactly', true],
  ['/this/path/exactly$', '/this/path/exactly/not', false],
  ['/this/*/exactly', '/this/way/round/exactly', true],
  ['/this/*/exactly', '/this/exactly', false],
  ['/*/a*/*b$', '/x/ay/zb', true],
  ['/*/a*/*b$', '/x/ay/zbc', false],
  ['/a*a$', '/a', false],
  ['/file-with-a-%2A.html', '/file-with-a-*.html', true],
  ['/file-with-a-%2A.html', '/file-with-a-b.html', false],
  ['/foo-%24', '/foo-$', true],
])('the special characters of 2.2.3: %s on %s is %s', (rule, path, matches) => {
  expect(allowed(`User-agent: *\nDisallow: ${rule}`, 'any', path)).toBe(!matches)
})

test('unrelated lines do not affect the rules', () => {
  const wild =
    '\uFEFF# hello\r\nUser-agent: GPTBot/1.0 # the bot\r\nCrawl-delay: 3\rSitemap: https://example.com/a.xml\nDisallow : /private # why\nnonsense\nDisallow:\n'
  expect(allowed(wild, 'gptbot', '/private/x')).toBe(false)
  expect(allowed(wild, 'gptbot', '/')).toBe(true)
  expect(parseRobots(wild)).toMatchObject({ sitemaps: ['https://example.com/a.xml'] })
  expect(allowed('Disallow: /\nUser-agent: *', 'any', '/')).toBe(true)
  expect(allowed('<!doctype html><a href="x:y">', 'any', '/')).toBe(true)
})

test('robots.txt itself is always allowed, and the verdict names the deciding rule', () => {
  const closed = parseRobots('User-agent: *\nDisallow: /')
  expect(checkRobots(closed, 'any', 'https://example.com/robots.txt').allowed).toBe(true)
  expect(checkRobots(closed, 'any', 'https://example.com/')).toEqual({
    allowed: false,
    rule: 'Disallow: /',
    group: 'all',
  })
})

test('without a file everything is allowed, without a response nothing (2.3.1)', () => {
  expect(checkRobots({ kind: 'absent' }, 'any', 'https://example.com/').allowed).toBe(true)
  expect(checkRobots({ kind: 'unreachable' }, 'any', 'https://example.com/').allowed).toBe(false)
})

// A pattern that backtracks takes hours.
test('many wildcards in many rules are matched without backtracking', () => {
  const stars = `User-agent: *\n${`Disallow: /${'*a'.repeat(1_000)}$\n`.repeat(100)}`
  expect(allowed(stars, 'any', `/${'a'.repeat(2_000)}b`)).toBe(true)
})
