import { writeFile } from 'node:fs/promises'
import { openBrowser } from '../test/browser/browser.ts'
const browser = await openBrowser()
const [,, names = '', ...variants] = process.argv
const paths: Record<string,string> = { visits: '/traffic', agents: '/traffic/agents', shopping: '/shopping', domains: '/citations?view=domains', pages: '/citations?view=pages', overview: '', alerts: '/alerts' }
for (const v of variants.length ? variants : ['light','dark','phone']) {
  const context = await browser.newContext({ baseURL: 'http://127.0.0.1:3977', locale: 'en-US', viewport: v === 'phone' ? { width: 390, height: 844 } : { width: 1440, height: 900 }, colorScheme: v === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const r = await page.request.post('/api/auth/sign-in/email', { data: { email: 'demo@example.com', password: process.env.PW } })
  if (!r.ok()) console.log(r.status(), await r.text())
  for (const n of names.split(',')) { await page.goto(`/dashboard/brands/stridora${paths[n]}`); await page.waitForLoadState('networkidle'); await page.waitForTimeout(600); await page.screenshot({ path: `/tmp/shot-${n}-${v}.png`, fullPage: v === 'phone' }) }
  await context.close()
}
await browser.close()
