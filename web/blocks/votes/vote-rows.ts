/**
 * Holds the vote controls to what the device has: my votes with what waits to be sent, and the sums
 * they are not in yet. A vote that is confirmed stays in the shown sum until newer sums come; one
 * that was refused is taken out again. It writes nothing.
 */
import type { Axis, Tally, Vote } from '#shared/votes/schema.ts'
import { axes, tallies, voteId, votes } from '#shared/votes/schema.ts'
import { createStore } from '../../data/store.ts'
import { rememberLocalVotes } from '../../data/votes.ts'
import type { Changed, Device } from '../../data/device/device-api.ts'
import type { TallyView } from './tally-view.ts'
import { tallyView } from './tally-view.ts'
import { aheadOf, noTally, setAhead, setBase, sum, tallyNow } from './tallies.ts'
import { reportUnlessClosed } from '../../data/device/report-unless-closed.ts'

const followed = createStore<Device | null>(null)
interface Touched {
  /** What the page said when it was voted on. */
  readonly said: TallyView
  /** What I chose last. A row that says otherwise: it was refused, or changed elsewhere. */
  readonly chosen: Readonly<Partial<Record<Axis, number>>>
}

/** What was voted on from here. */
const touched = createStore<ReadonlyMap<string, Touched>>(new Map())

/** From now on; once for each device. */
export function followVotes(device: Device): void {
  if (followed.get() === device || device.account === null) return
  followed.set(device)
  device.subscribe((changed) => {
    for (const id of votedOn(changed)) readVotes(device, id).catch(reportUnlessClosed)
    for (const id of touched.get().keys()) if (changed.rows.has(`tallies/${id}`)) readTally(device, id).catch(reportUnlessClosed)
  })
}

/** The sums under a vote from here are followed from now on. */
export function touchTally(id: string, said: TallyView, axis: Axis, value: number): void {
  const chosen = { ...touched.get().get(id)?.chosen, [axis]: value }
  touched.set(new Map(touched.get()).set(id, { said, chosen }))
}

/** My votes on what a page shows. What the device does not have stays as the server said. */
export async function showMyVotes(device: Device, ids: readonly string[]): Promise<void> {
  const { account } = device
  if (account === null) return
  const rows = await device.read.getMany(
    votes,
    ids.flatMap((id) => axes.map((axis) => voteId(account, id, axis))),
  )
  rememberLocalVotes(rows.map(({ targetId, axis, value }) => [targetId, axis, value]))
  const waiting = new Set(rows.filter((row) => row.power !== row.tallied).map((row) => row.targetId))
  for (const id of waiting) setAhead(id, aheadIn(rows.filter((row) => row.targetId === id)))
}

function votedOn({ rows }: Changed): ReadonlySet<string> {
  const ids = [...rows].flatMap((row) => (row.startsWith('votes/') ? (row.split(':')[1] ?? []) : []))
  return new Set(ids)
}

async function readVotes(device: Device, id: string): Promise<void> {
  const { account } = device
  if (account === null) return
  const found = await device.read.getMany(
    votes,
    axes.map((axis) => voteId(account, id, axis)),
  )
  const valueOn = (axis: Axis): number => found.find((row) => row.axis === axis)?.value ?? 0
  const ahead = aheadIn(found)
  const mine = touched.get().get(id)
  const isAsChosen = mine !== undefined && axes.every((axis) => (mine.chosen[axis] ?? valueOn(axis)) === valueOn(axis))
  // Confirmed: what was ahead is in the sums now, though those of the page may come a moment later.
  if (isAsChosen && isNothing(ahead) && !isNothing(aheadOf(id))) setBase(id, mine.said, tallyNow(id, mine.said))
  setAhead(id, ahead)
  rememberLocalVotes(axes.map((axis) => [id, axis, valueOn(axis)]))
}

async function readTally(device: Device, id: string): Promise<void> {
  const row: Tally | undefined = await device.confirmed.get(tallies, id)
  const said = touched.get().get(id)?.said
  if (row !== undefined && said !== undefined) setBase(id, said, tallyView(row))
}

/** Of one target's votes: what the confirmed sums do not hold yet. */
export function aheadIn(rows: readonly Pick<Vote, 'axis' | 'value' | 'power' | 'tallied'>[]): TallyView {
  return rows.reduce((ahead, { axis, value, power, tallied }) => {
    const step = power - tallied
    const count = Number(value !== 0) - Number(tallied !== 0)
    return sum(
      ahead,
      axis === 'approval' ? { ...noTally, score: step, voteCount: count } : { ...noTally, agreement: step, agreementCount: count },
    )
  }, noTally)
}

const isNothing = ({ score, voteCount, agreement, agreementCount }: TallyView): boolean =>
  score === 0 && voteCount === 0 && agreement === 0 && agreementCount === 0
