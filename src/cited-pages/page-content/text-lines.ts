/** Lists the blocks of text below an element, one line each. Iterative, because pages may be nested arbitrarily deep. */
export function listLines(root: Node | null): string[] {
  const lines: string[] = []
  let line = ''
  const end = () => {
    const text = line.replace(/\s+/gu, ' ').trim()
    if (text !== '') lines.push(text)
    line = ''
  }
  const stack: (Node | typeof blockEnd)[] = root ? [root] : []
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === blockEnd) end()
    else if (node.nodeType === textNode) line += node.textContent ?? ''
    else if (!silent.has(node.nodeName.toLowerCase())) {
      const isBlock = !inline.has(node.nodeName.toLowerCase())
      if (isBlock) {
        end()
        stack.push(blockEnd)
      }
      for (let child = node.lastChild; child; child = child.previousSibling) stack.push(child)
    }
  }
  end()
  return lines
}

const blockEnd = Symbol('end of a block')
const textNode = 3

const words = (text: string) => new Set(text.split(' '))
const inline = words(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strong sub sup time tt u var wbr',
)
const silent = words('#comment script style template noscript svg iframe textarea title head')
