import { links } from '../links.ts'
import { escapeHtml } from './escape.ts'
import { attrFlag, attrNumber, attrText, childrenOf, type DocNode } from './nodes.ts'

/**
 * A poll as a form that works without a script: it leads to the page where one's vote and the
 * results stand. The counts are never part of a text, which is kept as it is; what draws them into
 * the page comes late (web/blocks/text/). Elsewhere than on its post it is a question with a list.
 */
export function pollHtml(
  poll: DocNode,
  { pollsOf, idPrefix }: { readonly pollsOf?: string | undefined; readonly idPrefix: string },
): string {
  const question = escapeHtml(attrText(poll, 'question'))
  const uid = escapeHtml(attrText(poll, 'uid'))
  const closing = closingWords(poll)
  if (pollsOf === undefined) {
    const items = childrenOf(poll).map((option) => `<li dir="auto">${escapeHtml(attrText(option, 'text'))}</li>`)
    return `<div class="poll"><p class="poll-question" dir="auto">${question}</p><ul>${items.join('')}</ul>${closing}</div>`
  }
  const kind = attrFlag(poll, 'multiple') ? 'checkbox' : 'radio'
  const options = childrenOf(poll).map((option) => {
    const name = escapeHtml(attrText(option, 'uid'))
    const field = kind === 'radio' ? `name="option" value="${name}" required` : `name="o-${name}" value="on"`
    return `<label class="poll-option"><input type="${kind}" ${field}> <span dir="auto">${escapeHtml(attrText(option, 'text'))}</span></label>`
  })
  const postId = escapeHtml(pollsOf)
  const page = escapeHtml(links.poll(pollsOf, attrText(poll, 'uid')))
  return [
    `<form class="poll" id="${escapeHtml(idPrefix)}poll-${uid}" method="post" action="${links.form('polls.vote')}" data-poll="${uid}">`,
    `<input type="hidden" name="postId" value="${postId}"><input type="hidden" name="pollUid" value="${uid}">`,
    `<input type="hidden" name="from" value="${page}">`,
    `<fieldset><legend class="poll-question" dir="auto">${question}</legend>${options.join('')}</fieldset>`,
    `<p class="poll-foot"><button class="btn">Vote</button> <a href="${page}">Results</a></p>${closing}</form>`,
  ].join('')
}

function closingWords(poll: DocNode): string {
  const closesAt = attrNumber(poll, 'closesAt')
  if (closesAt === null) return ''
  const iso = new Date(closesAt).toISOString()
  return `<p class="poll-close">Open until <time datetime="${iso}">${iso.slice(0, 10)}, ${iso.slice(11, 16)} UTC</time></p>`
}
