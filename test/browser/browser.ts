/**
 * Chromium for tests from an npm package, so that nothing is installed or downloaded. The package is made for AWS Lambda
 * and unpacks its libraries and fonts only there. This file unpacks them into a temporary directory, so that the browser
 * starts without libnss3, fontconfig or fonts on the machine.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflate } from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** The package contains a binary for Linux x64; elsewhere CHROMIUM_PATH names an installed one. */
export const hasBrowser =
  (process.platform === 'linux' && process.arch === 'x64') || process.env.CHROMIUM_PATH !== undefined

/** `more`: further command-line arguments. */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const installed = process.env.CHROMIUM_PATH
  const program = installed ? { executablePath: installed } : await unpacked()
  return chromium.launch({ args: [...quiet, ...more], ...program })
}

/** Without a sandbox, because tests run as root in containers and load their own pages only. The rest prevents network access. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--font-render-hinting=none',
]

const archives = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br']

async function unpacked(): Promise<{ executablePath: string; env: Record<string, string> }> {
  // The `exports` of the package name its code only; the archives are found relative to it.
  const home = join(createRequire(import.meta.url).resolve('@sparticuz/chromium'), '..', '..')
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'))
  const folder = join(tmpdir(), `ansight-chromium-${version}-${process.getuid?.() ?? 0}`)
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

/** Unpacks into a temporary directory and renames it, so that concurrent runs use a complete one. */
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

/** `inflate` writes to the temporary directory, which it reads when it is called. */
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

/** The font settings of the package name directories of Lambda. */
const fontSettings = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>
`
