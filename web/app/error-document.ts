import type { Reason } from '#shared/kernel/verdict.ts'
import { links } from '#shared/links.ts'
import type { FormAgain, SiteFacts } from '#shared/pages/page-data.ts'
import { reasonWords } from '../blocks/wording.ts'
import { clientFilesFor } from './client-files.ts'
import { commonHead } from './document.ts'
import { escapeHtml } from './head.ts'

interface ErrorFacts {
  readonly site: SiteFacts
  readonly host: string
  readonly digest: string | null
  readonly reason: Reason | null
  /** The form that could not be taken, to be sent again as it stands here. */
  readonly again?: FormAgain | null
}

const known: Readonly<Record<number, readonly [title: string, words: string]>> = {
  400: ['This request couldn’t be read', 'The URL or the form data is damaged.'],
  401: ['Sign in to continue', 'This page is for members.'],
  403: ['You don’t have access to this page', 'Nothing was changed.'],
  404: ['Page not found', 'It may have moved, been deleted, or be private.'],
  405: ['This request isn’t supported', 'The page exists but doesn’t accept this kind of request.'],
  409: ['Someone else changed this', 'Nothing was overwritten.'],
  410: ['This was removed', 'It was public and has since been removed.'],
  413: ['This is too long', 'Nothing was saved. Go back and shorten it; your text is still there.'],
  415: ['This file type isn’t supported', 'Nothing was saved.'],
  421: ['Wrong host name', 'This site isn’t served at this address.'],
  429: ['You’re doing that too fast', 'Wait a moment, go back and try again; your text is still there.'],
  503: ['Temporarily unavailable', 'The site will be back soon.'],
  507: ['The site can’t save right now', 'The server is out of space. You can still read; try again in a few minutes.'],
}

/**
 * A plain page that needs neither React nor data: it must stand when they fail. From 500 on with
 * the sentence that the specification fixes.
 */
export function errorDocument(status: number, { site, host, digest, reason, again = null }: ErrorFacts): string {
  const [title, words] = known[status] ?? (status < 500 ? known[400] : undefined) ?? ['Something went wrong', '']
  const sentence =
    status >= 500 && known[status] === undefined
      ? `Application error: a server-side exception has occurred while loading ${host} (see the server logs for more information).`
      : reason === null || reason === 'not-found'
        ? words
        : reasonWords[reason]
  const files = clientFilesFor(null)
  return `<!doctype html>
<html lang="en">
<head>
${commonHead({ ...files, modules: [], light: null })}
<title>${escapeHtml(`${title} · ${site.name}`)}</title>
<meta name="robots" content="noindex">
</head>
<body>
<header class="top"><a class="wordmark" href="${links.front()}"><span class="name">${escapeHtml(site.name)}</span></a></header>
<div class="page wide"><main id="main" class="problem">
<h1 class="page-title">${escapeHtml(title)}</h1>
<p class="stand">${escapeHtml(sentence)}</p>
${digest === null ? '' : `<p class="soft">Digest: ${escapeHtml(digest)}</p>`}
${again === null ? '' : formHtml(again)}<p class="acts"><a class="btn" href="${links.front()}">Go to the front page</a></p>
</main></div>
</body>
</html>
`
}

/** What was typed is to be seen, the rest goes along. */
function formHtml({ mutation, values, isWhole }: FormAgain): string {
  const fields = Object.entries(values).map(([name, value]) =>
    isTyped(value)
      ? `<div class="field"><textarea class="input" name="${escapeHtml(name)}" rows="10" aria-label="Your text">\n${escapeHtml(value)}</textarea></div>`
      : `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  const button = isWhole ? '<p class="acts"><button class="btn primary" type="submit">Try again</button></p>' : ''
  return `<form method="post" action="${escapeHtml(links.form(mutation))}">
<p>Your text is still here:</p>
${fields.join('\n')}
${button}
</form>
`
}

/** Words in whatever script, and no id, address, number or choice. */
const isTyped = (value: string): boolean => !/^[\w:/?=&#%+-]*$/u.test(value.trim())
