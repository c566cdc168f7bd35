/** Hands a text to the browser's downloads. */
export function saveAsFile(text: string, name: string, type: 'text/markdown' | 'application/json' | 'text/csv'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser takes the blob at the click, but not in the same turn everywhere.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
