/** The dashboard below a path of its host, in a real browser. */
import { describe, expect, test } from 'vitest'
import { basePath, startBehindProxy } from '../process/base-path-proxy.ts'
import { brandWith, signUp } from '../process/person.ts'
import { realtimeServer } from '../pusher-server.ts'
import { testService } from '../support.ts'
import { hasBrowser, sharedBrowser } from './browser.ts'
import { openTab } from './dashboard.ts'

describe.skipIf(!hasBrowser)('the dashboard at a base path', async () => {
  const realtime = await realtimeServer()
  const service = await testService(realtime.env, { connections: 5 })
  const url = await startBehindProxy(service, true)

  test('signs in, returns to the requested screen, follows links, downloads and receives events', async () => {
    const person = await signUp(url)
    const { id } = await brandWith(person, 1)
    const { page, expectClean, close } = await openTab(await sharedBrowser(), { url: new URL(url).origin })
    const failures: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400 || !response.url().startsWith(url)) failures.push(response.url())
    })
    await page.goto(`${url}/dashboard/brands/acme-shoes`)
    await expect.poll(() => page.url()).toContain(`${basePath}/sign-in?next=`)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`${basePath}/dashboard/brands/acme-shoes`)
    await expect.poll(() => realtime.subscribers(`private-brands.${id}`)).toBe(1)
    await page.getByRole('link', { name: 'Brands' }).first().click()
    await page.getByRole('heading', { name: 'Brands', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Organization' }).first().click()
    expect(await page.getByRole('link', { name: 'Export' }).getAttribute('href')).toBe(
      `${basePath}/api/organization/export`,
    )
    expect(failures).toEqual([])
    expectClean()
    await close()
  })
})
