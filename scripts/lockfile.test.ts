import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      optional: z.boolean().optional(),
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
      libc: z.array(z.string()).optional(),
    }),
  ),
})
const { packages } = Lockfile.parse(
  JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')),
)
const installed = Object.entries(packages).filter(([path]) => path !== '')

/** Binaries for other systems, whose checksums the registry of the build does not provide. */
const unchecked = /^node_modules\/(@biomejs\/cli|@oxc-parser\/binding|@tailwindcss\/oxide)-/

test('every package in the lockfile has a SHA-512 checksum, except optional binaries for other systems', () => {
  const missing = installed.filter(([path, { integrity, optional }]) => {
    if (integrity?.startsWith('sha512-')) return false
    return !(optional && unchecked.test(path))
  })
  expect(missing.map(([path]) => path)).toEqual([])
})

test.each(['x64', 'arm64'])('on Linux %s with glibc, npm ci verifies every package', (cpu) => {
  const missing = installed.filter(([path, entry]) => {
    const fits =
      (entry.os ?? ['linux']).includes('linux') &&
      (entry.cpu ?? [cpu]).includes(cpu) &&
      (entry.libc ?? ['glibc']).includes('glibc')
    return fits && entry.integrity === undefined && !path.includes('musl')
  })
  expect(missing.map(([path]) => path)).toEqual([])
})
