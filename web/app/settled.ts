/**
 * `data-settled` on the root element says what has come to rest, so that tests and tools need not
 * guess by time. `light`: a visitor's page has all that it has without the app. `hydrated`: React
 * has the page and it is known who is here. `keys`: single keys are heard. `device`: the shown page
 * is stored where it may be, and every followed shape is complete. `worker`: the service worker is
 * active. `sent`: nothing waits to be sent and nothing was refused.
 */
type Part = 'light' | 'hydrated' | 'keys' | 'device' | 'worker' | 'sent'

/**
 * The element itself remembers: the light script and the app are two bundles, and each has its say.
 */
export function settle(part: Part, isSettled = true): void {
  const { dataset } = document.documentElement
  const parts = new Set((dataset['settled'] ?? '').split(' ').filter((name) => name !== ''))
  if (parts.has(part) === isSettled) return
  if (isSettled) parts.add(part)
  else parts.delete(part)
  dataset['settled'] = [...parts].join(' ')
}
