/** Flags of the Node process. Plain JavaScript, because it runs on Node 20. */
import { availableParallelism } from 'node:os'

/**
 * The first flag leaves one processor to the main thread. V8 uses four threads for garbage collection and compilation by
 * default; on two processors they delay the thread that answers requests by ten milliseconds and more. The second lets
 * the service release the memory of its startup.
 */
export const nodeFlags = [
  `--v8-pool-size=${Math.max(1, Math.min(4, availableParallelism() - 1))}`,
  '--expose-gc',
]

/**
 * Replaces this process (execve) by one with the flags, because Node reads them only at startup. Does nothing when they are
 * set, and on Windows, which has no execve. Flags of the caller come last and take precedence.
 */
export function restartWithFlags(file, args) {
  const { execPath, execArgv, execve, platform } = process
  if (platform === 'win32' || !execve || nodeFlags.every((flag) => execArgv.includes(flag))) return
  execve(execPath, [execPath, ...nodeFlags, ...execArgv, file, ...args])
}
