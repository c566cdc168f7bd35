import { embedFrame } from '#shared/text/embeds.ts'
import { deviceState } from '../../data/device-state.ts'
import { embedFrameElement } from './embed-frame.ts'
import { livePoll } from './live-poll.ts'
import type { PredictionView } from './prediction-view.ts'
import type { PollView } from './poll-view.ts'

export interface TextFacts {
  readonly postId: string
  readonly polls: readonly PollView[]
  readonly predictions: readonly PredictionView[]
}

/**
 * What parts of a text can do once its page is at rest: embeds load on a click, code is copied,
 * polls are voted in. Gives the way to stop it.
 */
export function enlivenText(root: HTMLElement, { postId, polls, predictions }: TextFacts): () => void {
  const now = () => Date.now() + deviceState.get().clockOffset
  const stops = polls.flatMap((view) => {
    const form = root.querySelector<HTMLFormElement>(`form[data-poll="${CSS.escape(view.poll.uid)}"]`)
    return form === null ? [] : [livePoll(form, postId, view, now)]
  })
  stops.push(...predictions.map((view) => lateForm(root, view, postId)))
  stops.push(loadEmbeds(root), ...[...root.querySelectorAll<HTMLElement>('.essay pre[aria-label]')].map(copyCode))
  return () => stops.forEach((stop) => stop())
}

/** Few texts ask for predictions: what draws them comes with the first. */
function lateForm(root: HTMLElement, view: PredictionView, postId: string): () => void {
  const form = root.querySelector<HTMLFormElement>(`form[data-prediction="${CSS.escape(view.question.uid)}"]`)
  let stop: (() => void) | null = null
  let isGone = false
  if (form !== null)
    import('./live-prediction.ts').then(
      ({ livePrediction }) => {
        if (!isGone) stop = livePrediction(form, postId, view)
      },
      // Without a network for it the form is what it was: an ordinary one.
      () => undefined,
    )
  return () => {
    isGone = true
    stop?.()
  }
}

/** A button beside each embed's link: nothing is asked of the other site before it is pressed. */
function loadEmbeds(root: HTMLElement): () => void {
  const made: HTMLElement[] = []
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a.embed')) {
    const frame = embedFrame(link.href)
    if (frame === null) continue
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'btn embed-load'
    button.textContent = `Load ${frame.name}`
    button.addEventListener('click', () => {
      const shown = embedFrameElement(frame)
      button.replaceWith(shown)
      made.push(shown)
      shown.focus()
    })
    link.after(button)
    made.push(button)
  }
  return () => made.forEach((element) => element.remove())
}

/** Above a listing: its language, and a button that copies it. */
function copyCode(pre: HTMLElement): () => void {
  const bar = document.createElement('div')
  bar.className = 'code-bar'
  const language = /^Code, (.+)$/.exec(pre.ariaLabel ?? '')?.[1]
  if (language !== undefined) bar.append(Object.assign(document.createElement('span'), { textContent: language }))
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'linkish', textContent: 'Copy' })
  const word = Object.assign(document.createElement('span'), { className: 'sr' })
  word.setAttribute('role', 'status')
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent ?? '')
      word.textContent = button.textContent = 'Copied'
    } catch {
      word.textContent = button.textContent = 'Not copied: the browser forbids it'
    }
    setTimeout(() => (button.textContent = 'Copy'), 1_500)
  })
  bar.append(button, word)
  pre.before(bar)
  return () => bar.remove()
}
