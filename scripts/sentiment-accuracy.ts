/**
 * `npm run sentiment:accuracy` compares the sentiment by rules with labels of a person and, with a language model in the
 * settings (`MODEL=openai OPENAI_API_KEY=…`), also the sentiment by the model, which costs a few cents. `-- --simulated` uses a
 * simulated model. The recorded answers of real engines are not part of the project; they are compared if they are present.
 */

import { labeledModel } from '../simulator/labeled-model.ts'
import { startSimulator } from '../simulator/simulator.ts'
import { readConfig } from '../src/config.ts'
import { createLlm } from '../src/llm/llm.ts'
import { classifyTexts, labelsByRules } from '../test/labeled/classify.ts'
import {
  type Accuracy,
  getAccuracy,
  isHeldOut,
  type SentimentCase,
  sentimentCases,
  textLabels,
  unseenCases,
  writtenAnswers,
  writtenPassages,
} from '../test/labeled/labeled-answers.ts'

const [answers, passages] = [writtenAnswers(), writtenPassages()]
const cases = sentimentCases(answers, passages)
print('Rules', cases, labelsByRules(cases))
const unseen = unseenCases()
print('Rules, on answers that their authors had not seen', unseen, labelsByRules(unseen))

const isSimulated = process.argv.includes('--simulated')
const simulator = isSimulated
  ? await startSimulator({ seed: 1, reply: labeledModel(textLabels(answers, passages), 1) })
  : null
const config = readConfig(
  simulator
    ? {
        MODEL: 'compatible',
        COMPATIBLE_BASE_URL: `${simulator.url}/compatible/v1`,
        COMPATIBLE_MODEL: 'simulated/labeled',
      }
    : process.env,
)
const llm = createLlm(config)
if (llm === null) console.log('\nNo language model: set MODEL and its key, or add --simulated.')
else {
  const { labels, costMicros, failed } = await classifyTexts(llm, cases)
  print(llm.name, cases, labels)
  console.log(`${failed} of ${cases.length} labels failed; the calls cost $${(costMicros / 1e6).toFixed(4)}.`)
}
await simulator?.close()

function print(
  method: string,
  cases: readonly SentimentCase[],
  labels: readonly ReturnType<typeof labelsByRules>[number][],
): void {
  console.log(`\n${method}`)
  const results = cases.map((each, index) => ({ ...each, label: labels[index] ?? 'unknown' }))
  const languages = [...new Set(cases.map(({ language }) => language))]
  console.table({
    all: row(getAccuracy(results)),
    'held out': row(getAccuracy(results.filter(({ id }) => isHeldOut(id)))),
    ...Object.fromEntries(
      languages.map((language) => [
        language,
        row(getAccuracy(results.filter((each: SentimentCase) => each.language === language))),
      ]),
    ),
  })
}

function row({ cases, given, right, negatives, calledNegative, rightlyNegative }: Accuracy) {
  return {
    labels: cases,
    known: `${given} (${percent(given, cases)})`,
    right: `${right} (${percent(right, given)})`,
    'called negative and right': `${rightlyNegative} of ${calledNegative}`,
    'negatives found': `${rightlyNegative} of ${negatives}`,
  }
}

function percent(part: number, all: number): string {
  return all === 0 ? '–' : `${Math.round((100 * part) / all)}%`
}
