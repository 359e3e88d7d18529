import { formatCount, formatTime } from '../../../../vocabulary/formats.ts'
import type { copy } from '../../../opportunities/briefs/copy.ts'

export const texts: typeof copy = {
  brief: {
    title: 'ブリーフ',
    source: (method, writtenAt) => `${method}、${formatTime(writtenAt)}`,
    copyMarkdown: 'Markdownとしてコピー',
    edit: '編集',
    regenerate: '再生成',
    regenerateTitle: 'ブリーフを再生成しますか？',
    regenerateConsequence:
      'このブリーフは編集されています。この画面と今後の配信では、新しいブリーフに置き換わります。残したい場合は先にコピーしてください。',
    empty: 'ブリーフはまだありません',
    emptyHint:
      'ブリーフには、誰に向けて何を書くか、回答が何に基づいているかがまとめられます。根拠から生成され、言語モデルが設定されている場合はそれを使います。',
    generate: 'ブリーフを生成',
    typeAndLength: (type, words) => `${type}、約${formatCount(words)}語。`,
    questions: '答えるべき質問',
    keywords: 'キーワード',
    sources: '引用すべき情報源',
    competitors: '競合',
    callToAction: '行動喚起（CTA）',
  },
  briefMarkdown: {
    contentType: (type) => `**コンテンツの種類:** ${type}`,
    wordCount: (words) => `**語数:** 約${words}`,
    audience: (audience) => `**対象読者:** ${audience}`,
  },
  briefEditor: {
    title: 'タイトル',
    contentType: 'コンテンツの種類',
    contentTypeHint: '例: comparison_page、buying_guide',
    wordCount: '語数',
    audience: '対象読者',
    outline: '構成',
    outlineHint: '見出しは#で始め、その下の行に要点を書いてください。',
    onePerLine: '1行に1つ。',
    oneUrlPerLine: '1行に1つのURL。',
    save: 'ブリーフを保存',
  },
}
