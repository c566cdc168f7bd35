const others = ['/api/', '/collab/', '/sync/', '/archive/', '/metrics/', '/dev/', '/oembed/', '/embed/', '/unsubscribe/']

/**
 * Whether the worker may answer a navigation with the shell: pages only; files, feeds and
 * interfaces are the network's alone.
 */
export function isPageNavigation(method: string, url: URL, origin: string): boolean {
  if (method !== 'GET' || url.origin !== origin) return false
  const path = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`
  if (others.some((folder) => path.startsWith(folder))) return false
  const last = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
  return !/\.[a-z0-9]{1,12}$/iu.test(last)
}
