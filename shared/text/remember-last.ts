const remembered = 500

/**
 * The same formula or listing is asked for at each rendering of a page. Keeps the last few hundred
 * answers.
 */
export function rememberLast(make: (text: string, kind: string) => string): (text: string, kind: string) => string {
  const answers = new Map<string, string>()
  return (text, kind) => {
    const key = `${kind} ${text}`
    const known = answers.get(key)
    const answer = known ?? make(text, kind)
    answers.delete(key)
    answers.set(key, answer)
    for (const oldest of answers.keys()) {
      if (answers.size <= remembered) break
      answers.delete(oldest)
    }
    return answer
  }
}

/**
 * `null` when it throws. Both libraries throw on input they cannot read, by a stack overflow too;
 * the text is shown instead.
 */
export function attempt(make: () => string): string | null {
  try {
    return make()
  } catch {
    return null
  }
}
