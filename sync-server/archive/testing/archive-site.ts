import { exchange } from '#server/http/testing/test-site.ts'
import { featureSite } from '#server/features/testing/feature-site.ts'

/** A whole site with an archive of its own, which begins at once. */
export function archiveSite(settings: Record<string, string> = {}) {
  return featureSite({ ARCHIVE: 'on', ...settings }, undefined, { archive: { afterMs: 0, child: { backOffMs: 50 } } })
}
export type ArchiveSite = Awaited<ReturnType<typeof archiveSite>>

/** A request to the gateway as a program sends it. */
export async function asked(site: ArchiveSite, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const port = Number(new URL(site.origin).port)
  const answer = await exchange(
    port,
    method,
    path,
    { host: `127.0.0.1:${port}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body === undefined ? undefined : JSON.stringify(body),
  )
  return { status: answer.status, text: answer.text, headers: answer.headers }
}
