/**
 * A real Chromium for tests from an npm package: nothing is installed or downloaded. The package
 * is made for AWS Lambda and unpacks its libraries and fonts only there, into fixed folders; here all of it goes into a
 * folder of the project, so that the browser also starts where libnss3, fontconfig or any font is missing.
 */

import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflate } from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** The package contains a binary for Linux on x64; elsewhere CHROMIUM_PATH is the path of an installed one. */
export const hasBrowser =
  (process.platform === 'linux' && process.arch === 'x64') || process.env.CHROMIUM_PATH !== undefined

let shared: Promise<Browser> | undefined

/** Returns a browser that ends with the worker. Each file closes the contexts that it opens. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= openBrowser()
  return shared
}

export async function openBrowser(): Promise<Browser> {
  const installed = process.env.CHROMIUM_PATH
  const program = installed ? { executablePath: installed } : await unpacked()
  return chromium.launch({ args: flags, ...program })
}

/** For services whose BASE_URL has to be known before they listen: passkeys and providers depend on it. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}

/**
 * Returns the path of a program that starts it, as the service expects one. The service passes no variables on, so a script
 * sets them.
 */
export async function chromiumProgram(): Promise<string> {
  const installed = process.env.CHROMIUM_PATH
  if (installed) return installed
  const { executablePath, env } = await unpacked()
  const script = join(dirname(executablePath), `chromium-${process.pid}.sh`)
  const { PATH: _, HOME: __, ...needed } = env
  const exports = Object.entries(needed).map(([name, value]) => `export ${name}='${value}'\n`)
  await writeFile(script, `#!/bin/sh\n${exports.join('')}exec '${executablePath}' "$@"\n`, { mode: 0o755 })
  return script
}

/** No sandbox: tests run as root in containers and load only our own pages. Most other flags disable network services. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  // Scripts of a page that is open for a few seconds take less CPU time than the compilers that optimize them.
  '--js-flags=--no-maglev --no-turbofan',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--font-render-hinting=none',
  // Hosts of tests that need another one than localhost.
  '--host-resolver-rules=MAP *.example.com 127.0.0.1, MAP ansight.example 127.0.0.1',
]

const runtimeFolder = fileURLToPath(new URL('../../.runtime', import.meta.url))
const archives = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br']

async function unpacked(): Promise<{ executablePath: string; env: Record<string, string> }> {
  // The package exports only its code, so its other files are located relative to it.
  const home = join(createRequire(import.meta.url).resolve('@sparticuz/chromium'), '..', '..')
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'))
  const folder = join(runtimeFolder, `chromium-${version}`)
  if (!existsSync(folder)) await unpack(home, folder)
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  }
}

/** Unpacks into a temporary folder and renames it when complete, so that concurrent runs share it. */
async function unpack(home: string, folder: string): Promise<void> {
  const partial = await mkdtemp(`${folder}-`)
  try {
    await Promise.all(
      inflateInto(
        partial,
        archives.map((name) => join(home, 'bin', name)),
      ),
    )
    await writeFile(join(partial, 'fonts.conf'), fontSettings(folder))
    await rename(partial, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

/** The package always unpacks into the folder for temporary files, read when it is called. */
function inflateInto(folder: string, files: string[]): Promise<string>[] {
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    return files.map((file) => inflate(file))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

/** The package's defaults are the folders of AWS Lambda. */
const fontSettings = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>
`
