/**
 * The browser's voice going through sentences one after another. It works without a network where
 * the device has a voice of its own.
 */
export interface VoiceState {
  readonly at: number
  readonly isSpeaking: boolean
  /** Why it does not go on; `null` usually. */
  readonly trouble: 'no-voice' | null
}

interface Voice {
  readonly play: (from?: number) => void
  readonly pause: () => void
  readonly setRate: (rate: number) => void
  readonly stop: () => void
}

interface VoiceOptions {
  readonly speech: SpeechSynthesis
  readonly sentences: readonly { readonly words: string; readonly lang: string }[]
  /** How a sentence is made to be said. */
  readonly utter: (words: string) => SpeechSynthesisUtterance
  readonly onChange: (state: VoiceState) => void
}

export function readerVoice({ speech, sentences, utter, onChange }: VoiceOptions): Voice {
  let state: VoiceState = { at: 0, isSpeaking: false, trouble: null }
  let rate = 1
  // What was said before a jump tells its end afterwards: only the newest turn counts.
  let turn = 0
  const set = (change: Partial<VoiceState>) => {
    state = { ...state, ...change }
    onChange(state)
  }
  const say = () => {
    turn += 1
    const mine = turn
    speech.cancel()
    const sentence = sentences[state.at]
    if (sentence === undefined) return set({ at: 0, isSpeaking: false })
    const utterance = utter(sentence.words)
    utterance.lang = sentence.lang
    utterance.rate = rate
    const voice = voiceFor(speech.getVoices(), sentence.lang)
    if (voice !== undefined) utterance.voice = voice
    utterance.onend = () => {
      if (mine !== turn || !state.isSpeaking) return
      set({ at: state.at + 1 })
      say()
    }
    utterance.onerror = ({ error }) => {
      if (mine !== turn || error === 'canceled' || error === 'interrupted') return
      set({ isSpeaking: false, trouble: 'no-voice' })
    }
    set({ isSpeaking: true, trouble: null })
    speech.speak(utterance)
  }
  return {
    play(from = state.at) {
      state = { ...state, at: Math.min(Math.max(0, from), Math.max(0, sentences.length - 1)) }
      say()
    },
    pause() {
      // Taken up again with the same sentence: some browsers lose one that is paused for long.
      turn += 1
      speech.cancel()
      set({ isSpeaking: false })
    },
    setRate(next) {
      rate = next
      if (state.isSpeaking) say()
    },
    stop() {
      turn += 1
      speech.cancel()
    },
  }
}

/**
 * One of this device rather than of a network, of the very region rather than of the language
 * alone.
 */
export function voiceFor<V extends Pick<SpeechSynthesisVoice, 'lang' | 'localService'>>(voices: readonly V[], lang: string): V | undefined {
  const plain = (tag: string) => tag.toLowerCase().replace('_', '-')
  const language = plain(lang).split('-')[0] ?? ''
  const fitting = voices.filter((voice) => plain(voice.lang).split('-')[0] === language)
  const rank = (voice: V) => (voice.localService ? 2 : 0) + (plain(voice.lang) === plain(lang) ? 1 : 0)
  return fitting.toSorted((a, b) => rank(b) - rank(a))[0]
}
