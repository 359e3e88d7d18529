import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = '/dev/shm'
/** Three times what a run of all tests needs. */
const neededBytes = 8 * 2 ** 30

/**
 * Returns a folder in memory for the temporary files of tests, or null. Each of their databases consists of a thousand small
 * files, and creating a file in memory takes a fraction of the CPU time that it takes on a disk.
 */
export function findMemoryFolder(): string | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    const isLarge = Math.min(bavail * bsize, process.availableMemory()) >= neededBytes
    return isLarge && allowsPrograms() ? folder : null
  } catch {
    return null
  }
}

/** Containers often mount the folder with noexec, and tests run programs that they have written. */
function allowsPrograms(): boolean {
  const parent = mkdtempSync(join(folder, 'ansight-test-'))
  try {
    const program = join(parent, 'program')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    execFileSync(program)
    return true
  } finally {
    rmSync(parent, { recursive: true })
  }
}
