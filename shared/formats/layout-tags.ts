/**
 * Files from elsewhere carry HTML that only lays out (`<div class="poem">`, `<span>`). On import
 * such tags are taken out and named, their content stays. A form keeps them as the text they are:
 * there, a person typed them.
 */
const layoutTag = /(?<!\\)<\/?(?:div|span|p|center|section|article|header|footer|main|font|u|small|big|h[1-6])(?:\s[^<>]{0,500})?\/?>/giu
const fence = /^ {0,3}(`{3,}|~{3,})/u

export function withoutLayoutTags(markdown: string): { readonly markdown: string; readonly lost: readonly string[] } {
  const linesByTag = new Map<string, number[]>()
  let open: string | null = null
  const lines = markdown.split('\n').map((line, at) => {
    const mark = fence.exec(line)?.[1]
    if (mark !== undefined) {
      if (open === null) open = mark
      else if (mark.startsWith(open)) open = null
      return line
    }
    if (open !== null || /^(?: {4}|\t)/u.test(line)) return line
    // What stands between backticks is code and stays.
    return line
      .split(/(`+[^`]*`+)/u)
      .map((part, index) =>
        index % 2 === 1
          ? part
          : part.replace(layoutTag, (tag) => {
              const name = `<${
                tag
                  .replace(/^<\/?/u, '')
                  .match(/^[a-z0-9]+/iu)?.[0]
                  .toLowerCase() ?? ''
              }>`
              linesByTag.set(name, [...(linesByTag.get(name) ?? []), at + 1])
              return ''
            }),
      )
      .join('')
  })
  const lost = [...linesByTag].map(([name, at]) => `layout tag ${name} (${placesOf(at)})`)
  return { markdown: lines.join('\n'), lost }
}

/** "line 3", "lines 3, 8 and 5 more". */
export function placesOf(lines: readonly number[]): string {
  const different = [...new Set(lines)]
  const shown = different.slice(0, 4).join(', ')
  const rest = different.length - 4
  return `${different.length === 1 ? 'line' : 'lines'} ${shown}${rest > 0 ? ` and ${rest} more` : ''}`
}
