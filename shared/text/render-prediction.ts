import { links } from '../links.ts'
import { escapeHtml } from './escape.ts'
import { attrNumber, attrText, type DocNode } from './nodes.ts'

/**
 * A prediction question as a form that works without a script: it leads to the page where all
 * predictions stand. What members have said is never part of a text; what draws it into the page
 * comes late (web/blocks/text/). Elsewhere than on its post it is what is asked, and by when it
 * will be known.
 */
export function predictionHtml(
  prediction: DocNode,
  { pollsOf, idPrefix }: { readonly pollsOf?: string | undefined; readonly idPrefix: string },
): string {
  const title = escapeHtml(attrText(prediction, 'title'))
  const uid = escapeHtml(attrText(prediction, 'uid'))
  const notes = attrText(prediction, 'notes')
  const about = `${notes === '' ? '' : `<p dir="auto">${escapeHtml(notes)}</p>`}${endWords(prediction)}`
  if (pollsOf === undefined) return `<div class="poll"><p class="poll-question" dir="auto">${title}</p>${about}</div>`
  const page = escapeHtml(links.prediction(pollsOf, attrText(prediction, 'uid')))
  const postId = escapeHtml(pollsOf)
  return [
    `<form class="poll prediction" id="${escapeHtml(idPrefix)}prediction-${uid}" method="post" action="${links.form('predictions.set')}" data-prediction="${uid}">`,
    `<input type="hidden" name="postId" value="${postId}"><input type="hidden" name="uid" value="${uid}">`,
    `<input type="hidden" name="from" value="${page}">`,
    `<fieldset><legend class="poll-question" dir="auto">${title}</legend>${about}`,
    `<label class="prediction-field">Probability (%) <input class="input" type="number" name="percent" min="1" max="99" step="1" required></label></fieldset>`,
    `<p class="poll-foot"><button class="btn">Predict</button> <a href="${page}">All predictions</a></p></form>`,
  ].join('')
}

function endWords(prediction: DocNode): string {
  const resolvesBy = attrNumber(prediction, 'resolvesBy')
  if (resolvesBy === null) return ''
  const iso = new Date(resolvesBy).toISOString()
  return `<p class="poll-close">Resolves by <time datetime="${iso}">${iso.slice(0, 10)}</time></p>`
}
