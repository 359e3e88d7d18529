/** Prometheus' text format, version 0.0.4. */

export type Sample = { name?: string; labels?: Record<string, string | number>; value: number }
/** `name` of a sample: the family's unless it is a part of a histogram. */
export type Family = {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  samples: Sample[]
}

export const contentType = 'text/plain; version=0.0.4; charset=utf-8'

export const exposition = (families: Family[]): string =>
  families
    .map(({ name, type, help, samples }) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...samples.map((sample) => lineOf(name, sample)),
        '',
      ].join('\n'),
    )
    .join('')

function lineOf(family: string, { name = family, labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(String(text))}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
