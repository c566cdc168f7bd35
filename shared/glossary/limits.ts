export const glossaryLimits = {
  /** Hidden ones count too: nothing is thrown away. */
  termsOfPost: 200,
  term: 100,
  altTerms: 20,
  definitionCharacters: 4_000,
  /** Earlier wordings of one term; the oldest go. */
  versionsOfTerm: 20,
} as const
