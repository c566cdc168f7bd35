import type { Card } from './pages.ts'

const most = 2_000

/** Which faces a device has been sent, so that they are not sent again until they change. */
export class SentCards {
  #versions = new Map<string, number>()

  /** Those it does not have, as a JSON list without its brackets. */
  fresh(cards: readonly Card[]): string {
    if (this.#versions.size > most) this.#versions = new Map()
    const news = cards.filter((card) => this.#versions.get(card.id) !== card.version)
    for (const { id, version } of news) this.#versions.set(id, version)
    return news.map(({ text }) => text).join(',')
  }
}
