import { expect, test } from 'vitest'
import { screenAfterSwitch } from './screen-after-switch.ts'

test.each([
  ['/dashboard', 'owner', '/dashboard'],
  ['/dashboard/settings/members', 'owner', '/dashboard/settings/members'],
  ['/dashboard/notifications', 'editor', '/dashboard/notifications'],
  ['/dashboard/settings', 'viewer', '/dashboard/settings'],
  ['/dashboard/settings/members', 'viewer', '/dashboard'],
  ['/dashboard/settings', 'client', '/dashboard'],
  ['/dashboard/brands/acme/prompts', 'owner', '/dashboard'],
  ['/account', 'owner', '/dashboard'],
] as const)('%s leads to its screen in an organization of the %s', (path, role, screen) => {
  expect(screenAfterSwitch(path, role)).toBe(screen)
})
