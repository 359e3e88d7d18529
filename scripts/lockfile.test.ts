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

/**
 * Optional binaries for other systems. The registry that wrote the lockfile responds with 404 for them, so npm knows no
 * checksum. An entry cannot be removed: npm would then install no binary on that system.
 */
const unchecked = {
  '@biomejs/cli': [
    'android-arm64 android-x64 darwin-arm64 darwin-x64 linux-arm64-musl linux-x64-musl win32-arm64 win32-x64',
  ],
  '@oxc-parser/binding': [
    'android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-arm-musleabihf',
    'linux-ppc64-gnu linux-riscv64-gnu linux-riscv64-musl linux-s390x-gnu openharmony-arm64',
    'win32-arm64-msvc win32-ia32-msvc win32-x64-msvc',
  ],
  '@tailwindcss/oxide': [
    'android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf wasm32-wasi win32-arm64-msvc win32-x64-msvc',
  ],
}

test('exactly the known optional binaries for other systems have no SHA-512 checksum in the lockfile', () => {
  const missing = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  const known = Object.entries(unchecked).flatMap(([name, systems]) =>
    systems.flatMap((line) => line.split(' ').map((system) => `node_modules/${name}-${system}`)),
  )
  expect(missing.map(([path]) => path)).toEqual(known)
  expect(missing.filter(([, { optional }]) => !optional)).toEqual([])
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
