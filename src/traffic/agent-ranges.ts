/** Reads the IP ranges that operators publish for their agents, from files that the user downloaded. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { BlockList, isIP } from 'node:net'
import { basename, join } from 'node:path'
import { z } from 'zod'

/** Returns whether the IP address belongs to the agent, or null when no ranges of the agent were loaded. */
export type AgentVerifier = (agent: string, address: string) => boolean | null

/** The format of OpenAI, Google and Perplexity. */
const PublishedRanges = z.object({
  prefixes: z.array(
    z.union([
      z.object({ ipv4Prefix: z.string() }).transform((prefix) => prefix.ipv4Prefix),
      z.object({ ipv6Prefix: z.string() }).transform((prefix) => prefix.ipv6Prefix),
    ]),
  ),
})

/** `path`: a file, or a folder of files, each named after its agent (`gptbot.json`). Throws for a file without ranges. */
export async function loadAgentRanges(path: string): Promise<AgentVerifier> {
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

/** `ChatGPT-User` matches both `chatgpt-user.json` and `chatgptuser.json`. */
const agentKey = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

async function readList(file: string): Promise<BlockList> {
  const parsed = PublishedRanges.safeParse(parseJson(await readFile(file, 'utf8')))
  if (!parsed.success)
    throw new Error(`${file} contains no ranges. Expected { "prefixes": [{ "ipv4Prefix": "…" }] }.`)
  const list = new BlockList()
  for (const prefix of parsed.data.prefixes) {
    const [address = '', bits] = prefix.split('/')
    const family = isIP(address)
    if (family === 0 || bits === undefined) throw new Error(`${file}: "${prefix}" is not an IP range.`)
    list.addSubnet(address, Number(bits), family === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
