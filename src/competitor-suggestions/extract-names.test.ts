import { expect, test } from 'vitest'
import { extractNames } from './extract-names.ts'
import { nameGroupKey } from './name-form.ts'
import { countNames, groupNames, type NameCounts } from './name-groups.ts'

const getNames = (markdown: string, language: string | null = null) =>
  extractNames(markdown, language).map(({ name }) => name)

test.each<[string, string, string[]]>([
  [
    'heads of list items',
    '1. **Relatrova**: good for small teams\n2. **Pipewell** – simple and cheap\n3. Klientra - the newcomer',
    ['Relatrova', 'Pipewell', 'Klientra'],
  ],
  [
    'headings with numbers and emoji',
    '## Our picks for the year\n\n### 🏆 1. HubSpot CRM\n\nIt is good for the team.\n\n### 2) Pipewell\n\nThis one is cheap.',
    ['HubSpot CRM', 'Pipewell'],
  ],
  [
    'a name after a label',
    'These are the best of the year for you:\n\n- **Best overall:** Pipewell\n- **Best for teams: Klientra** – easy to use\n- Runner-up: monday.com',
    ['Pipewell', 'Klientra', 'monday.com'],
  ],
  [
    'first cells of a table',
    'These are the ones that it is good to have for this:\n\n| Tool | Price | Best for |\n|---|---|---|\n| **Relatrova** | $10 | Sales |\n| [Pipewell](https://x.com/a) | Free | Teams |',
    ['Relatrova', 'Pipewell'],
  ],
  [
    'names in the header of a table',
    'Here is how the two of them compare, with the plans that they have and the support that is in each of them:\n\n| Feature | Relatrova | Pipewell |\n|---|---|---|\n| Free plan | yes | no |\n| Support | Email | Phone |',
    ['Relatrova', 'Pipewell'],
  ],
  [
    'bold in a sentence',
    'For most of the teams **Bitwarden** is the one to get, and it is **very cheap** for what it does.',
    ['Bitwarden'],
  ],
  [
    'versus',
    'The question of Relatrova vs. Pipewell is one of taste, and it is hard to say.',
    ['Relatrova', 'Pipewell'],
  ],
  [
    'enumerations',
    'There are many of them, such as 1Password, Dashlane and Klientra, or the more simple iPassword and eVault.',
    ['1Password', 'Dashlane', 'Klientra', 'iPassword', 'eVault'],
  ],
  [
    'enumerations of names that contain an ampersand',
    'For this there are Pipewell, Zorley & Finchley and Klientra; or take Briggs & Riley, Relatrova and Quorra & Vint.',
    ['Pipewell', 'Zorley & Finchley', 'Klientra', 'Briggs & Riley', 'Relatrova', 'Quorra & Vint'],
  ],
  [
    'enumerations that end in one name with an ampersand or in two names',
    'For this there are the big ones, such as Pipewell, Relatrova, Zorley & Finchley. Or take Klientra, Quorra & Vint.',
    ['Pipewell', 'Relatrova', 'Klientra'],
  ],
  [
    'a link to a site of the name',
    'You can also have a look at [Pipewell](https://www.pipewell.io/pricing) for this, as [The Verge](https://theverge.com/x) says.',
    ['Pipewell'],
  ],
  [
    'a common word that the text uses as a name',
    'Many of the teams like Keeper for its price, and it is safe.\n\n- **Keeper**: strong\n- **Security**: high',
    ['Keeper'],
  ],
  [
    'German',
    '## Die besten Programme für das Team\n\n1. **Relatrova** – gut für kleine Teams, und mit Benutzerfreundlichkeit\n2. **Klientra:** günstig und einfach\n\n- **Datenschutz:** sehr gut\n- **Preis-Leistungs-Verhältnis:** gut\n- **Kundenservice**: schnell',
    ['Relatrova', 'Klientra'],
  ],
  [
    'French',
    'Voici les meilleurs outils pour la vente, avec Relatrova en tête de la liste :\n\n- **Relatrova** : simple et rapide pour les équipes\n- **PipeWell** : le moins cher\n- **Facilité** : très bonne\n- **Tarification** : à partir de 10 € par mois',
    ['Relatrova', 'PipeWell'],
  ],
  [
    'Spanish',
    'Estas son las mejores opciones para las ventas, y la de Klientra es una de ellas:\n\n- **Klientra**: fácil de usar\n- **PipeWell**: la más barata\n- **Almacenamiento**: 10 GB por usuario\n- **Precio**: desde 10 €',
    ['Klientra', 'PipeWell'],
  ],
  [
    'Russian',
    'Лучшие сервисы для команды, среди них и Битрикс, и другие.\n\n1. **Битрикс** — самый известный\n2. **HubSpot**: удобный\n\n- **Цена:** от 10 долларов\n- **Поддержка**: быстрая',
    ['Битрикс', 'HubSpot'],
  ],
  [
    'Japanese',
    'おすすめのツールは次のとおりです。\n\n1. **楽天ペイ**：ポイントが貯まります\n2. **Notion**：メモに便利\n3. **サイボウズ**（国産）\n\n- **料金**：月額500円\n- **メリット**：簡単\n- **使いやすさ**：高い',
    ['楽天ペイ', 'Notion', 'サイボウズ'],
  ],
  [
    'Chinese',
    '以下是推荐的产品：\n\n1. **华为**：性能强\n2. **小米** – 便宜\n3. **Slack**：适合团队\n\n- **价格**：100元\n- **优点**：简单\n- **项目管理功能**：完整',
    ['华为', '小米', 'Slack'],
  ],
  [
    'Korean',
    '추천 서비스는 다음과 같습니다.\n\n1. **네이버웍스**: 국내 서비스\n2. **카카오워크** - 편리함\n3. **Slack**: 팀용\n\n- **가격**: 월 5천원\n- **장점**: 쉬움\n- **주요 기능**: 많음',
    ['네이버웍스', '카카오워크', 'Slack'],
  ],
])('names are found: %s', (_pattern, markdown, expected) => {
  expect(getNames(markdown)).toEqual(expected)
})

test.each<[string, string]>([
  [
    'labels and features',
    '## Pros\n\n- **Easy setup**: it is done in a minute\n- **Free tier** for all of the users\n- **24/7 Support**\n\n## Cons and Pricing\n\n**Key takeaways:** it is good. **Battery Life:** 20 hours',
  ],
  [
    'technical terms',
    'It has **AES-256**, **2FA** and **SSO**, and works with Windows, macOS, iOS and Android. **GDPR** and HIPAA are met.',
  ],
  [
    'prices, dates and numbers',
    '- **$49.99** per month\n- **March 2025**\n- **Monday**\n- **1,000 users**\n- **16GB RAM**',
  ],
  ['countries', 'The offices are in **Germany**, France and Japan, and in **Deutschland**.'],
  [
    'cited publications',
    'It is the best of all ([The Verge](https://www.theverge.com/a), [TechRadar](https://techradar.com/b)). Reviewed by **PCMag** and by Wirecutter, CNET and RTINGS.',
  ],
  [
    'sentences',
    '- This one is the Best of all Tools\n- **You should try it** before you buy it\n- **Why It Works:** because it does',
  ],
  ['URLs and code', 'See https://Acme.com/Foo and `npm i Foo`.\n\n```\n**Foo**, Bar and Baz\n```'],
  [
    'words that the text also contains in lower case',
    'Use a **Keychain** or a **Vault**. Every keychain is a vault, and the **Zorbing** is a sport like any zorbing.',
  ],
  [
    'descriptions of an item',
    '- Something good\n  - **Relatrova**: it is nested\n  - **Pipewell**: so is this',
  ],
  [
    'repeated labels',
    Array.from({ length: 7 }, (_, i) => `### Number ${i}\n\n**Zubehoer:** good for all of you`).join('\n\n'),
  ],
  [
    'German nouns',
    '**Funktionsumfang:** groß. **Verfügbarkeit** und **Kundenzufriedenheit** sind gut, und die **Bedienung** ist einfach.',
  ],
  ['Japanese labels', '- **料金プラン**：無料\n- **おすすめの人**：初心者\n- **データ分析機能**：あり'],
  [
    'links to sources',
    'It is the best of all.\n\n- [reddit.com](https://www.reddit.com/r/a) has more\n- It is said so by [acme.com](https://acme.com/b)',
  ],
  ['an empty answer', ' \n\n'],
])('nothing is found in %s', (_noise, markdown) => {
  expect(getNames(markdown)).toEqual([])
})

test('a name has the site of its link only if the domain matches the name', () => {
  const found = extractNames(
    '- [Pipewell](https://www.pipewell.io/pricing) is good for the team\n- [Klientra](https://reviews.com/klientra) is the other',
    'en',
  )
  expect(found).toMatchObject([
    { name: 'Pipewell', host: 'pipewell.io' },
    { name: 'Klientra', host: null },
  ])
})

function groups(answers: string[][], fixed: string[] = []) {
  const counts: NameCounts = new Map()
  for (const names of answers)
    countNames(
      counts,
      names.flatMap((name) => extractNames(`- **${name}**`, 'en')),
    )
  return groupNames(counts, new Set(fixed)).map(({ name, answers: count }) => `${name} ${count}`)
}

test('longer names are grouped under a shorter one that occurs alone or that several of them start with', () => {
  expect(groups([['HubSpot'], ['HubSpot'], ['HubSpot CRM'], ['**HubSpot**']])).toEqual(['HubSpot 4'])
  expect(groups([['Lenovo Legion 5'], ['Lenovo IdeaPad 3']])).toEqual(['Lenovo 2'])
  expect(groups([['Briggs & Zorley Spinner'], ['Briggs & Zorley Duffle']])).toEqual(['Briggs & Zorley 2'])
  expect(groups([['Klientra Desk'], ['Klientra Desk'], ['Pipewell']])).toEqual([
    'Klientra Desk 2',
    'Pipewell 1',
  ])
  expect(groups([['Hubspot'], ['HubSpot'], ['HubSpot']])).toEqual(['HubSpot 3'])
})

test('a fixed name groups the longer ones and is not grouped under a shorter one', () => {
  expect(groups([['Klientra Desk']], ['klientra'])).toEqual(['Klientra 1'])
  expect(groups([['Zorley & Finchley Max'], ['Zorley'], ['Zorley']], ['zorley & finchley'])).toEqual([
    'Zorley 2',
    'Zorley & Finchley 1',
  ])
  expect(groups([['Klientra Desk'], ['Klientra'], ['Klientra']], ['klientra desk'])).toEqual([
    'Klientra 2',
    'Klientra Desk 1',
  ])
})

/** Groups names without extracting them from a text. */
function grouped(...names: string[]) {
  const counts: NameCounts = new Map()
  for (const name of names) countNames(counts, [{ key: nameGroupKey(name), name, host: null }])
  return groupNames(counts, new Set()).map(({ name, answers: count }) => `${name} ${count}`)
}

test('names that only resemble each other, or share a common word, are not grouped', () => {
  const pairs = [
    // A shared part of a word does not count.
    ['Klient', 'Klientra'],
    // The shared words must come first.
    ['Pipewell Zorley', 'Klientra Zorley'],
    // The names of many companies start with a common word.
    ['Blue Zorley', 'Blue Klientra'],
    ['American Zorley', 'American Klientra'],
  ]
  for (const [one = '', other = ''] of pairs)
    expect(grouped(one, other), `${one}, ${other}`).toEqual([`${one} 1`, `${other} 1`].sort())
})

test('the group of longer names is their longest shared start that does not end in a common word', () => {
  expect(groups([['Zorley Klientra Pro'], ['Zorley Klientra Lite']])).toEqual(['Zorley Klientra 2'])
  expect(groups([['Zorley the Spinner'], ['Zorley the Duffle']])).toEqual(['Zorley 2'])
  // A name that occurs alone twice forms a group with the names that start with it as a whole word.
  expect(groups([['Zorley'], ['Zorley'], ['Zorley Pro'], ['Zorleyan Pro']])).toEqual([
    'Zorley 3',
    'Zorleyan Pro 1',
  ])
  // An answer counts once for a group, however many of its names it lists.
  expect(groups([['Zorley Spinner', 'Zorley Duffle'], ['Zorley Spinner']])).toEqual(['Zorley 2'])
  expect(groups([['Zorley', 'Zorley Pro'], ['Zorley']])).toEqual(['Zorley 2'])
})

// Quadratic work takes minutes and exceeds the test timeout.
test('hostile input is processed in linear time', () => {
  for (const unit of ['A', 'aA', '**Aa** ', '- [A](', 'A, ', '| A ', '1 A B C D E F ', '“A” / ', '### '])
    extractNames(unit.repeat(200_000), null)
  for (const all of [
    (n: number) => `**Q${n.toString(36)}z** `,
    (n: number) => `Q${n.toString(36)}z and Xa, `,
  ])
    extractNames(Array.from({ length: 20_000 }, (_, n) => all(n)).join(''), 'en')
})
