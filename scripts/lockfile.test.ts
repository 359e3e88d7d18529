import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      inBundle: z.boolean().optional(),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
})
const { packages } = Lockfile.parse(
  JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')),
)

test('every package in the lockfile has a SHA-512 checksum, also the binaries for other systems', () => {
  const unchecked = Object.entries(packages).filter(
    // The checksum of a package covers the packages that are bundled in it.
    ([path, { integrity, inBundle }]) => path !== '' && !inBundle && !integrity?.startsWith('sha512-'),
  )
  expect(unchecked.map(([path]) => path)).toEqual([])
})

test('the lockfile contains the optional binaries for every system', () => {
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies))
    .filter((name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)))
  expect(missing).toEqual([])
})
