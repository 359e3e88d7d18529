import { describe, expect, test } from 'vitest'
import { createParser, parseAnswer } from '../parser.ts'

const parser = createParser([{ id: 'e', name: 'Acme' }])
const isMentioned = (markdown: string) =>
  parseAnswer({ markdown, citations: [] }, parser).entities[0]?.mentioned

describe('a sentence without information about a name does not mention it', () => {
  test.each([
    "I wasn't able to find anything about Acme.",
    'I found no evidence that Acme exists.',
    "I can't verify that Acme exists.",
    'It is unclear whether Acme exists.',
    'Acme seems not to exist.',
    'Acme was not found.',
    "Acme isn't mentioned anywhere.",
    'Acme is not listed in the sources.',
    "I don't see Acme listed in any of these sources.",
    'Unfortunately, no reviews of Acme could be found.',
    'As of my last update, there was no widely known company called Acme.',
    'As far as I know, there is no such brand as Acme.',
    "My knowledge doesn't include Acme.",
    'Search results did not return anything for Acme.',
    'Information about Acme is not available.',
    'Acme: no information found.',
    'Acme – not mentioned in the sources.',
    'Keine der Quellen erwähnt Acme.',
    'Die Quellen erwähnen Acme nicht.',
    'Acme wird in den Quellen nicht erwähnt.',
    'Acme taucht in den Suchergebnissen nicht auf.',
    'Acme konnte ich nicht finden.',
    'Ich konnte nichts über Acme finden.',
    'Über Acme liegen keine Informationen vor.',
    'Es gibt kein Unternehmen namens Acme.',
    'Aucune des sources ne mentionne Acme.',
    'Les sources ne mentionnent pas Acme.',
    "Acme n'est pas mentionné dans les sources.",
    "Acme n'apparaît pas dans les résultats.",
    "Il n'existe aucune entreprise nommée Acme.",
    "Je n'ai rien trouvé sur Acme.",
    'Ninguna de las fuentes menciona a Acme.',
    'Las fuentes no mencionan a Acme.',
    'Acme no se menciona en las fuentes.',
    'No existe ninguna empresa llamada Acme.',
    'No conozco ninguna empresa llamada Acme.',
    'No se encontraron resultados para Acme.',
    'No encontré nada sobre Acme.',
    'Sobre Acme no tengo información.',
    'Nessuna delle fonti menziona Acme.',
    'Le fonti non menzionano Acme.',
    'Acme non è menzionata nelle fonti.',
    'Non ho trovato nulla su Acme.',
    'Non sono riuscito a trovare informazioni su Acme.',
    "Non c'è alcuna azienda chiamata Acme.",
    'Geen van de bronnen noemt Acme.',
    'De bronnen noemen Acme niet.',
    'Acme wordt niet genoemd in de bronnen.',
    'Acme komt niet voor in de resultaten.',
    'Ik kon niets vinden over Acme.',
    'Over Acme heb ik geen informatie.',
    '検索結果にAcmeは含まれていません。',
    'どの情報源もAcmeに言及していません。',
    '提供された情報源にはAcmeに関する情報はありません。',
    'Acmeについては存じ上げません。',
    'Acmeについて十分な情報がありません。',
    'Acmeは存在しないようです。',
  ])('%s', (markdown) => {
    expect(isMentioned(markdown)).toBe(false)
  })
})

describe('a negation about something else leaves the mention', () => {
  test.each([
    'Acme was not found guilty.',
    'Acme is not listed on the stock exchange.',
    'Acme is not mentioned as often as Globex.',
    'Acme: not mentioned often, but good.',
    'Acme: no annual fee.',
    'Details on Acme are not complicated.',
    'On Acme, no information is shared with others.',
    'There is no evidence that Acme is unsafe.',
    "I can't confirm that Acme is cheaper.",
    'There is no reason to doubt the company called Acme.',
    'No reviews mention problems, and Acme is popular.',
    'The search results do not show Acme as the cheapest.',
    'Keine Alternative ist so gut wie Acme, das die Quellen loben.',
    'Nichts geht über Acme.',
    'Acme wird nicht billig verkauft.',
    "Acme n'est pas disponible dans les magasins.",
    "Il n'existe pas de produit meilleur qu'Acme.",
    'No existe mejor opción que Acme.',
    'Acme no aparece como la opción más barata.',
    'Nessun prodotto batte Acme.',
    'Acme non è disponibile in Italia.',
    'Acme is niet voor iedereen.',
    'Er bestaat geen beter product dan Acme.',
    'Acmeには無料プランが含まれていません。',
    'Acmeの価格は言及されていませんが、人気です。',
  ])('%s', (markdown) => {
    expect(isMentioned(markdown)).toBe(true)
  })
})
