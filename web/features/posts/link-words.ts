/** An address as readers want to see it. */
export function linkWords(address: string): string {
  const text = address.replace(/^https?:\/\/(www\.)?/iu, '').replace(/\/$/u, '')
  return text.length > 70 ? `${text.slice(0, 69)}…` : text
}
