/** Parts of a log file for the upload: whole lines, decompressed. */

/** At most 6 MB as UTF-8; the service accepts 8 MB. */
const partLength = 2_000_000

/** Yields the parts of a file, which can be larger than memory. A later part starts with the column names of a W3C extended log. */
export async function* readLogParts(file: Blob, maxLength = partLength): AsyncGenerator<string> {
  let columns = ''
  let rest = ''
  const toPart = (text: string) => {
    const part = columns + text
    const last = text.lastIndexOf('#Fields:')
    if (last !== -1) columns = `${text.slice(last).split('\n', 1)[0]}\n`
    return part
  }
  const reader = (await open(file)).pipeThrough(new TextDecoderStream()).getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    rest += read.value
    while (rest.length >= maxLength) {
      // A line that is longer than a part is not readable anyway.
      const end = rest.lastIndexOf('\n', maxLength - 1) + 1 || maxLength
      yield toPart(rest.slice(0, end))
      rest = rest.slice(end)
    }
  }
  if (rest !== '') yield toPart(rest)
}

async function open(file: Blob): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const stream = file.stream()
  return first === 0x1f && second === 0x8b ? stream.pipeThrough(new DecompressionStream('gzip')) : stream
}
