/** The host is fixed: it stands in the policy of the map's page. */
export function isTileAddress(value: string): boolean {
  if (value === '') return true
  const url = URL.parse(value)
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.hash !== '' || /\s/u.test(value)) return false
  const [, path = ''] = /^https?:\/\/[\w.-]+(?::\d+)?(\/.*)$/iu.exec(value) ?? []
  return (path.match(/\{[^}]*\}/gu) ?? []).toSorted().join('') === '{x}{y}{z}'
}
