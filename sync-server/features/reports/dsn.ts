/**
 * Whether a DSN is the one of the settings, however it is written. Clients leave the password out,
 * which old ones have; none may bring another.
 */
export function isSameDsn(configured: string): (dsn: string) => boolean {
  const own = partsOf(configured)
  return (dsn) => {
    const asked = partsOf(dsn)
    return own !== null && asked !== null && asked.place === own.place && (asked.password === '' || asked.password === own.password)
  }
}

function partsOf(dsn: string): { readonly place: string; readonly password: string } | null {
  if (dsn.length > 500) return null
  const url = URL.parse(dsn)
  if (url === null || url.username === '' || url.search !== '' || url.hash !== '') return null
  return { place: `${url.protocol}//${url.username}@${url.host}${url.pathname}`, password: url.password }
}
