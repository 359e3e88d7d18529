/** The prefixes of keys by vendor, longest first where one is the start of another. */
const owners: readonly (readonly [prefix: string, vendor: string])[] = [
  ['sk-ant-', 'Anthropic'],
  ['sk-or-', 'OpenRouter'],
  ['sk-', 'OpenAI'],
  ['pplx-', 'Perplexity'],
  ['xai-', 'xAI'],
  ['AIza', 'Google Gemini'],
]

/** Returns the vendor whose keys look like this one, or null if it is unknown or the expected one. */
export function ownerOfKey(key: string, expected: string): string | null {
  const owner = owners.find(([prefix]) => key.startsWith(prefix))?.[1] ?? null
  return owner === expected ? null : owner
}
