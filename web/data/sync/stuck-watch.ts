import type { ClientPorts, StatusBoard } from './client-ports.ts'
import { ticksUntilStuck } from './client-ports.ts'

/**
 * Notices that an offered mutation is not answered for minutes: shows it to the reader and files a
 * report.
 */
export class StuckWatch {
  readonly #ports: Pick<ClientPorts, 'core' | 'report'>
  readonly #board: StatusBoard
  #idleTicks = 0

  constructor(ports: Pick<ClientPorts, 'core' | 'report'>, board: StatusBoard) {
    this.#ports = ports
    this.#board = board
  }

  /** The server has greeted or answered. */
  moved(): void {
    this.#idleTicks = 0
  }

  /** At each tick. @param isSending whether the link is such that something should be answered. */
  async look(isSending: boolean): Promise<void> {
    const oldest = isSending ? await this.#ports.core.waiting() : undefined
    this.#idleTicks = oldest === undefined ? 0 : this.#idleTicks + 1
    if (this.#idleTicks !== ticksUntilStuck || oldest === undefined) return
    this.#board.show({ trouble: 'stuck' })
    this.#ports.report('stuck', `${oldest.name} ${oldest.n}`)
  }
}
