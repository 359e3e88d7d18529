/** The command that queries each configured engine once and prints what was read from its response. */
import { type Platform, platformLabels } from '../../vocabulary/platforms.ts'
import type { Command, WithApp } from '../core/command.ts'
import type { AppContext } from '../core/context.ts'
import { inEnglish } from '../languages/message.ts'
import type { Engine, EngineAnswer, QueryResult } from './engine.ts'
import { backendLabel, engineFor, resolvePlatforms } from './registry.ts'

export const engineCommands = (withApp: WithApp): Record<string, Command> => ({
  'engines check': {
    summary:
      'Send one paid query to each configured engine, and print what was read and what was not recognized.',
    options: {
      prompt: { type: 'string', description: `The prompt. Default: "${defaultPrompt}"` },
      region: { type: 'string', description: 'The country to query from, such as DE.' },
    },
    run: ({ values: { prompt = defaultPrompt, region = null } }) =>
      withApp(async (app) => {
        const engines = configuredEngines(app)
        if (engines.length === 0)
          throw new Error('No engine is configured: set a key such as OPENAI_API_KEY (docs/engines.md).')
        let failed = 0
        for (const [platform, engine] of engines) {
          const result = await engine.query({
            prompt,
            region,
            language: null,
            signal: AbortSignal.timeout(app.config.TRACKING_TIMEOUT_SECONDS * 1000),
          })
          if (!isUsable(result)) failed += 1
          process.stdout.write(
            `${platformLabels[platform]} (${backendLabel(engine.name)})\n${describe(result)}\n`,
          )
        }
        if (failed > 0) throw new Error(`${failed} of ${engines.length} engines need attention.`)
      }),
  },
})

const defaultPrompt = 'Which password managers do experts recommend this year?'

function configuredEngines({ config }: AppContext): [Platform, Engine][] {
  return [...resolvePlatforms(config).values()].flatMap(({ platform, configured, surface }) => {
    const engine = configured && surface !== 'simulated' ? engineFor(config, platform) : null
    return engine ? [[platform, engine]] : []
  })
}

/** An engine that did not search, cited nothing or sent something unknown needs a look. */
const isUsable = (result: QueryResult) => result.outcome === 'answered' && result.unrecognized.length === 0

function describe(result: QueryResult): string {
  const rows =
    result.outcome === 'failed'
      ? [
          ['failed', `${result.kind}: ${inEnglish(result.message)}`],
          ['not recognized', result.unrecognized?.join(', ') || 'nothing'],
        ]
      : toRows(result)
  return rows.map(([name, value]) => `  ${`${name}:`.padEnd(16)}${value}\n`).join('')
}

function toRows(answer: EngineAnswer): [string, string][] {
  const { costMicros, costEstimated, searched, citations, retrieved, searches } = answer
  const located = citations.filter(({ start }) => start !== null).length
  return [
    ['outcome', answer.outcome],
    ['model', answer.model ?? 'not reported'],
    ['text', `${answer.markdown.length} characters: ${JSON.stringify(answer.markdown.slice(0, 80))}`],
    ['searched', searched === null ? 'not reported' : searched ? 'yes' : 'no'],
    ['queries', searches.length === 0 ? 'none' : searches.join(' | ')],
    ['cited', `${citations.length}, ${located} with their position in the text`],
    ['retrieved only', String(retrieved.length)],
    ['tokens', `${answer.inputTokens ?? 'unknown'} in, ${answer.outputTokens ?? 'unknown'} out`],
    ['cost', `$${(costMicros / 1_000_000).toFixed(6)}${costEstimated ? ' (estimated)' : ''}`],
    ['not recognized', answer.unrecognized.join(', ') || 'nothing'],
  ]
}
