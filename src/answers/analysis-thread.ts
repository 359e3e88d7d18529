/** The code of the threads of analysis-pool.ts, which call these functions by name. */
import { kTransferable, kValue, Tinypool } from 'tinypool'
import { type Analyzer, createAnalyzer } from './analyzer.ts'
import { type ByteBlocks, createByteBlocks } from './byte-blocks.ts'
import type { PreparedAnswer } from './prepare-answer.ts'
import type { EncodedAnalysis } from './stored-analysis.ts'

const analyzer = createAnalyzer()

/** What the pool sends to a thread. */
export type AnalysisTask<K extends keyof Analyzer> = { names: string; texts: Parameters<Analyzer[K]>[1] }

export const prepare = ({ names, texts }: AnalysisTask<'prepare'>) =>
  moveBytes(analyzer.prepare(names, texts), inBlocks)

export const reanalyze = ({ names, texts }: AnalysisTask<'reanalyze'>) =>
  moveBytes(analyzer.reanalyze(names, texts), encodedInBlocks)

export const find = ({ names, texts }: AnalysisTask<'find'>) => analyzer.find(names, texts)

/** Returns a result that the pool sends without copying its byte arrays. */
function moveBytes<T>(results: readonly T[], copyInto: (result: T, bytes: ByteBlocks) => T) {
  const bytes = createByteBlocks()
  const value = results.map((result) => copyInto(result, bytes))
  return Tinypool.move({ [kValue]: value, [kTransferable]: bytes.blocks })
}

function inBlocks({ texts, analysis, ...answer }: PreparedAnswer, bytes: ByteBlocks): PreparedAnswer {
  return {
    ...answer,
    texts: texts && {
      markdown: bytes.add(texts.markdown),
      sources: bytes.add(texts.sources),
      raw: texts.raw && bytes.add(texts.raw),
    },
    analysis: encodedInBlocks(analysis, bytes),
  }
}

const encodedInBlocks = (analysis: EncodedAnalysis | null, bytes: ByteBlocks): EncodedAnalysis | null =>
  analysis && { ...analysis, encoded: bytes.add(analysis.encoded) }
