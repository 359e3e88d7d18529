import { formatCount, formatTime } from '../../../vocabulary/formats.ts'
import type { copy } from '../../traffic/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'AIトラフィック',
    lead: 'AIプラットフォームからの訪問と、AIクローラーのアクセス状況です。',
  },
  visits: {
    empty: 'この期間に訪問はありません',
    notMeasured: '訪問はまだ計測されていません',
    notMeasuredHint: '上のスクリプトをサイトに追加すると、それ以降の訪問が計測されます。',
    emptyHint:
      'AIプラットフォームから、スクリプトを設置したページへ移動した場合に訪問として数えます。リファラーを送信しないAIアプリが多いため、実際の訪問数はこれより多い可能性があります。',
    total: (visits) => `訪問${formatCount(visits)}件`,
    burst: (visits) =>
      `訪問${formatCount(visits)}件は1分あたり100件を超える集中アクセスで、偽装または自動化の可能性があります。`,
    lead: '多くのAIアプリはリファラーを送信しないため、実際の訪問数はこれより多い可能性があります。',
    chart: (brand) => `AIプラットフォームから${brand}への日別の訪問`,
    otherPlatforms: 'その他',
    byPlatform: 'プラットフォーム別',
    byPlatformCaption: 'プラットフォーム別の訪問',
    platform: 'プラットフォーム',
    byCountry: '国別',
    byCountryCaption: '国別の訪問',
    country: '国',
    share: '割合',
    visits: '訪問',
  },
  pages: {
    landingPages: 'ランディングページ',
    landingPagesLead:
      'AIプラットフォームからの訪問者が到達したページと、この期間に回答がそのページを引用した回数です。',
    landingPagesCaption: '訪問の多いページ',
    citedPages: '引用の多いページ',
    citedPagesLead: '引用の多い自社ページです。引用が訪問につながるとは限りません。',
    citedPagesWithoutVisits: (count) =>
      `引用の多い自社ページです（うち訪問なし${formatCount(count)}件）。引用が訪問につながるとは限りません。`,
    citedPagesNotMeasured: '引用の多い自社ページです。訪問はまだ計測されていません。',
    allCitations: 'すべての引用を見る',
    citedPagesCaption: '引用の多いページ',
    page: 'ページ',
    visits: '訪問',
    citations: '引用',
  },
  script: {
    title: 'AIプラットフォームからの訪問者を計測',
    lead: '全ページのhead要素に1行追加してください。Cookieもブラウザのストレージも使わず、IPアドレスも保存しません。',
    check: '設置を確認',
    checking: '確認しています…',
    snippet: '全ページのhead要素に追加するスクリプト',
    tagManager: 'タグマネージャー用',
    tagManagerSnippet: '属性を削除するタグマネージャー向け',
    otherHost:
      '{time}に{host}からデータを受信しましたが、{brand}のドメインではないため数えていません。自社のドメインであれば、ブランド設定でドメインに追加してください。',
    noData: (checkedAt, domain) =>
      `${formatTime(checkedAt)}時点で、データはまだ受信していません。スクリプトを追加し、${domain}のページをブラウザで開いてから、もう一度確認してください。`,
    installed: 'スクリプトは設置済みです',
    lastData: (host, seenAt) => `${host}からの最新データ: ${formatTime(seenAt)}`,
    alsoOtherHost: (host) =>
      `${host}からもデータを受信しましたが、ブランドのドメインではないため数えていません。`,
  },
  crawlers: {
    title: 'AIエージェント',
    lead: 'AIプラットフォームのクローラーとエージェントが取得したページです（サーバーログに基づく）。',
    empty: 'この期間のログはインポートされていません',
    emptyHint:
      'サーバーでサイトのアクセスログをインポートしてください: {command}。AIエージェントのリクエストだけが、ページと時刻とともに保存されます。',
    agentsCaption: 'リクエストの多いエージェント',
    agent: 'エージェント',
    purpose: '目的',
    requests: 'リクエスト',
    verifiedIp: 'IP確認済み',
    lastSeen: '最終アクセス',
    pagesCaption: 'リクエストの多いページ',
    page: 'ページ',
  },
}
