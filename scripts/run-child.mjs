/** Runs a child process in place of this one: same streams, same signals, same exit code. */
import { spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'

/**
 * The IPC channel closes when this process is killed, which makes the child stop (`onLauncherExit` in
 * src/core/command.ts). A signal that arrives again within `repeatWindowMs` is not forwarded: one Ctrl-C reaches this
 * process from the terminal and a second time from npm.
 */
export function runChild(node, args, { repeatWindowMs = 1_000 } = {}) {
  const child = spawn(node, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  })
  const stopForwarding = forwardSignals(child, repeatWindowMs)
  child.on('error', (error) => {
    process.stderr.write(`ansight: cannot run ${node}: ${error.message}\n`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    stopForwarding()
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = code
  })
}

function forwardSignals(child, repeatWindowMs) {
  const listeners = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    let forwardedAtMs = Number.NEGATIVE_INFINITY
    const forward = () => {
      if (performance.now() - forwardedAtMs < repeatWindowMs) return
      forwardedAtMs = performance.now()
      // On Windows, kill() would terminate the child immediately; the console delivers Ctrl-C to it directly.
      if (process.platform !== 'win32') child.kill(signal)
    }
    process.on(signal, forward)
    return [signal, forward]
  })
  return () => {
    for (const [signal, forward] of listeners) process.off(signal, forward)
  }
}
