import type { MarginChoice } from './margin-choice.ts'
import { keepMarginChoice, marginChoice } from './margin-choice.ts'

const words = {
  inline: {
    legend: 'Inline reactions',
    choices: [
      ['none', 'Hidden'],
      ['up', 'Without downvoted'],
      ['all', 'All'],
    ],
  },
  side: {
    legend: 'Side comments',
    choices: [
      ['none', 'Hidden'],
      ['karma', '10 karma or more'],
      ['all', 'All'],
    ],
  },
} as const

/**
 * What this reader wants beside this post: below its text, as soon as there is something to choose.
 */
export function drawChoices(
  text: Element,
  postId: string,
  has: { readonly inline: boolean; readonly side: boolean },
  redraw: () => void,
): void {
  const old = text.parentElement?.querySelector<HTMLElement>(':scope > .margin-choices') ?? null
  const name = JSON.stringify([postId, has])
  if (old?.dataset['name'] === name) return
  old?.remove()
  if (!has.inline && !has.side) return
  const box = document.createElement('details')
  box.className = 'margin-choices'
  box.dataset['name'] = name
  box.open = old instanceof HTMLDetailsElement && old.open
  const summary = document.createElement('summary')
  summary.textContent = 'In the margin'
  box.append(summary)
  const choice = marginChoice(postId)
  for (const kind of ['inline', 'side'] as const) if (has[kind]) box.append(field(kind, choice, postId, redraw))
  text.after(box)
}

function field(kind: 'inline' | 'side', choice: MarginChoice, postId: string, redraw: () => void): HTMLElement {
  const line = document.createElement('p')
  const label = document.createElement('label')
  const select = document.createElement('select')
  select.className = 'input'
  for (const [value, word] of words[kind].choices) select.append(new Option(word, value, false, choice[kind] === value))
  select.addEventListener('change', () => {
    // What is kept is read back through its own check.
    keepMarginChoice(postId, { ...marginChoice(postId), [kind]: select.value })
    redraw()
  })
  label.append(`${words[kind].legend} `, select)
  line.append(label)
  return line
}
