/**
 * Of names that anybody may make up, so many of each group; who asks for more takes the place of
 * what was asked for longest ago.
 */
export class FewOfEach {
  readonly #most: number
  readonly #groups = new Map<string, Set<string>>()

  constructor(most: number) {
    this.#most = most
  }

  /** It was asked for just now. @returns what has to go for it. */
  note(group: string, name: string): readonly string[] {
    const names = this.#groups.get(group) ?? new Set<string>()
    this.#groups.set(group, names)
    names.delete(name)
    names.add(name)
    const gone: string[] = []
    for (const oldest of names) {
      if (names.size <= this.#most) break
      names.delete(oldest)
      gone.push(oldest)
    }
    return gone
  }
}
