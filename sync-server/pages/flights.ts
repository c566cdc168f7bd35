/**
 * What is being made from the store, by name: whoever asks for the same waits for it, and what
 * changed under it while it was made is given but not kept. It relies on being told of every change
 * (`freshness.ts`).
 */

/** What somebody reads while they make something. */
export interface Making {
  /** Rows and lists that were read. */
  readonly dependsOn: Set<string>
  /** What has changed since the snapshot was taken that is read from, or a little before. */
  readonly dropped: Set<string>
}

interface Operation<Made> {
  /** What is held already. */
  held(): Made | undefined
  make(making: Making): Promise<Made>
  keep(made: Made): void
}

interface Flight<Made> {
  readonly promise: Promise<Made>
  readonly dropped: Set<string>
  isStale: boolean
}

export class Flights<Made> {
  readonly #flights = new Map<string, Flight<Made>>()

  /**
   * @param dropped of whoever took the snapshot before; without it the snapshot is taken by `make`.
   */
  async answer(name: string, work: Operation<Made>, dropped = new Set<string>()): Promise<Made> {
    for (let attempt = 0; ; attempt += 1) {
      const found = work.held()
      if (found !== undefined) return found
      const flight = this.#flights.get(name)
      if (flight === undefined) return this.#fly(name, work, dropped)
      const made = await flight.promise
      // Whoever came after the change must not get the state before it.
      if (!flight.isStale) return made
      if (attempt < 2) continue
      // Better than nothing, but what is made of it is not kept either.
      for (const key of flight.dropped) dropped.add(key)
      return made
    }
  }

  /** This row or list is not what it was. */
  drop(key: string): void {
    for (const flight of this.#flights.values()) flight.dropped.add(key)
  }

  #fly(name: string, { make, keep }: Operation<Made>, dropped: Set<string>): Promise<Made> {
    const dependsOn = new Set<string>()
    const work = async (): Promise<Made> => {
      const made = await make({ dependsOn, dropped })
      flight.isStale = [...dropped].some((key) => dependsOn.has(key))
      if (!flight.isStale) keep(made)
      return made
    }
    const flight: Flight<Made> = {
      dropped,
      isStale: false,
      promise: Promise.resolve()
        .then(work)
        .finally(() => this.#flights.delete(name)),
    }
    this.#flights.set(name, flight)
    return flight.promise
  }
}
