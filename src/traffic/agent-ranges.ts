/** The addresses that operators publish for their agents, as files that the user has fetched. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { BlockList, isIP } from 'node:net'
import { basename, join } from 'node:path'
import { z } from 'zod'

/** Null: there are no ranges of this agent. */
export type Verifier = (agent: string, address: string) => boolean | null

/** As OpenAI, Google and Perplexity publish them. */
const Published = z.object({
  prefixes: z.array(
    z.union([
      z.object({ ipv4Prefix: z.string() }).transform((prefix) => prefix.ipv4Prefix),
      z.object({ ipv6Prefix: z.string() }).transform((prefix) => prefix.ipv6Prefix),
    ]),
  ),
})

/**
 * `path`: a file, or a folder of files, each named after its agent (`gptbot.json`). Throws a sentence for a file that holds
 * no ranges.
 */
export async function loadAgentRanges(path: string): Promise<Verifier> {
  const files = (await stat(path)).isDirectory()
    ? (await readdir(path)).filter((name) => name.endsWith('.json')).map((name) => join(path, name))
    : [path]
  const lists = new Map<string, BlockList>()
  for (const file of files) lists.set(agentKey(basename(file, '.json')), await readList(file))
  return (agent, address) => {
    const list = lists.get(agentKey(agent))
    const family = isIP(address)
    if (list === undefined) return null
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
}

/** `ChatGPT-User` is `chatgpt-user.json` and `chatgptuser.json`. */
const agentKey = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

async function readList(file: string): Promise<BlockList> {
  const parsed = Published.safeParse(jsonOf(await readFile(file, 'utf8')))
  if (!parsed.success)
    throw new Error(`${file} holds no ranges: { "prefixes": [{ "ipv4Prefix": "…" }] } is expected.`)
  const list = new BlockList()
  for (const prefix of parsed.data.prefixes) {
    const [address = '', bits] = prefix.split('/')
    const family = isIP(address)
    if (family === 0 || bits === undefined) throw new Error(`${file}: "${prefix}" is no range of addresses.`)
    list.addSubnet(address, Number(bits), family === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
