import { expect, test } from 'vitest'
import { imageTags, requireNext, withChartVersion, withRelease } from './release.ts'

test.each(['0.9.9', '1.2.2', 'next', '1.2', ''])('%s cannot follow 1.2.3', (next) => {
  expect(() => requireNext('1.2.3', next)).toThrow()
})

test.each(['1.2.3', '1.2.4', '1.3.0', '2.0.0', '1.10.0'])('%s can follow 1.2.3 or be it', (next) => {
  requireNext('1.2.3', next)
})

test('the unreleased changes become the changes of the release', () => {
  const changelog = '# Changelog\n\n## Unreleased: 1.1.0\n\n- New\n\n## 1.0.0 (2026-01-01)\n\n- Old\n'
  expect(withRelease(changelog, '1.1.0', '2026-02-03')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 1.1.0 (2026-02-03)\n\n- New\n\n## 1.0.0 (2026-01-01)\n\n- Old\n',
  )
})

test.each(['# Changelog\n', '## Unreleased\n\n## 1.0.0\n\n- Old\n'])(
  'a release without changes is refused',
  (text) => {
    expect(() => withRelease(text, '1.1.0', '2026-02-03')).toThrow('no unreleased changes')
  },
)

test('the chart and the image have the version of the release', () => {
  const chart = 'apiVersion: v2\nversion: 1.0.0\nappVersion: 1.0.0\n'
  expect(withChartVersion(chart, '1.2.3')).toBe('apiVersion: v2\nversion: 1.2.3\nappVersion: 1.2.3\n')
  expect(imageTags('1.2.3')).toEqual(['1.2.3', '1.2', '1', 'latest'])
})
