/**
 * A prediction question of an essay comes alive: what members said as a histogram that is a table,
 * with their names, and one's own prediction, kept on the device and sent when it can be. Works on
 * the form that the renderer wrote, which stays a form for everybody else. Who wishes so sees what
 * others said once they have said something themselves.
 */
import { barsOf } from '#shared/predictions/rules.ts'
import { outcomeId, predictionId, predictionOutcomes, predictions } from '#shared/predictions/schema.ts'
import { currentDevice } from '../../data/device/current.ts'
import type { Device } from '../../data/device/device-api.ts'
import { reportUnlessClosed } from '../../data/device/report-unless-closed.ts'
import { currentLook, whenLookChanges } from '../../data/look.ts'
import { currentMe, whenMeChanges } from '../../data/viewer.ts'
import { castPrediction } from './cast-prediction.ts'
import type { PredictionView } from './prediction-view.ts'
import { givenTo } from './prediction-view.ts'
import { barWords, hiddenPredictions, namesIn, outcomeWords, predictionWords } from './prediction-words.ts'

export function livePrediction(form: HTMLFormElement, postId: string, first: PredictionView): () => void {
  const { uid } = first.question
  let view = first
  /** As this device has it, sent or not; `undefined`: no device has said anything yet. */
  let own: number | null | undefined
  /** What of one's own stands in the field. */
  let filled: number | null = null
  let said = ''
  let isBusy = false
  const field = form.querySelector<HTMLInputElement>('input[name="percent"]')
  const button = form.querySelector('button')
  const foot = form.querySelector<HTMLElement>('.poll-foot')
  const back = Object.assign(document.createElement('button'), { type: 'button', className: 'linkish', textContent: 'Remove prediction' })
  const drawn = document.createElement('div')
  drawn.className = 'prediction-drawn'
  const word = Object.assign(document.createElement('p'), { className: 'poll-said meta soft' })
  word.setAttribute('role', 'status')
  foot?.append(' ', back)
  form.append(drawn, word)
  form.classList.add('is-live')

  const userId = (): string | null => {
    const { viewer } = currentMe()
    return viewer.kind === 'member' ? viewer.userId : null
  }
  const mine = (): number | null => (own === undefined ? (view.given.find((one) => one.userId === userId())?.percent ?? null) : own)
  const draw = (): void => {
    const [me, percent] = [userId(), mine()]
    const name = view.given.find((one) => one.userId === me)?.name ?? 'You'
    const others = view.given.filter((one) => one.userId !== me)
    const all = me === null || percent === null ? others : [...others, { userId: me, name, percent }]
    const isHidden = me !== null && percent === null && view.outcome === null && currentLook().predictions === 'answered'
    const isOver = view.outcome !== null
    drawn.replaceChildren(...(isHidden || all.length === 0 ? [] : [histogram(all)]))
    if (field !== null) field.disabled = isOver || isBusy
    if (button !== null) button.textContent = percent === null ? 'Predict' : 'Change prediction'
    button?.toggleAttribute('hidden', isOver)
    back.hidden = isOver || percent === null
    const outcome = view.outcome === null ? '' : outcomeWords[view.outcome.outcome]
    word.textContent = [said, outcome, isHidden ? hiddenPredictions : predictionWords(all)].filter((part) => part !== '').join(' ')
  }
  /** Only where it became another: what somebody has just typed stays. */
  const fill = (): void => {
    const percent = mine()
    if (field === null || percent === filled) return
    field.value = String(percent ?? '')
    filled = percent
  }

  const readFrom = async (device: Device): Promise<void> => {
    const isHeld = device.holds(`thread:${postId}`)
    const outcome = await device.read.get(predictionOutcomes, outcomeId(postId, uid))
    const kept = device.account === null ? undefined : await device.read.get(predictions, predictionId(postId, uid, device.account))
    // What a device does not hold says nothing: the page knows what was sent.
    if (device.account !== null && (isHeld || kept !== undefined)) own = kept?.percent ?? null
    if (isHeld) view = { ...view, given: await givenTo(device.confirmed, postId, uid) }
    if (outcome !== undefined) view = { ...view, outcome: { outcome: outcome.outcome, at: outcome.at } }
    fill()
    draw()
  }
  let leave = () => {}
  const follow = (): void => {
    const device = currentDevice.get()
    leave()
    if (device === null) return
    readFrom(device).catch(reportUnlessClosed)
    leave = device.subscribe(({ kinds }) => {
      if (kinds.has(predictions.name) || kinds.has(predictionOutcomes.name)) readFrom(device).catch(reportUnlessClosed)
    })
  }

  const cast = async (percent: number | null): Promise<void> => {
    const { viewer } = currentMe()
    if (viewer.kind !== 'member' || isBusy) return
    const before = own
    own = percent
    isBusy = true
    said = ''
    draw()
    const refused = await castPrediction(viewer, { postId, questionUid: uid, percent }).catch(
      () => 'Not saved: this device couldn’t store it.',
    )
    isBusy = false
    if (refused !== null) own = before
    said = refused ?? (percent === null ? 'Prediction removed.' : 'Prediction saved.')
    fill()
    draw()
    // What had the focus could not be used for a moment, or is gone with what it took back.
    if (document.activeElement === document.body) field?.focus({ preventScroll: true })
  }
  const onSubmit = (event: SubmitEvent): void => {
    // A visitor goes the plain way, through signing in.
    if (userId() === null || field === null) return
    event.preventDefault()
    const percent = Number(field.value)
    // The browser has judged the field; what it let through is judged by the mutation.
    if (field.validity.valid) void cast(percent)
  }
  const onBack = (): void => void cast(null)
  const met = (): void => {
    fill()
    draw()
  }
  form.addEventListener('submit', onSubmit)
  back.addEventListener('click', onBack)
  const leaves = [currentDevice.subscribe(follow), whenMeChanges(met), whenLookChanges(draw)]
  fill()
  draw()
  follow()
  return () => {
    leave()
    for (const stop of leaves) stop()
    form.removeEventListener('submit', onSubmit)
    for (const made of [back, drawn, word]) made.remove()
    form.classList.remove('is-live')
  }
}

/** A row for each ten percent: a bar for the eye, and who said what for everybody. */
function histogram(given: PredictionView['given']): HTMLTableElement {
  const bars = barsOf(given)
  const most = Math.max(...bars.map((bar) => bar.given.length))
  const table = document.createElement('table')
  table.className = 'prediction-bars'
  const caption = Object.assign(document.createElement('caption'), { className: 'sr', textContent: 'Predictions' })
  const body = document.createElement('tbody')
  table.append(caption, body)
  for (const bar of bars) {
    const row = body.insertRow()
    const head = Object.assign(document.createElement('th'), { scope: 'row', textContent: barWords(bar), className: 'nums' })
    const meter = Object.assign(document.createElement('meter'), { className: 'poll-bar', min: 0, max: most, value: bar.given.length })
    meter.setAttribute('aria-hidden', 'true')
    row.append(head)
    const names = Object.assign(document.createElement('span'), { textContent: namesIn(bar), dir: 'auto' })
    row.insertCell().append(meter, names)
  }
  return table
}
