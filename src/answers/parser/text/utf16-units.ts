/**
 * The UTF-16 units of a text in a shared array, followed by zeros: scanning loops read it several times faster than
 * the string, whose every `charCodeAt` asks anew how the string is stored. Valid until the next call.
 */
export function utf16Units(text: string): Uint16Array {
  if (shared.length < text.length + ZEROS) {
    bytes = Buffer.alloc((text.length + ZEROS) * 3)
    shared = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1)
  }
  bytes.write(text, 0, 'utf16le')
  shared.fill(0, text.length, text.length + ZEROS)
  return shared
}

/** So that looking a few units ahead needs no check. */
const ZEROS = 8

let bytes = Buffer.alloc(1 << 16)
let shared = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1)
