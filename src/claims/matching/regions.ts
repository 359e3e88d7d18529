/** Countries, states and other regions, folded. None of them is a city. */
export const REGIONS = new Set(
  'united states|us|usa|eu|european union|u.s|america|north america|europe|asia|uk|united kingdom|great britain|england|scotland|ireland|germany|deutschland|france|spain|espana|italy|italia|netherlands|switzerland|schweiz|austria|osterreich|sweden|norway|denmark|finland|poland|portugal|japan|china|india|korea|south korea|canada|mexico|brazil|australia|israel|singapore|california|texas|washington|florida|new york state|silicon valley|bay area|san francisco bay area|massachusetts|illinois|virginia|oregon|georgia|colorado|utah|arizona|bavaria|bayern'.split(
    '|',
  ),
)

/** Finds "in Germany", the region of a statement. */
export const IN_REGION = new RegExp(
  `(?<!\\p{L})(?:in|for|en|au|aux|im|fur) (?:the )?(${[...REGIONS].join('|')})(?!\\p{L})`,
  'u',
)
