/** The code of the threads of analysis-pool.ts, which call these functions by name. */
import { type Analyzer, createAnalyzer } from './analyzer.ts'

const analyzer = createAnalyzer()

/** What the pool sends to a thread. */
export type AnalysisTask<K extends keyof Analyzer> = { names: string; texts: Parameters<Analyzer[K]>[1] }

export const prepare = ({ names, texts }: AnalysisTask<'prepare'>) => analyzer.prepare(names, texts)

export const reanalyze = ({ names, texts }: AnalysisTask<'reanalyze'>) => analyzer.reanalyze(names, texts)

export const find = ({ names, texts }: AnalysisTask<'find'>) => analyzer.find(names, texts)
