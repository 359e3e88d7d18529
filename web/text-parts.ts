/** Yields the parts of a text file, which can be larger than memory: whole lines, decompressed. */
export async function* readTextParts(file: Blob, maxLength: number): AsyncGenerator<string> {
  let rest = ''
  const reader = (await open(file)).getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    rest += read.value
    while (rest.length >= maxLength) {
      // A line that is longer than a part is not readable anyway.
      const end = rest.lastIndexOf('\n', maxLength - 1) + 1 || maxLength
      yield rest.slice(0, end)
      rest = rest.slice(end)
    }
  }
  if (rest !== '') yield rest
}

/** UTF-16 is recognized by its byte order mark; everything else is read as UTF-8. */
async function open(file: Blob): Promise<ReadableStream<string>> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const stream = file.stream()
  const plain =
    first === 0x1f && second === 0x8b ? stream.pipeThrough(new DecompressionStream('gzip')) : stream
  return plain.pipeThrough(new TextDecoderStream(first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8'))
}
