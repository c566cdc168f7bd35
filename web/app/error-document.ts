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
  400: ['This request could not be read', 'The address or the form is damaged.'],
  401: ['Sign in to go on', 'This is for members.'],
  403: ['You don’t have access to this page', 'It was refused, and nothing was changed.'],
  404: ['Page not found', 'It may have moved, been deleted, or be private.'],
  405: ['This cannot be done here', 'The address exists, but it does not take this kind of request.'],
  409: ['It was changed in the meantime', 'Nothing was overwritten.'],
  410: ['This was removed', 'It was public once and has been taken down.'],
  413: ['This is too long', 'Nothing was stored. Go back and shorten it; your text is still there.'],
  415: ['This kind of file is not taken', 'Nothing was stored.'],
  421: ['This is not the address of this site', 'Nothing is served under this name.'],
  429: ['That was a little fast', 'Wait a moment, go back and try again; your text is still there.'],
  503: ['Closed for a moment', 'The site will be back soon.'],
  507: ['Nothing can be saved at the moment', 'The site has no room left. Reading goes on; try again in a few minutes.'],
}

/**
 * A plain page that needs neither React nor data: it must stand when they fail. From 500 on with
 * the sentence that the specification fixes.
 */
export function errorDocument(status: number, { site, host, digest, reason, again = null }: ErrorFacts): string {
  const [title, words] = known[status] ?? (status < 500 ? known[400] : undefined) ?? ['Something broke here', '']
  const sentence =
    status >= 500 && known[status] === undefined
      ? `Application error: a server-side exception has occurred while loading ${host} (see the server logs for more information).`
      : reason === null || reason === 'not-found'
        ? words
        : reasonWords[reason]
  const { styles } = clientFilesFor(null)
  return `<!doctype html>
<html lang="en">
<head>
${commonHead({ modules: [], styles, light: null })}
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
      ? `<div class="field"><textarea class="input" name="${escapeHtml(name)}" rows="10" aria-label="What you typed">\n${escapeHtml(value)}</textarea></div>`
      : `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  const button = isWhole ? '<p class="acts"><button class="btn primary" type="submit">Try again</button></p>' : ''
  return `<form method="post" action="${escapeHtml(links.form(mutation))}">
<p>What you typed is still here:</p>
${fields.join('\n')}
${button}
</form>
`
}

/** Words in whatever script, and no id, address, number or choice. */
const isTyped = (value: string): boolean => !/^[\w:/?=&#%+-]*$/u.test(value.trim())
