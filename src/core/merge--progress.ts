/** How far a long command is: one line that changes on a terminal, and a line every few seconds in a log. */
import type { Writable } from 'node:stream'

export type Progress = {
  /** Shown when the last was long enough ago. */
  show(text: string): void
  /** Leaves the last text standing. */
  end(): void
}

const everyMs = { terminal: 200, log: 5_000 }

export function createProgressLine(
  stream: Writable & { isTTY?: boolean },
  now = performance.now.bind(performance),
): Progress {
  const intervalMs = stream.isTTY ? everyMs.terminal : everyMs.log
  let shownAt = now()
  let latest = ''
  const write = (text: string) => stream.write(stream.isTTY ? `\r\u001B[K${text}` : `${text}\n`)
  return {
    show: (text) => {
      latest = text
      if (now() - shownAt < intervalMs) return
      write(text)
      shownAt = now()
    },
    end: () => {
      if (latest !== '') write(latest)
      if (latest !== '' && stream.isTTY) stream.write('\n')
    },
  }
}
