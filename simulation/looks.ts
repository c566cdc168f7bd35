import { conversationsThatAreWrong, messagesOutOfOrder } from './conversations.ts'
import type { WorldEvent } from './server-checks.ts'
import { eventsOf, numbersThatAreWrong, sumsThatAreWrong } from './server-checks.ts'
import type { Stage } from './stage.ts'
import type { Tab } from './tab.ts'
import { textsIn } from './world.ts'
import type { State } from './world/state.ts'

/** Everything is looked at every so many events. */
const lookEvery = 40
/** Between tabs. */
const settlesWithinMs = 300

/** Looks at the world: at what has changed after every event, at all of it now and then. */
export class Looks {
  readonly #stage: Stage
  #checkedNotes: readonly unknown[] = []
  #answered = new Set<string>()
  #state: State | null = null
  readonly #unsteadyAt = new Map<Tab, number>()
  #events = 0

  constructor(stage: Stage) {
    this.#stage = stage
  }

  async afterEach(): Promise<void> {
    const { world, site, profiles } = this.#stage
    this.#events += 1
    const { state } = site.database
    if (state !== this.#state) {
      this.#state = state
      this.#numbers(eventsOf(state.notes))
      for (const line of sumsThatAreWrong(state)) world.fault(line)
      for (const line of conversationsThatAreWrong(state)) world.fault(line)
    }
    await this.#pages()
    for (const tab of profiles.flatMap((profile) => profile.tabs)) {
      if (!isSteady(tab)) this.#unsteadyAt.set(tab, world.clockwork.now)
      if (tab.isChanged) this.#flicker(tab)
    }
    if (this.#events % lookEvery === 0) await this.all()
  }

  #numbers(notes: readonly WorldEvent[]): void {
    const from = this.#checkedNotes.length
    const isContinued = notes.length >= from && notes[from - 1] === this.#checkedNotes.at(-1)
    if (!isContinued) this.#answered = new Set()
    for (const line of numbersThatAreWrong(notes, isContinued ? from : 0, this.#answered)) this.#stage.world.fault(line)
    this.#checkedNotes = notes
  }

  /**
   * Every row in a page might be read by whom it was sent to, in a state that was the present one
   * just before.
   */
  async #pages(): Promise<void> {
    const { world } = this.#stage
    for (const { userId, text } of world.sentPages.splice(0)) {
      const line = await world.judgePage(userId, text)
      if (line !== null) world.fault(line)
    }
  }

  /**
   * R7: what its writer has seen of their own stays in sight, until the server or they themselves
   * take it away. Looks as a component does: in its own time.
   */
  #flicker(tab: Tab): void {
    const { world } = this.#stage
    tab.isChanged = false
    for (const { profile, commentId, seenIn } of world.watched) {
      if (profile !== tab.profile || !tab.isOpen) continue
      void tab.shows(commentId).then((isShown) => {
        if (isShown) seenIn.add(tab)
        if (isShown || !seenIn.has(tab) || !tab.isOpen) return
        // What the server has taken away comes back when this device hears of it, however long it
        // is on the server again by then.
        if (this.#isTakenAway(commentId)) seenIn.delete(tab)
        else if (!this.#mayBeGone(tab, commentId)) world.fault(`${tab.name} shows ${commentId} no more (R7)`)
      })
    }
  }

  /** Deleted, or its post is no part of the thread any more: taken back or put away. */
  #isTakenAway(commentId: string): boolean {
    const { tables } = this.#stage.site.database.state
    const cell = tables.get('comments')?.get(commentId)
    if (cell === undefined) return false
    return cell.isDeleted || tables.get('posts')?.get(String(cell.shape?.slice('thread:'.length)))?.shape !== cell.shape
  }

  #mayBeGone(tab: Tab, commentId: string): boolean {
    const { world, site } = this.#stage
    const { profile } = tab
    if (world.clockwork.now - (this.#unsteadyAt.get(tab) ?? 0) < settlesWithinMs) return true
    const cell = site.database.state.tables.get('comments')?.get(commentId)
    const { queue, shapes } = profile.database.peek()
    const isWaiting = queue.some((mutation) => JSON.stringify(mutation.args).includes(commentId))
    // Refused, or not yet confirmed: by what this device knows the rules may have turned against
    // it.
    if (cell === undefined || isWaiting) return true
    const shape = shapes.find(({ id }) => id === cell.shape)
    return shape === undefined || !shape.isComplete
  }

  async all(): Promise<void> {
    const { world, profiles } = this.#stage
    if (world.faults.size > 0) return
    this.#texts(true)
    for (const profile of profiles) {
      for (const line of world.bodies.inventions(profile.database.peek())) world.fault(`${profile.name}: ${line}`)
    }
  }

  /** At rest: what the server once took, it has. */
  atRest(): void {
    this.#texts(false)
    const { world, site, profiles } = this.#stage
    for (const [profile, sent] of world.numbered)
      for (const line of messagesOutOfOrder(site.database.state, sent)) world.fault(`${profile.name}: ${line}`)
    for (const tab of profiles.flatMap((profile) => profile.tabs))
      if (tab.isOpen && !isSteady(tab)) world.fault(`${tab.name} does not know that its shapes are complete`)
  }

  /**
   * R8: every text that was typed is on the server, or with its writer. @param isSentEnough what
   * has been sent may be asked for again.
   */
  #texts(isSentEnough: boolean): void {
    const { world, site, profiles } = this.#stage
    const safe = new Set<string>(world.excused)
    for (const table of ['comments', 'revisions', 'messages']) {
      for (const cell of site.database.state.tables.get(table)?.values() ?? []) for (const text of textsIn(cell.body)) safe.add(text)
    }
    const isSafe = (text: string): boolean => safe.has(text)
    if ([...world.texts.keys()].every(isSafe)) return
    for (const { database } of profiles) {
      const { queue, refused, sent } = database.peek()
      for (const { args } of [...queue, ...refused, ...(isSentEnough ? sent : [])])
        for (const text of textsIn(JSON.stringify(args))) safe.add(text)
    }
    for (const [text, profile] of world.texts) if (!isSafe(text)) world.fault(`${text} of ${profile.name} is nowhere`)
  }
}

/**
 * Nothing has to be fetched anew, such as after other rights, and the tab has heard so: on a slow
 * device it hears long after it is so. Until then what is not here is on its way.
 */
function isSteady({ profile, holds }: Tab): boolean {
  const { shapes } = profile.database.peek()
  return shapes.length > 0 && shapes.every(({ id, isComplete }) => isComplete && holds(id))
}
