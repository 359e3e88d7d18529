import { formatCount, formatRange } from '../../../vocabulary/formats.ts'
import type { copy } from '../../onboarding/copy.ts'

export const texts: typeof copy = {
  steps: {
    label: 'ステップ',
    completed: '完了:',
    website: 'ウェブサイト',
    brand: 'ブランド',
    prompts: 'プロンプト',
    engine: 'エンジンの接続',
    firstRun: '最初の実行',
  },
  continue: '次へ',
  back: '戻る',
  cancel: 'キャンセル',
  newBrandPage: {
    title: 'ブランドを追加',
    lead: '追跡する対象を入力してください。',
    notAllowed:
      'ブランドを追加する権限がありません。オーナーまたは管理者に、ブランドの追加か、すべてのブランドへのアクセス権を依頼してください。',
  },
  websiteStep: {
    website: 'ウェブサイト',
    placeholder: 'acme.com',
    hint: 'トップページを1回読み取り、次のステップに入力します。完了するまで何も保存されません。',
    reading: 'サイトを読み取っています…',
  },
  brandStep: {
    siteUnreadable: (domain, problem) =>
      `${domain}を読み取れませんでした: ${problem}。以下の項目を入力してください。`,
    suggestedFromSite: (domain) =>
      `${domain}のトップページから値を入力しました。内容を確認し、必要に応じて修正してください。`,
    suggestedByModel: (domain) =>
      `${domain}のトップページと言語モデルから値を入力しました。内容を確認し、必要に応じて修正してください。`,
    suggestedWithoutSite: (problem) => `サイト自体は読み取れませんでした: ${problem}。`,
    name: '名前',
    domain: 'ドメイン',
    domainHint: 'このドメインとサブドメインの引用は自社の引用として数えられます。',
    aliases: '別名（1行に1つ）',
    aliasesHint: 'このブランドだけを指す、ほかの名前。',
    offering: '製品またはカテゴリ',
    offeringPlaceholder: 'ランニングシューズ',
    offeringHint: '自社名を含めず、顧客の言葉で入力してください。プロンプトの生成に使われます。',
    industry: '業種',
    industryPlaceholder: 'スポーツ用品',
    industryHint: 'プロンプトの生成に使われます。',
    description: '説明',
  },
  competitorFields: {
    title: '競合',
    optional: '任意',
    lead: '競合を登録すると、指標を比較できます。最初の実行後、回答によく現れる競合も提案されます。',
    add: '競合を追加',
    name: (number) => `競合${number}`,
    domain: (number) => `競合${number}のドメイン`,
    remove: (number) => `競合${number}を削除`,
  },
  promptsStep: {
    noSuggestions: (reason) =>
      `プロンプトの提案はありません: ${reason}以下に独自のプロンプトを入力してください。`,
    suggestedByModel: '言語モデルによる提案です。',
    suggestedFromTemplates: 'テンプレートによる提案です。',
    advice:
      '最も有用なのは、自社をまだ知らない人のプロンプトです。そのため、指名プロンプトは選択されていません。',
    include: (text) => `含める: ${text}`,
    prompt: (number) => `プロンプト${number}`,
    branded: '指名',
    ownPrompts: '独自のプロンプト（1行に1つ）',
    ownPlaceholder: 'おすすめの…は？',
    addBrand: 'ブランドを追加',
    addBrandWith: (prompts) => `ブランドとプロンプト${formatCount(prompts)}件を追加`,
  },
  firstRunPage: {
    title: '最初の実行',
    lead: (brand) =>
      `${brand}のプロンプトを各プラットフォームで実行します。すべての回答は全文が保存されます。`,
    noPrompts: 'プロンプトはまだありません',
    noPromptsHint: '自社を知る前の顧客が尋ねそうなことを書いてから、ここに戻ってください。',
    addPrompts: 'プロンプトを追加',
    notAllowed: '読み取り専用の権限です。書き込み権限のあるメンバーに最初の実行を依頼してください。',
    leavePage: 'このページを離れても、実行はバックグラウンドで続きます。',
    cancelled: 'プラットフォームが回答する前に実行がキャンセルされました。',
    tryAgain: '再試行',
  },
  connectStep: {
    lead: 'Ansightは、自社のキーを使ってプロンプトをエンジンに送信します。キーは暗号化されてこのサーバーに保存され、プロバイダーだけに送信されます。',
    test: 'テスト',
    testAgain: '再テスト',
    testing: 'テスト中',
    answered: '（利用可能）',
    notAnswered: '（利用不可）',
    connect: '実際のエンジンを接続',
    connectMore: 'ほかのエンジンを接続',
    continueSimulated: 'シミュレーションの回答で続行',
    ownKeysLead:
      'OpenRouterは1つのキーでChatGPT、Claude、Gemini、Grok、Perplexityに対応します。CopilotとGoogleのAI回答にはスクレイパーが必要です。',
    keysLead: 'オーナーまたは管理者がキーを追加するか、サーバーで次のいずれかを設定できます。',
    options: {
      openRouter: {
        name: 'OpenRouter',
        explanation: '1つのキーでChatGPT、Claude、Gemini、Grok、Perplexityに対応。',
      },
      providers: { name: 'プロバイダーのキー', explanation: 'プロバイダーごとに個別のキー。' },
      scrapers: {
        name: 'スクレイパー',
        explanation: 'CopilotやGoogleのAI回答を含め、アプリの利用者に表示される内容。',
      },
    },
    cost: {
      title: '想定費用',
      perMonth: (cost) => `月額${cost}`,
      free: '無料',
      unknown: '不明',
      answers: (count) => `月に回答${formatCount(count)}件`,
      prompts: 'プロンプト',
      platforms: 'プラットフォーム',
      basis:
        '毎日実行し、1回答あたりの直近または標準の料金で計算しています。プラットフォームと頻度は次のステップで選択します。',
    },
  },
  platformsStep: {
    platforms: 'プラットフォーム',
    lead: 'すべてのプロンプトが各プラットフォームで実行されます。あとからブランド設定で変更できます。',
    frequency: '実行頻度',
    run: '今すぐ実行',
    queries: (count) => `クエリ${formatCount(count)}件`,
    noPlatform: 'プロンプトを実行するプラットフォームを選択してください。',
  },
  firstInsight: {
    label: '最初の結果',
    noAnswers:
      'どのプラットフォームからも回答がないため、指標はまだありません。プラットフォームの状況を確認し、プロンプトを再実行してください。',
    mentionRate: '{answers}のうち{rate}が{brand}に言及しています。',
    mentionRateUnbranded: '{answers}のうち{rate}が{brand}に言及しています（非指名プロンプト）。',
    answers: (count) => `回答${formatCount(count)}件`,
    sample: (answers, prompts, interval) =>
      `n = ${formatCount(answers)}、プロンプト${formatCount(prompts)}件${
        interval === null ? '' : `、95%信頼区間: ${formatRange(interval, '%')}`
      }。1回の実行はその時点の結果です。実行を重ねると区間が狭まります。`,
    platforms: '言及が最も多いのは{best}（回答の{bestRate}）、最も少ないのは{worst}（{worstRate}）です。',
    competitor: '{competitor}は同じ回答の{rate}で言及されています。',
    competitorAhead: '{competitor}は同じ回答の{rate}で言及され、自社を上回っています。',
    cited: '回答の{rate}が{brand}のページを引用しています。',
    notCited: (brand) => `${brand}のページを引用した回答はまだありません。`,
    platformErrors: '一部のプラットフォームでエラーが発生しました。以下をご確認ください。',
    viewOverview: '概要を見る',
    viewAnswers: '回答を見る',
  },
}
