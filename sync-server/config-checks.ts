/** Whether what an operator has set is of the form that config.ts asks for. */
import { isIP } from 'node:net'

export function isOneLine(value: string): boolean {
  return !/\p{Cc}/u.test(value)
}

export function isHost(value: string): boolean {
  return isIP(value) !== 0 || /^(?=.{1,253}$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/iu.test(value)
}

export function isWebAddress(value: string): boolean {
  return ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? '')
}

export function hasNoUser(value: string): boolean {
  const url = URL.parse(value)
  return url === null || (url.username === '' && url.password === '')
}

export function endsAfterHost(value: string): boolean {
  const url = URL.parse(value)
  return url === null || (url.pathname === '/' && url.search === '' && url.hash === '')
}

export function isUrlOf(...protocols: readonly string[]): (value: string) => boolean {
  return (value) => {
    const url = URL.parse(value)
    return url !== null && protocols.includes(url.protocol) && url.hostname !== ''
  }
}

/** The host is fixed: it stands in the policy of the map's page. */
export function isTileAddress(value: string): boolean {
  if (value === '') return true
  const url = URL.parse(value)
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.hash !== '' || /\s/u.test(value)) return false
  const [, path = ''] = /^https?:\/\/[\w.-]+(?::\d+)?(\/.*)$/iu.exec(value) ?? []
  return (path.match(/\{[^}]*\}/gu) ?? []).toSorted().join('') === '{x}{y}{z}'
}
