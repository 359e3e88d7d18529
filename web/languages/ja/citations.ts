import { formatCount, formatDay, formatPct } from '../../../vocabulary/formats.ts'
import type { copy } from '../../citations/copy.ts'

const otherFilters = '別の期間を選択するか、フィルターを外してください。'

export const texts: typeof copy = {
  page: {
    title: '引用元',
    verdict: (targets) =>
      targets === 0
        ? '競合に言及し、自社に言及していない回答には、引用元がありません。'
        : `狙う価値のある引用元が${formatCount(targets)}件あります。`,
    largest: (domain, answers, brand) =>
      `${domain}は、競合に言及し、${brand}に言及していない回答${formatCount(answers)}件で引用されています。`,
    emptyTitle: 'この期間に引用はありません',
    empty: `エンジンはウェブを検索したときに引用元を示します。${otherFilters}`,
    summary: (totals, answers, period) =>
      `${period}: ${formatCount(totals.domains)}ドメイン、${formatCount(totals.urls)}ページへの引用が${formatCount(totals.citations)}件（回答${formatCount(answers)}件中${formatCount(totals.results_with_citations)}件）。`,
    sourceType: '引用元の種類',
    allSourceTypes: 'すべての種類',
    views: {
      targets: 'ターゲット',
      companies: '競合サイトとショップ',
      domains: 'すべてのドメイン',
      pages: 'ページ',
      changes: '新規と消失',
    },
    viewLabel: '引用元',
  },
  targets: {
    caption: '狙う価値のある引用元（スコアの高い順）',
    companiesCaption: '競合のサイトとショップ',
    none: 'この期間に、この種類の引用元はありません。',
    columns: {
      source: '引用元',
      answers: '回答',
      missed: '自社言及なし',
      score: 'スコア',
      competitors: '競合',
      you: '自社',
      opportunity: '改善機会',
    },
    definition:
      'スコア: その引用元を引用し、追跡中の競合に言及しながら自社に言及していない回答の数を、最大の数に対する割合で表したものです。ページ自体が自社に言及しているかは確認していません。',
    mentioned: (pct) => `${formatPct(pct)}で言及`,
    notMentioned: '言及なし',
    competitor: (name, results) => `${name}: 回答${formatCount(results)}件`,
    noCompetitors: 'なし',
    create: '改善機会を作成',
    createFor: (domain) => `${domain}の改善機会を作成`,
    owner: (name) => `、${name}`,
  },
  changes: {
    chart: '新たに引用された引用元と、引用されなくなった引用元（週別）',
    title: '新規の引用元と消失した引用元（週別）',
    lead: '消失: 前の週に引用され、それ以降は引用されていないもの',
    added: '新規',
    lost: '消失',
    newTitle: (count) => `新規の引用元（${formatCount(count)}）`,
    newLead: 'この期間に初めて引用されました。',
    lostTitle: (count) => `消失した引用元（${formatCount(count)}）`,
    lostLead: '前の期間に引用され、この期間には引用されていません。',
    none: 'なし。',
    caution: 'めったに引用されない引用元は、偶然に現れたり消えたりします。',
    columns: { source: '引用元', answers: '回答', change: '変化', first: '最初の引用', last: '最後の引用' },
  },
  sourceTypes: {
    title: '種類別の引用',
    filter: (type, citations) => `${type}: 引用${formatCount(citations)}件`,
  },
  sources: {
    domainsCaption: '引用されたドメイン',
    pagesCaption: '引用されたページ',
    domain: 'ドメイン',
    page: 'ページ',
    citations: '引用',
    citingAnswers: '引用した回答',
    shareOfAll: (pct) => `回答の${formatPct(pct)}`,
    mentionYou: '自社に言及',
  },
  citedPage: {
    back: '引用元',
    emptyTitle: 'この期間には引用されていません',
    empty: (answers, period) =>
      `${
        answers === 0
          ? `${period}に回答はありません。`
          : `${period}の回答${formatCount(answers)}件のうち、このページを引用したものはありません。`
      }${otherFilters}`,
    site: 'サイト',
    owner: '所有者',
    thirdParty: '第三者',
    yours: '自社',
    sourceType: '引用元の種類',
    pageType: 'ページの種類',
    openPage: 'ページを開く',
  },
  keyFigures: {
    share: '回答に占める割合',
    shareDefinition: 'このページを引用した回答の割合です。',
    citingAnswers: (answers) => `回答${formatCount(answers)}件`,
    ofAnswers: (answers, citations) => `/ ${formatCount(answers)}件、引用${formatCount(citations)}件`,
    mentionRate: '引用時の言及率',
    mentionRateDefinition: 'このページを引用した回答のうち、ブランドに言及した回答の割合です。',
    firstCited: '最初の引用',
    firstCitedDefinition: 'この期間に、回答がこのページを引用した最初の日です。',
    lastCited: (day) => `最後の引用: ${formatDay(day)}`,
  },
  trend: {
    title: '推移',
    lead: 'このページを引用した回答の割合です。帯は95%信頼区間を示します。',
    chart: (granularity) => `ページを引用した回答の割合（${granularity === 'week' ? '週別' : '日別'}）`,
    series: '回答に占める割合',
    interval: '集計単位',
    byDay: '日別',
    byWeek: '週別',
  },
  usage: {
    byPlatform: 'プラットフォーム別',
    byPlatformCaption: '引用した回答（プラットフォーム別）',
    byPrompt: 'プロンプト別',
    byPromptLead: 'このページを引用した回答があるプロンプトです。',
    byPromptCaption: '引用した回答（プロンプト別）',
    columns: {
      platform: 'プラットフォーム',
      prompt: 'プロンプト',
      citingAnswers: '引用した回答',
      share: '回答に占める割合',
      answers: '回答',
    },
  },
  mentionedBrands: {
    title: '言及されたブランド',
    lead: 'このページを引用した回答で言及された自社と競合です。',
    caption: '引用した回答で言及されたブランド',
    you: '自社',
    columns: {
      name: '名前',
      answers: '言及した回答',
      share: '引用した回答に占める割合',
      citingAnswers: '引用した回答',
    },
  },
  newestAnswers: {
    title: '最新の回答',
    viewAll: (count) => `回答${formatCount(count)}件をすべて見る`,
    caption: 'このページを引用した最新の回答',
    columns: {
      prompt: 'プロンプト',
      platform: 'プラットフォーム',
      mentioned: '言及',
      alsoMentioned: 'ほかに言及',
      date: '日時',
    },
  },
}
