/**
 * On the card of a typo reaction, for who wrote the words: what is suggested for them, to be
 * accepted or dismissed in place. Ordinary forms.
 */
import { links } from '#shared/links.ts'
import { typoReaction } from '#shared/reactions/rules.ts'
import type { TypoSuggestion } from '#shared/reactions/typo-schema.ts'
import { ask } from '../../data/connection.ts'
import { currentMe } from '../../data/viewer.ts'
import type { Pressed } from './react-press.ts'

type Suggested = Pick<TypoSuggestion, 'id' | 'part' | 'replacement' | 'explanation'>

/** Nothing where there is nothing to decide, or nobody can be asked. */
export async function addTypos(box: HTMLElement, { id, part }: Pressed): Promise<void> {
  if (!part.startsWith(`${typoReaction}~`) || (currentMe().isKnown && currentMe().viewer.kind === 'visitor')) return
  const response = await ask(links.pageData(links.react(id)), { headers: { accept: 'application/json' } })
  if (!response.ok) return
  // The page's own answer, of this build's type.
  const answer = (await response.json()) as { readonly page?: { readonly typos?: readonly Suggested[] } }
  for (const suggested of answer.page?.typos ?? []) if (suggested.part === part) box.append(choiceOf(suggested, id))
}

function choiceOf({ id, replacement, explanation }: Suggested, targetId: string): HTMLFormElement {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: links.form('reactions.decideTypo') })
  form.className = 'typo-choice'
  const line = (...words: (string | Node)[]) => {
    const made = Object.assign(document.createElement('p'), { dir: 'auto' })
    made.append(...words)
    form.append(made)
    return made
  }
  const wanted = Object.assign(document.createElement('ins'), { textContent: replacement })
  line(replacement === '' ? 'Delete it' : wanted)
  if (explanation !== '') line(explanation)
  // A refusal is told on the page of corrections; what was taken over is seen in the text.
  for (const [name, value] of [
    ['from', links.typos(targetId)],
    ['id', id],
    ['back', 'text'],
  ] as const)
    // oxfmt-ignore
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  const acts = line()
  acts.className = 'react-acts'
  for (const [value, words] of [
    ['accepted', 'Accept'],
    ['dismissed', 'Dismiss'],
  ] as const)
    // oxfmt-ignore
    acts.append(Object.assign(document.createElement('button'), { className: 'btn quiet', name: 'verdict', value, textContent: words }))
  return form
}
