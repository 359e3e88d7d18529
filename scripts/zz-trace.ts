import { writeFile } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import { openBrowser } from '../test/browser/browser.ts'
const probe = await openBrowser(); await probe.close()
import { readdirSync } from 'node:fs'
const dir = readdirSync('.runtime').find((n) => n.startsWith('chromium-') && !n.endsWith('.sh')) ?? ''
const folder = `${process.cwd()}/.runtime/${dir}`
const browser = await chromium.launch({ args: ['--no-sandbox','--disable-gpu','--disable-background-networking','--no-first-run'], executablePath: `${folder}/chromium`, env: { PATH: process.env.PATH ?? '', HOME: folder, LD_LIBRARY_PATH: `${folder}/al2023/lib`, FONTCONFIG_FILE: `${folder}/fonts.conf` } })
const [,, names = 'overview,alerts', runs = '3', profile = ''] = process.argv
const paths: Record<string,string> = { visits: '/traffic', overview: '', alerts: '/alerts' }
const auth = await browser.newContext({ baseURL: 'http://127.0.0.1:3977' })
await auth.request.post('/api/auth/sign-in/email', { data: { email: 'demo@example.com', password: process.env.PW } })
const storageState = await auth.storageState()
for (const name of names.split(',')) for (let i = 0; i < Number(runs); i++) {
  const context = await browser.newContext({ baseURL: 'http://127.0.0.1:3977', locale: 'en-US', viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true, storageState })
  const page = await context.newPage()
  await page.addInitScript(() => { (window as any).__long = []; new PerformanceObserver((l) => { for (const e of l.getEntries()) (window as any).__long.push([e.startTime, e.duration]) }).observe({ type: 'longtask', buffered: true }) })
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  if (profile) { await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 500 }); await cdp.send('Profiler.start') }
  const events: any[] = []
  if (profile) { cdp.on('Tracing.dataCollected', (e) => events.push(...e.value)); await cdp.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'devtools.timeline,blink.user_timing,v8,toplevel' } as any) }
  await page.goto(`/dashboard/brands/stridora${paths[name]}`)
  await page.waitForLoadState('networkidle'); await page.waitForTimeout(2500)
  const long = await page.evaluate(() => (window as any).__long) as [number, number][]
  const fcp = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
  const m = await cdp.send('Performance.getMetrics').catch(() => null)
  const tbt = long.filter(([s]) => s + 1 > (fcp ?? 0) - 0).reduce((t, [, d]) => t + Math.max(0, d - 50), 0)
  console.log(name, 'fcp', Math.round(fcp ?? 0), 'long tasks', long.length, 'total', Math.round(long.reduce((t, [, d]) => t + d, 0)), 'blocking after fcp', Math.round(tbt), long.map(([s, d]) => `${Math.round(s)}:${Math.round(d)}`).join(' '))
  if (profile) {
    const done = new Promise((r) => cdp.once('Tracing.tracingComplete', r)); await cdp.send('Tracing.end'); await done
    const { profile: p } = await cdp.send('Profiler.stop')
    await writeFile(`/tmp/prof-${name}.json`, JSON.stringify(p)); await writeFile(`/tmp/trace-${name}.json`, JSON.stringify(events))
  }
  await context.close()
}
await browser.close()
