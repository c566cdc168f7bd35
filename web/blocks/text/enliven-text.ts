import { deviceState } from '../../data/device-state.ts'
import { livePoll } from './live-poll.ts'
import { addTextControls } from './text-controls.ts'
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
  stops.push(addTextControls(root))
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
