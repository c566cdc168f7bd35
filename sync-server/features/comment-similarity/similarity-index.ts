import { yieldToEventLoop } from '#server/sync/yield-to-event-loop.ts'
import { featureCount, featuresOf } from './text-features.ts'

export interface Candidate {
  readonly id: string
  readonly likeness: number
  readonly score: number
}

/** Less is a common word or two. */
const leastLikeness = 0.05
const oftenness = Float32Array.from({ length: 256 }, (_, count) => 1 + Math.log(Math.max(1, count)))
/** Comments that are compared before others have a turn, at most. */
const comparedAtOnce = 500

/**
 * Sparse vectors of comments in two growing arrays: five bytes for each feature of each, so 42 MB
 * at most with `maxFeatures` of 50,000 comments. Weights are TF-IDF, made while it is asked, so
 * that nothing has to be made anew when one more is added.
 */
export class SimilarityIndex {
  readonly #ids: string[] = []
  readonly #karma: number[] = []
  /** Where the features of each end. */
  readonly #ends: number[] = []
  #numbers = new Uint32Array(1_024)
  #counts = new Uint8Array(1_024)
  #used = 0
  #topKarma = 1
  /** In how many comments each feature stands. */
  readonly #documents = new Uint32Array(featureCount)
  /** How much each feature weighs, of the size it was made for: as many logarithms take time. */
  #rarity = { of: -1, weights: new Float32Array(0) }

  get size(): number {
    return this.#ids.length
  }

  add(id: string, text: string, karma: number): void {
    const features = featuresOf(text)
    if (features.size === 0) return
    if (this.#used + features.size > this.#numbers.length) this.#grow()
    for (const [number, count] of features) {
      this.#numbers[this.#used] = number
      this.#counts[this.#used] = count
      this.#used += 1
      this.#documents[number] = (this.#documents[number] ?? 0) + 1
    }
    this.#ids.push(id)
    this.#karma.push(karma)
    this.#ends.push(this.#used)
    this.#topKarma = Math.max(this.#topKarma, karma)
  }

  /** The best `most` by score, best first; gives turns to others while it compares. */
  async nearest(text: string, { bias, most, without }: { readonly bias: number; readonly most: number; readonly without?: string }) {
    const asked = this.vectorOf(text)
    const wanted = new Float32Array(featureCount)
    for (const [number, weight] of asked.weights) wanted[number] = weight
    const [numbers, counts, rarity] = [this.#numbers, this.#counts, this.#rarityNow()]
    const best: Candidate[] = []
    let from = 0
    for (const [at, end] of this.#ends.entries()) {
      if (at % comparedAtOnce === 0) await yieldToEventLoop()
      let dot = 0
      let square = 0
      for (let n = from; n < end; n += 1) {
        const number = numbers[n] ?? 0
        const weight = (oftenness[counts[n] ?? 0] ?? 0) * (rarity[number] ?? 0)
        square += weight * weight
        dot += weight * (wanted[number] ?? 0)
      }
      from = end
      const id = this.#ids[at] ?? ''
      const likeness = dot === 0 ? 0 : dot / (Math.sqrt(square) * asked.length)
      if (likeness < leastLikeness || id === without) continue
      keepBest(best, { id, likeness, score: this.scoreOf(likeness, this.#karma[at] ?? 0, bias) }, most)
    }
    return best
  }

  /** A text's weights and the length of its vector, by the comments of the index. */
  vectorOf(text: string): { readonly weights: ReadonlyMap<number, number>; readonly length: number } {
    const rarity = this.#rarityNow()
    const weights = new Map([...featuresOf(text)].map(([number, count]) => [number, (oftenness[count] ?? 0) * (rarity[number] ?? 0)]))
    return { weights, length: Math.sqrt([...weights.values()].reduce((sum, weight) => sum + weight * weight, 0)) }
  }

  /** The cosine of two texts, 0 to 1. */
  likenessOf(one: string, other: string): number {
    const [a, b] = [this.vectorOf(one), this.vectorOf(other)]
    let dot = 0
    for (const [number, weight] of a.weights) dot += weight * (b.weights.get(number) ?? 0)
    return dot === 0 ? 0 : Math.min(1, dot / (a.length * b.length))
  }

  /** Karma counts by its logarithm, as a share of the highest in the index. */
  scoreOf(likeness: number, karma: number, bias: number): number {
    const share = Math.min(1, Math.log1p(Math.max(0, karma)) / Math.log1p(this.#topKarma))
    return (1 - bias) * likeness + bias * share
  }

  #rarityNow(): Float32Array {
    if (this.#rarity.of !== this.size) {
      const weights = new Float32Array(featureCount)
      for (const [number, documents] of this.#documents.entries()) weights[number] = Math.log(1 + (this.size + 1) / (documents + 1))
      this.#rarity = { of: this.size, weights }
    }
    return this.#rarity.weights
  }

  #grow(): void {
    const [numbers, counts] = [new Uint32Array(this.#numbers.length * 2), new Uint8Array(this.#counts.length * 2)]
    numbers.set(this.#numbers)
    counts.set(this.#counts)
    this.#numbers = numbers
    this.#counts = counts
  }
}

/** `best` stays ordered, and no longer than `most`. */
function keepBest(best: Candidate[], one: Candidate, most: number): void {
  if (best.length >= most && one.score <= (best.at(-1)?.score ?? 0)) return
  const place = best.findIndex(({ score }) => score < one.score)
  best.splice(place < 0 ? best.length : place, 0, one)
  if (best.length > most) best.pop()
}
