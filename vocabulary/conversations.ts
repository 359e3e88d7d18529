/** The questions of the longest conversation: a prompt and two follow-ups. */
export const maxQuestions = 3
