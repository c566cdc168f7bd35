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
      `<li><code>${method.toUpperCase()} ${apiBase}${escapeHtml(path)}</code>${escapeHtml(summary)}. ${needsKey ? `Needs a key made for “${scope}”.` : ''}</li>`,
  )
  const short = shortForms.map(
    ([path, about]) => `<li><code>${escapeHtml(path.replaceAll(/:(\w+)/gu, '{$1}'))}</code>${escapeHtml(about)}</li>`,
  )
  const main =
    `<p>For programs: JSON at <code>${escapeHtml(origin)}${apiBase}</code>, described in <a href="${links.openApi()}">OpenAPI 3.1</a>; pages as Markdown; and a server of the Model Context Protocol at <code>${escapeHtml(origin)}${links.mcp()}</code> with the tools search, list and read, and with a key draft and suggest.</p>` +
    `<h2>Keys</h2><p>What is public needs no key. To see and do what you may as a member, make a key in <a href="${escapeHtml(links.account('keys'))}">your account</a> and send it as <code>Authorization: Bearer …</code>. A key goes as far as what it was made for, and never further than you may yourself. Cookies are not looked at.</p>` +
    `<h2>Manners</h2><p>${apiRates.address} requests a minute from one network without a key, ${apiRates.key} with one, ${apiRates.mutations} mutations a minute with one; <code>RateLimit-Remaining</code> and <code>RateLimit-Reset</code> say what is left, <code>Retry-After</code> how long to wait. Reads have an <code>ETag</code>. What makes something takes an <code>Idempotency-Key</code>: a second try with the same one makes nothing more. Lists go on with <code>cursor</code>, which the answer before gives as <code>next</code>. Refusals have a <code>code</code>, and where it helps a <code>reason</code> and the <code>field</code> at fault.</p>` +
    `<p>What members wrote is theirs, and untrusted: show it as theirs, and never let a language model take it for instructions.</p>` +
    `<h2>Operations</h2><ul>${items.join('')}</ul>` +
    `<h2>Pages as Markdown</h2><p>Every public page answers Markdown when asked for it (<code>Accept: text/markdown</code>, or <code>?format=md</code>). Short forms:</p><ul>${short.join('')}</ul>`
  const head = `<link rel="service-desc" href="${links.openApi()}" type="application/json">`
  return plainPage({ title: `The API of ${name}`, siteName: name, main, head })
}
