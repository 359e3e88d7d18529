/**
 * Sends the requests of AI agents in log files to a log source, as the web server writes them. Every line is sent at least once,
 * because the position is saved after the service has stored the lines; the service recognizes those that were sent before.
 *
 * A file is identified by its first line, so it is found again after a rotation that renames it or that copies and truncates it.
 */
import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { z } from 'zod'
import { identifyAgent } from './identify-agent.ts'
import { countRepeat, noRepeats, RepeatCounts } from './import-logs.ts'
import { createLogParser } from './log-parser.ts'
import { allLogFields, type FollowedLine } from './log-senders.ts'

type FollowOptions = { files: readonly string[]; endpoint: string; token: string; stateFile: string }

type Line = z.infer<typeof FollowedLine>

/**
 * `offset`: the bytes of complete lines that are stored. `repeats`: the identical lines of the last second. `seenMs`: when the
 * file was last found.
 */
const Position = z.object({ offset: z.number().int().min(0), repeats: RepeatCounts, seenMs: z.number() })
type Position = z.infer<typeof Position>

/** `files`: by path and by the fingerprint of each file that had this path. `checkedMs`: when they were last looked for. */
const State = z.object({
  checkedMs: z.number(),
  files: z.record(z.string(), z.record(z.string(), Position)),
})
type State = z.infer<typeof State>

const pollMs = 1_000
/** A file that was not found for this long has been deleted. A rotation hides a file for a moment. */
const forgetMs = 86_400_000
const chunkBytes = 1024 * 1024

/** Resolves when `stopping` is aborted. Throws when the service rejects the token or the request. */
export async function followLogs(
  { files, endpoint, token, stateFile }: FollowOptions,
  stopping: AbortSignal,
): Promise<void> {
  if (files.length === 0) throw new Error('Name at least one log file.')
  const state = await loadState(stateFile)
  for (const path of files) {
    state.files[path] ??= {}
    const file = await openLog(path)
    if (file === null) process.stderr.write(`ansight: ${path} does not exist yet\n`)
    await file?.close()
  }
  // A process that is killed before it has stored anything must find a log that is then rotated.
  await saveState(stateFile, state)
  const store = async (lines: readonly Line[]) => {
    await sendLines({ endpoint, token }, lines, stopping)
    // An interrupted call has not stored the lines.
    stopping.throwIfAborted()
  }
  try {
    for (;;) {
      const startedMs = Date.now()
      for (const path of files)
        for await (const { lines, save } of readNewLines(path, state, startedMs)) {
          await store(lines)
          save()
          await saveState(stateFile, state)
        }
      state.checkedMs = startedMs
      await setTimeout(pollMs, undefined, { signal: stopping })
    }
  } catch (error) {
    if (!stopping.aborted) throw error
  }
}

/**
 * Yields the new requests of AI agents in the files that have or had the path, and how to save the position after them in the
 * state.
 */
async function* readNewLines(
  path: string,
  state: State,
  nowMs: number,
): AsyncGenerator<{ lines: Line[]; save(): void }> {
  const positions = Object.fromEntries(
    Object.entries(state.files[path] ?? {}).filter(([, { seenMs }]) => nowMs - seenMs < forgetMs),
  )
  state.files[path] = positions
  let repeats = noRepeats()
  for (const file of await listVersions(path, state.checkedMs)) {
    const fingerprint = await readFingerprint(file.path)
    if (fingerprint === null || (positions[fingerprint] === undefined && !file.isNew)) continue
    // A line can be identical to one in the file before, within the same second.
    let position = positions[fingerprint] ?? { offset: 0, repeats, seenMs: nowMs }
    positions[fingerprint] = { ...position, seenMs: nowMs }
    for await (const { lines, ...next } of readLines(file.path, position)) {
      position = { ...next, seenMs: nowMs }
      const save = () => {
        positions[fingerprint] = { ...next, seenMs: nowMs }
      }
      yield { lines, save }
    }
    repeats = position.repeats
  }
}

async function loadState(path: string): Promise<State> {
  try {
    return State.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { checkedMs: Date.now(), files: {} }
    throw new Error(`${path} cannot be read. Delete it to read the logs from their start.`, { cause: error })
  }
}

/** Replaces the file at once, so that a crash leaves the old or the new state. */
async function saveState(path: string, state: State): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(state))
  await rename(`${path}.new`, path)
}

/** `isNew`: read from its start if it is not known. */
type Version = { path: string; isNew: boolean; modifiedMs: number }

/**
 * Lists the files that have or had this path, in the order in which they were written. A rotated file is new if it was written
 * after `sinceMs`: it was rotated while nothing followed it.
 */
async function listVersions(path: string, sinceMs: number): Promise<Version[]> {
  const folder = dirname(path)
  const isRotated = rotatedName(basename(path))
  const names = (await readdir(folder)).filter((name) => isRotated.test(name))
  const rotated = await Promise.all(
    names.map(async (name): Promise<Version[]> => {
      const modifiedMs = await stat(join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => null,
      )
      return modifiedMs === null
        ? []
        : [{ path: join(folder, name), isNew: modifiedMs > sinceMs, modifiedMs }]
    }),
  )
  return [
    ...rotated.flat().sort((a, b) => a.modifiedMs - b.modifiedMs),
    { path, isNew: true, modifiedMs: Number.POSITIVE_INFINITY },
  ]
}

/** `access.log.1`, `access.log-20261128` (logrotate) and `access-2026-11-28T10-00-00.000.log` (Caddy); not compressed ones. */
function rotatedName(name: string): RegExp {
  const quote = (text: string) => text.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&')
  const extension = extname(name)
  const stem = basename(name, extension)
  return new RegExp(
    `^(?:${quote(name)}[.-]\\d[\\d.-]*|${quote(stem)}-\\d{4}-\\d\\d-\\d\\dT[\\d.-]+${quote(extension)})$`,
  )
}

const fingerprintBytes = 1_024

/** Returns null for a file that does not exist, for example during a rotation. Throws for one that cannot be read. */
async function openLog(path: string): Promise<FileHandle | null> {
  try {
    return await open(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Returns the hash of the first line, or of its start; null for a file that does not exist or has no complete line yet. */
async function readFingerprint(path: string): Promise<string | null> {
  const file = await openLog(path)
  if (file === null) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(fingerprintBytes), 0, fingerprintBytes, 0)
    // Every file starts with the same lines, so it cannot be identified.
    if (bytesRead > 0 && buffer[0] === 35)
      throw new Error(`${path} is a W3C extended log, which cannot be followed. Import it.`)
    const end = buffer.subarray(0, bytesRead).indexOf(10)
    if (end === -1 && bytesRead < fingerprintBytes) return null
    return createHash('sha256')
      .update(end === -1 ? buffer : buffer.subarray(0, end))
      .digest('base64url')
  } finally {
    await file.close()
  }
}

type Read = { lines: Line[]; offset: number; repeats: RepeatCounts }

/** Yields the requests of AI agents after the position, with the position after them. An incomplete last line is left for later. */
async function* readLines(path: string, start: Omit<Position, 'seenMs'>): AsyncGenerator<Read> {
  const file = await openLog(path)
  if (file === null) return
  const parse = createLogParser(allLogFields)
  const buffer = Buffer.alloc(chunkBytes)
  let { offset, repeats } = start
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, chunkBytes, offset)
      const lastEnd = buffer.subarray(0, bytesRead).lastIndexOf(10)
      // The start of a line that is longer than a chunk is skipped; its end is not a request either.
      const length = lastEnd === -1 && bytesRead === chunkBytes ? chunkBytes : lastEnd + 1
      if (length === 0) return
      repeats = structuredClone(repeats)
      const counts = repeats
      const lines = buffer
        .toString('utf8', 0, length)
        .split('\n')
        .flatMap((text) => {
          const line = text.replace(/\r$/, '')
          const request = parse(line)
          return typeof request === 'string' || identifyAgent(request) === null
            ? []
            : [{ line, nth: countRepeat(counts, line, request.at) }]
        })
      offset += length
      yield { lines, offset, repeats }
    }
  } finally {
    await file.close()
  }
}

const compress = promisify(gzip)
const retryMs = { first: 1_000, most: 60_000 }

/** Repeats until the service has stored the lines, or `stopping` is aborted. */
async function sendLines(
  { endpoint, token }: { endpoint: string; token: string },
  lines: readonly Line[],
  stopping: AbortSignal,
): Promise<void> {
  if (lines.length === 0) return
  const body = await compress(lines.map((line) => JSON.stringify(line)).join('\n'))
  for (let waitMs = retryMs.first; !stopping.aborted; waitMs = Math.min(waitMs * 2, retryMs.most)) {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
      body,
      signal: stopping,
    }).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
    if (response instanceof Response) {
      await response.body?.cancel()
      if (response.ok) return
      if (response.status < 500 && response.status !== 429)
        throw new Error(`${endpoint} responds with status ${response.status}.`)
    }
    if (stopping.aborted) return
    const reason = response instanceof Response ? `status ${response.status}` : response.message
    process.stderr.write(`ansight: the lines were not accepted (${reason}); they are sent again\n`)
    const wanted = response instanceof Response ? Number(response.headers.get('retry-after')) * 1_000 : 0
    await setTimeout(Math.max(waitMs, wanted || 0), undefined, { signal: stopping }).catch(() => undefined)
  }
}
