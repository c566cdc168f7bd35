/** What a template's placeholders stand for, by name. */
export interface TemplateFacts {
  readonly displayName: string
  readonly siteName: string
  /** The title of the post in question; empty where there is none. */
  readonly title: string
}

export const placeholders = ['displayName', 'siteName', 'title'] as const satisfies readonly (keyof TemplateFacts)[]

const pattern = /\{\{\s*([^{}]*?)\s*\}\}/gu

/** The text with every placeholder filled in. */
export function filledIn(contents: string, facts: TemplateFacts): string {
  return contents.replaceAll(pattern, (all, name: string) => {
    const known = placeholders.find((one) => one === name)
    return known === undefined ? all : facts[known]
  })
}

/** Names in it that no placeholder has. */
export function unknownPlaceholders(contents: string): readonly string[] {
  return [...contents.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !placeholders.some((one) => one === name))
}
