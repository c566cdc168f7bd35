/** The different parts of what was typed in one field, without empty ones. */
export const typedList = (typed: string, separator: RegExp): readonly string[] => [
  ...new Set(
    typed
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]
