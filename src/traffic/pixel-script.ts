/** The tracking script as served: the source without comments and indentation. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { tagBody } from '../http/etag.ts'

const source = readFileSync(fileURLToPath(new URL('../../pixel/t.js', import.meta.url)), 'utf8')

export const pixel = tagBody(
  source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n'),
)

export const pixelSnippet = (baseUrl: string, code: string) =>
  `<script defer src="${baseUrl}/t.js" data-code="${code}"></script>`
