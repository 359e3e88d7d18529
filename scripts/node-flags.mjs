/** How Node shares the processors with others. Plain JavaScript for Node 20, as its reader is. */
import { availableParallelism } from 'node:os'

/**
 * V8 collects garbage and compiles in four threads of its own, unless it is told. Where there are two processors, these
 * keep the thread that answers requests from running for ten milliseconds and more; one processor is left to it.
 */
export const nodeFlags = [`--v8-pool-size=${Math.max(1, Math.min(4, availableParallelism() - 1))}`]

/**
 * Node takes them at its start only: this process becomes one that has them, and runs the file from its beginning. Does
 * nothing where it has them, and where a process cannot become another (Windows). What the caller gave Node comes last, so
 * that it wins.
 */
export function takeFlags(file, args) {
  const { execPath, execArgv, execve, platform } = process
  if (platform === 'win32' || !execve || nodeFlags.every((flag) => execArgv.includes(flag))) return
  execve(execPath, [execPath, ...nodeFlags, ...execArgv, file, ...args])
}
