/**
 * Copies byte arrays into few buffers, which a message to another thread moves. Without this, it would copy the buffer
 * behind each array: small Buffers share a pool of Node with unrelated data, such as texts before their compression.
 */
export type ByteBlocks = {
  blocks: ArrayBuffer[]
  /** Returns a copy of the bytes in one of the blocks. */
  add(bytes: Uint8Array): Uint8Array
}

const blockSize = 32 * 1024

export function createByteBlocks(): ByteBlocks {
  const blocks: ArrayBuffer[] = []
  let used = 0
  const blockFor = (size: number): ArrayBuffer => {
    const last = blocks.at(-1)
    if (last && used + size <= last.byteLength) return last
    const block = new ArrayBuffer(Math.max(blockSize, size))
    blocks.push(block)
    used = 0
    return block
  }
  return {
    blocks,
    add: (bytes) => {
      const copy = new Uint8Array(blockFor(bytes.length), used, bytes.length)
      copy.set(bytes)
      used += bytes.length
      return copy
    },
  }
}
