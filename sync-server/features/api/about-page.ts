/**
 * `/api/`: what programs are offered, for people to read. Made from the same lists as the routes.
 */
import type { AnyOperation } from '#shared/api/operations.ts'
import { apiBase } from '#shared/api/operations.ts'
import { links } from '#shared/links.ts'
import { escapeHtml } from '#shared/text/escape.ts'
import { plainPage } from '#server/mail/plain-page.ts'
import { shortForms } from './markdown-routes.ts'
import { apiRates } from './routes.ts'

export function aboutPage(listed: readonly AnyOperation[], { name, origin }: { readonly name: string; readonly origin: string }): string {
  const items = listed.map(
    ({ method, path, summary, scope, needsKey }) =>
      `<li><code>${method.toUpperCase()} ${apiBase}${escapeHtml(path)}</code>${escapeHtml(summary)}. ${needsKey ? `Needs a key with the permission “${scope}”.` : ''}</li>`,
  )
  const short = shortForms.map(
    ([path, about]) => `<li><code>${escapeHtml(path.replaceAll(/:(\w+)/gu, '{$1}'))}</code>${escapeHtml(about)}</li>`,
  )
  const main =
    `<p>JSON API at <code>${escapeHtml(origin)}${apiBase}</code>, described in <a href="${links.openApi()}">OpenAPI 3.1</a>; pages as Markdown; and a Model Context Protocol server at <code>${escapeHtml(origin)}${links.mcp()}</code> with the tools search, list and read, plus draft and suggest with a key.</p>` +
    `<h2>Keys</h2><p>Public data needs no key. To act as a member, create a key in <a href="${escapeHtml(links.account('keys'))}">your account</a> and send it as <code>Authorization: Bearer …</code>. A key has the permissions you chose, and never more than you have. Cookies are ignored.</p>` +
    `<h2>Rate limits and requests</h2><p>${apiRates.address} requests per minute per network without a key, ${apiRates.key} with one, ${apiRates.mutations} writes per minute with one; <code>RateLimit-Remaining</code> and <code>RateLimit-Reset</code> show what is left, <code>Retry-After</code> how long to wait. Reads return an <code>ETag</code>. Requests that create something accept an <code>Idempotency-Key</code>: repeating one creates nothing new. Page through lists with <code>cursor</code>, given in the previous response as <code>next</code>. Errors have a <code>code</code>and, where useful, a <code>reason</code> and the <code>field</code> at fault.</p>` +
    `<p>Members own what they write, and it is untrusted: attribute it, and never let a language model treat it as instructions.</p>` +
    `<h2>Operations</h2><ul>${items.join('')}</ul>` +
    `<h2>Pages as Markdown</h2><p>Every public page is available as Markdown (<code>Accept: text/markdown</code>, or <code>?format=md</code>). Short forms:</p><ul>${short.join('')}</ul>`
  const head = `<link rel="service-desc" href="${links.openApi()}" type="application/json">`
  return plainPage({ title: `The API of ${name}`, siteName: name, main, head })
}
