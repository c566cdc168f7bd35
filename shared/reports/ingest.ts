/**
 * Where reports go: always to this site's own tunnel, which keeps them or passes them on to the one
 * place the operator has named. A DSN is Sentry's name for such a place,
 * `https://KEY@HOST/PROJECT`; its key is public by design.
 */
export interface ReportPlace {
  readonly org: string
  readonly project: string
  readonly dsn: string
}

/** No place is named: the server keeps the reports itself. */
export const ownPlace: ReportPlace = { org: 'own', project: '1', dsn: 'https://own@reports.invalid/1' }

/**
 * `null` when it is not a DSN. The organisation is in its host (`o123.ingest.…`) unless `org` names
 * it.
 */
export function reportPlace(dsn: string, org: string): ReportPlace | null {
  const url = URL.parse(dsn)
  const project = url?.pathname.slice(1) ?? ''
  if (url === null || !/^https?:$/u.test(url.protocol) || url.username === '' || url.search !== '' || url.hash !== '') return null
  if (!/^[\w-]{1,64}$/u.test(project)) return null
  const named = org === '' ? (/^o(\d+)\./u.exec(url.hostname)?.[1] ?? 'own') : org
  return /^[\w-]{1,64}$/u.test(named) ? { org: named, project, dsn } : null
}

/** Where the tunnel begins, on this site. */
export const tunnelRoute = '/api/sentry'

/** Where browsers report what a page's policy has refused. */
export const policyReportPath = '/api/policy-reports'

/** Path and query on this site. */
export const tunnelPath = ({ org, project }: Pick<ReportPlace, 'org' | 'project'>): string => `${tunnelRoute}?o=${org}&p=${project}`
