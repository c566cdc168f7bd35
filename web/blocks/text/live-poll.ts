/**
 * A poll of an essay comes alive: one's own vote, the counts as bars, and a vote that is kept on
 * the device and sent when it can be. Works on the form that the renderer wrote, which stays a form
 * for everybody else. It holds no count of its own: what is shown is what was counted, without
 * one's own vote as it was counted, and with the one that stands now.
 */
import { isPollClosed, showsResults } from '#shared/polls/rules.ts'
import { pollTallies, pollTallyId, pollVoteId, pollVotes } from '#shared/polls/schema.ts'
import { currentDevice } from '../../data/device/current.ts'
import type { Device } from '../../data/device/device-api.ts'
import { reportUnlessClosed } from '../../data/device/report-unless-closed.ts'
import { currentMe, whenMeChanges } from '../../data/viewer.ts'
import { castPollVote } from './cast-poll-vote.ts'
import { hiddenWords, pollWords, shareWords } from './poll-words.ts'
import type { PollView } from './poll-view.ts'
import { pollView } from './poll-view.ts'

interface Mine {
  readonly chosen: readonly string[]
  readonly counted: readonly string[]
}
const none: Mine = { chosen: [], counted: [] }

/** @param now the server's time as this device knows it. */
export function livePoll(form: HTMLFormElement, postId: string, first: PollView, now: () => number): () => void {
  const { poll } = first
  let view = first
  let mine = none
  let said = ''
  let isBusy = false
  const foot = form.querySelector<HTMLElement>('.poll-foot')
  const word = Object.assign(document.createElement('p'), { className: 'poll-said meta soft' })
  word.setAttribute('role', 'status')
  const back = Object.assign(document.createElement('button'), { type: 'button', className: 'linkish', textContent: 'Remove my vote' })
  const fields = [...form.querySelectorAll<HTMLInputElement>('.poll-option input')]
  const bars = fields.map((field) => {
    const bar = document.createElement('meter')
    bar.className = 'poll-bar'
    bar.min = 0
    const figure = Object.assign(document.createElement('span'), { className: 'poll-count nums' })
    field.closest('label')?.append(figure, bar)
    return { bar, figure }
  })
  foot?.append(' ', back)
  form.append(word)
  form.classList.add('is-live')

  const isMember = (): boolean => currentMe().viewer.kind === 'member'
  const draw = (): void => {
    const isClosed = isPollClosed(poll, now())
    const hasVoted = mine.chosen.length > 0
    const isShown = showsResults(poll, hasVoted, now()) && !view.isHeld
    const voters = view.voterCount - Number(mine.counted.length > 0) + Number(hasVoted)
    poll.options.forEach(({ uid }, at) => {
      const [field, drawn] = [fields[at], bars[at]]
      if (field === undefined || drawn === undefined) return
      const count = (view.counts[at] ?? 0) - Number(mine.counted.includes(uid)) + Number(mine.chosen.includes(uid))
      drawn.bar.hidden = drawn.figure.hidden = !isShown
      drawn.bar.max = Math.max(1, voters)
      drawn.bar.value = Math.max(0, count)
      drawn.figure.textContent = shareWords(Math.max(0, count), voters)
      field.disabled = isClosed || isBusy
    })
    const button = form.querySelector('button:not(.linkish)')
    if (button !== null) button.textContent = hasVoted ? 'Change my vote' : 'Vote'
    button?.toggleAttribute('hidden', isClosed)
    back.hidden = isClosed || !hasVoted
    const state = pollWords(poll, isShown ? voters : null, now())
    word.textContent = [said, isShown ? '' : hiddenWords(poll), state].filter((part) => part !== '').join(' ')
  }
  const check = (): void => poll.options.forEach(({ uid }, at) => fields[at] && (fields[at].checked = mine.chosen.includes(uid)))

  const readFrom = async (device: Device): Promise<void> => {
    const { account } = device
    if (account === null) return
    const [vote, tally] = await Promise.all([
      device.read.get(pollVotes, pollVoteId(postId, poll.uid, account)),
      device.confirmed.get(pollTallies, pollTallyId(postId, poll.uid)),
    ])
    const isNew = vote !== undefined && vote.optionUids.join() !== mine.chosen.join()
    if (vote !== undefined) mine = { chosen: vote.optionUids, counted: vote.counted }
    if (tally !== undefined) view = pollView(poll, tally)
    // Held back from those who have not voted: whoever has got them with their vote.
    const results = vote?.results
    if (view.isHeld && tally !== undefined && results !== undefined) view = pollView(poll, { ...tally, ...results })
    if (isNew) check()
    draw()
  }
  let leave = () => {}
  const follow = (): void => {
    const device = currentDevice.get()
    leave()
    if (device === null) return
    readFrom(device).catch(reportUnlessClosed)
    leave = device.subscribe(({ rows }) => {
      const { account } = device
      const isMine = account !== null && rows.has(`${pollVotes.name}/${pollVoteId(postId, poll.uid, account)}`)
      if (isMine || rows.has(`${pollTallies.name}/${pollTallyId(postId, poll.uid)}`)) readFrom(device).catch(reportUnlessClosed)
    })
  }

  const cast = async (optionUids: readonly string[]): Promise<void> => {
    const { viewer } = currentMe()
    if (viewer.kind !== 'member' || isBusy) return
    const before = mine
    mine = { ...mine, chosen: optionUids }
    isBusy = true
    said = ''
    draw()
    const refused = await castPollVote(viewer, { postId, pollUid: poll.uid, optionUids }).catch(
      () => 'Not counted: this device couldn’t store it.',
    )
    isBusy = false
    if (refused !== null) mine = before
    said = refused ?? (optionUids.length > 0 ? 'Vote saved.' : 'Vote removed.')
    check()
    draw()
  }
  const onSubmit = (event: SubmitEvent): void => {
    // A visitor goes the plain way, through signing in.
    if (!isMember()) return
    event.preventDefault()
    const chosen = poll.options.filter((_option, at) => fields[at]?.checked === true).map(({ uid }) => uid)
    if (chosen.length > 0) void cast(chosen)
    else {
      said = 'Choose an option first.'
      draw()
    }
  }
  const onBack = (): void => void cast([])
  form.addEventListener('submit', onSubmit)
  back.addEventListener('click', onBack)
  const leaveDevice = currentDevice.subscribe(follow)
  const leaveMe = whenMeChanges(draw)
  draw()
  follow()
  return () => {
    leave()
    leaveDevice()
    leaveMe()
    form.removeEventListener('submit', onSubmit)
    back.remove()
    word.remove()
    for (const { bar, figure } of bars) {
      bar.remove()
      figure.remove()
    }
    form.classList.remove('is-live')
  }
}
