import { expect, test } from 'vitest'
import type { VoiceState } from './reader-voice.ts'
import { readerVoice, voiceFor } from './reader-voice.ts'

/** Says nothing by itself: the test ends a sentence. */
function aMouth() {
  const said: SpeechSynthesisUtterance[] = []
  const states: VoiceState[] = []
  // The parts of a voice and of what it says that the reader uses.
  const speech = {
    cancel: () => {},
    getVoices: () => [],
    speak: (one: SpeechSynthesisUtterance) => void said.push(one),
  } as unknown as SpeechSynthesis
  const utter = (words: string) => ({ text: words, lang: '', rate: 1 }) as unknown as SpeechSynthesisUtterance
  const sentences = ['One.', 'Two.', 'Three.'].map((words) => ({ words, lang: 'en' }))
  const voice = readerVoice({ speech, sentences, utter, onChange: (state) => states.push(state) })
  const end = (at: number) => said[at]?.onend?.call(said[at], {} as SpeechSynthesisEvent)
  return { voice, said, end, last: () => states.at(-1), words: () => said.map(({ text }) => text) }
}

test('one sentence follows the other, and after the last it is at the beginning again', () => {
  const { voice, end, words, last } = aMouth()
  voice.play()
  for (const at of [0, 1, 2]) end(at)
  expect(words()).toEqual(['One.', 'Two.', 'Three.'])
  expect(last()).toMatchObject({ at: 0, isSpeaking: false })
})

test('paused, it goes on with the same sentence; what was cut off does not count as said', () => {
  const { voice, end, words, last } = aMouth()
  voice.play(1)
  voice.pause()
  end(0)
  expect(last()).toMatchObject({ at: 1, isSpeaking: false })
  voice.play()
  expect(words()).toEqual(['Two.', 'Two.'])
})

test('another speed holds at once, from the beginning of the sentence', () => {
  const { voice, said, words } = aMouth()
  voice.play()
  voice.setRate(1.5)
  expect(words()).toEqual(['One.', 'One.'])
  expect(said[1]?.rate).toBe(1.5)
})

test('the voice is one of this device, of the language, best of the region', () => {
  const voices = [
    { name: 'net', lang: 'en-GB', localService: false },
    { name: 'us', lang: 'en_US', localService: true },
    { name: 'gb', lang: 'en-GB', localService: true },
    { name: 'de', lang: 'de-DE', localService: true },
  ]
  expect(voiceFor(voices, 'en-GB')?.name).toBe('gb')
  expect(voiceFor(voices, 'en')?.name).toMatch(/us|gb/u)
  expect(voiceFor(voices, 'ar')).toBeUndefined()
})
