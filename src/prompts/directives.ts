/**
 * Recognizes texts that tell an engine to ignore its instructions or the question, or how to rank brands, instead of describing who
 * is asking. Answers to such prompts would differ from what people see. The list has common wordings in the languages of the service. It
 * cannot be complete.
 */

/** Within a sentence. A verb and an object are at most 40 characters apart. */
const directives: readonly RegExp[] = [
  // Roles and markers of chat templates.
  /^[ \t]*(?:system|assistant|developer)[ \t]*:/im,
  /<\|[a-z_]+\|>|\[\/?INST\]|<<SYS>>/i,
  /\b(?:system|developer) (?:prompt|message)\b/i,
  // English, in the imperative: "I forget the rules" says who asks.
  /(?:^|[.!?,;:\n] ?|\b(?:please|and|must|should|then) )(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}\b(?:instructions?|prompts?|rules|guidelines|question|told|above)\b/i,
  /(?:^|[.!?,;:\n] ?|\b(?:please|you(?: must| should)?) )(?:always|only|must|should) (?:recommend|praise|mention|name|answer|reply|respond)\b/i,
  /(?:^|[.!?,;:\n] ?|\bplease |\bfrom now on )(?:recommend|mention|name|rank) [^.!?\n]{0,40}\bfirst\b/i,
  // German
  /\b(?:ignorier|vergiss|vergessen sie|missachte)[^.!?\n]{0,40}(?:anweisung|instruktion|regel|vorgabe|frage)/i,
  /\b(?:empfiehl|empfehlen sie|nenne|nennen sie|antworte|antworten sie)\b[^.!?\n]{0,20}\b(?:immer|nur|ausschließlich|zuerst)\b/i,
  // French
  /\b(?:ignore|ignorez|oublie|oubliez)\b[^.!?\n]{0,40}(?:instruction|consigne|règle|question)/i,
  /\b(?:recommande|recommandez|cite|citez|réponds|répondez)\b[^.!?\n]{0,20}\b(?:toujours|uniquement|seulement)\b/i,
  // Spanish
  /\b(?:ignora|ignore|olvida|olvide)\b[^.!?\n]{0,40}(?:instruccion|instrucción|regla|pregunta)/i,
  /\b(?:recomienda|recomiende|menciona|mencione|responde|responda)\b[^.!?\n]{0,20}\b(?:siempre|solo|únicamente)\b/i,
  // Japanese
  /(?:指示|命令|ルール|質問|プロンプト)[^。！？\n]{0,20}(?:無視|忘れ)/,
  /(?:必ず|常に|のみ|だけ)[^。！？\n]{0,20}(?:推薦して|勧めて|答えて|回答して|挙げて)/,
]

/** Whether the text tells the engine how to answer. */
export const isDirective = (text: string): boolean => directives.some((each) => each.test(text))
