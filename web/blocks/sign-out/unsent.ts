import { whenDevice } from '../../data/device/bring.ts'
import { bridgedTexts } from '../../data/typed-words/bridge.ts'
import { takeBridged } from '../../data/typed-words/local-typed-words.ts'

export interface Unsent {
  readonly queued: number
  readonly refused: number
  readonly drafts: number
}

/** The device's database did not answer: nobody can say. */
export type Unseen = 'unknown'

/** A database that does not answer must not keep anybody signed in. */
const lookMs = 4_000

/** What of this person is on this device and nowhere else. */
export async function unsentWork(): Promise<Unsent | Unseen> {
  const tooLong = new Promise<Unseen>((resolve) => setTimeout(() => resolve('unknown'), lookMs))
  const look = async (): Promise<Unsent> => {
    const device = await whenDevice()
    await takeBridged()
    const [count, drafts] = await Promise.all([device.unsentCount({ byText: true }), device.drafts.list()])
    const begun = drafts.filter(({ binnedAt, values }) => binnedAt === null && Object.values(values).some((text) => text.trim() !== ''))
    // What could not be kept may be in both.
    return { ...count, drafts: new Set([...begun, ...savedTexts()].map(({ place }) => place)).size }
  }
  return Promise.race([look().catch((): Unseen => 'unknown'), tooLong])
}

/**
 * All of it as one text: mutations and drafts of the database, then what was typed and could not be
 * kept there.
 */
export async function unsentText(): Promise<string> {
  const device = await whenDevice()
  const typed = savedTexts().map(({ place, text }) => `## Typed at ${place}\n\n${text}\n`)
  return [await device.exportUnsent(), ...typed].join('\n')
}

function savedTexts(): readonly { readonly place: string; readonly text: string }[] {
  return bridgedTexts().flatMap(({ place, words }) => {
    const text = Object.values(words.values)
      .filter((value) => value.trim() !== '')
      .join('\n\n')
    return text === '' ? [] : [{ place, text }]
  })
}
