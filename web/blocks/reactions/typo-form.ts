/**
 * In the palette, once "Typo" was chosen for some words: how they should read, and why; or the mark
 * alone.
 */
import type { Proposal, Quote } from '#shared/reactions/schema.ts'
import { quoteLimits } from '#shared/reactions/quote-limits.ts'

/** @param done with what is proposed; `null`: the words are only marked. */
export function typoForm(quote: Quote, done: (proposal: Proposal | null) => void): HTMLFormElement {
  const form = document.createElement('form')
  form.className = 'typo-form'
  const field = (label: string, value: string): HTMLInputElement => {
    const around = document.createElement('label')
    const input = Object.assign(document.createElement('input'), { className: 'input', maxLength: quoteLimits.text, value, dir: 'auto' })
    around.append(label, input)
    form.append(around)
    return input
  }
  const replacement = field('Correction', quote.text.replace(/\s+/gu, ' '))
  const explanation = field('Reason (optional)', '')
  const acts = document.createElement('p')
  acts.className = 'react-acts'
  const button = (type: 'submit' | 'button', words: string, className: string): HTMLButtonElement => {
    const made = Object.assign(document.createElement('button'), { type, className, textContent: words })
    acts.append(made)
    return made
  }
  button('submit', 'Suggest', 'btn')
  button('button', 'Mark only', 'btn quiet').addEventListener('click', () => done(null))
  form.append(acts)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const proposal = { replacement: replacement.value, explanation: explanation.value }
    // The same words propose nothing.
    const isNews = proposal.replacement.replace(/\s+/gu, ' ').trim() !== quote.text.replace(/\s+/gu, ' ').trim()
    done(isNews ? proposal : null)
  })
  return form
}
