/** A child that stands in for us: our streams, our signals, its end. */
import { spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'

const samePressMs = 1_000

/** The channel closes when we are killed, by which the child learns of it (src/core/parent.ts). */
export function runChild(node, args) {
  const child = spawn(node, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  })
  const stopForwarding = forwardSignals(child)
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

/** A Ctrl-C reaches us from the terminal and once more from npm; the child is told once per press. */
function forwardSignals(child) {
  const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    let toldAt = Number.NEGATIVE_INFINITY
    const forward = () => {
      if (performance.now() - toldAt < samePressMs) return
      toldAt = performance.now()
      // On Windows a signal would end the child at once; there the console tells it itself.
      if (process.platform !== 'win32') child.kill(signal)
    }
    process.on(signal, forward)
    return [signal, forward]
  })
  return () => {
    for (const [signal, forward] of forwarded) process.off(signal, forward)
  }
}
