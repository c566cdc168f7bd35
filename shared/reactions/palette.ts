/**
 * What one may react with (content.md 12.4), as data: a stable name, a sign, a label, and words
 * that find it. Signs are text, so that a page shows them without a script or a picture. A name
 * that was taken out of here is still shown where it stands, and cannot be chosen any more.
 */
export interface ReactionKind {
  readonly name: string
  readonly sign: string
  readonly label: string
  readonly about?: string
  /** What else one might look for. */
  readonly words?: string
}

interface ReactionGroup {
  readonly name: string
  readonly kinds: readonly ReactionKind[]
}

/**
 * Signs that might come as a coloured picture are asked for as text: they stand in a line of text,
 * in its colour.
 */
const asText = (sign: string): string => (/^\p{Emoji}$/u.test(sign) && sign > '\u00ff' ? `${sign}\ufe0e` : sign)

const kind = (name: string, sign: string, label: string, about?: string, words?: string): ReactionKind => ({
  name,
  sign: asText(sign),
  label,
  ...(about === undefined ? {} : { about }),
  ...(words === undefined ? {} : { words }),
})

const likelihoods = [1, 10, 25, 40, 50, 60, 75, 90, 99]

export const palette: readonly ReactionGroup[] = [
  {
    name: 'Primary',
    kinds: [
      kind('agree', '✓', 'Agree', 'I hold this to be true.', 'yes true right correct'),
      kind('disagree', '✗', 'Disagree', 'I hold this to be false.', 'no false wrong'),
      kind('important', '!', 'Important', 'More hangs on this than it looks.', 'matters key attention'),
      kind('dontUnderstand', '?', 'I don’t understand', 'I tried, and it is not clear to me.', 'unclear lost huh what'),
      kind('plus', '+1', 'Plus one', 'What they said.', 'same second +1'),
      kind('shrug', '∼', 'Shrug', 'I have no view on this.', 'whatever unsure neutral meh'),
      kind('thumbsUp', '☝', 'Thumbs up', undefined, 'good like yes'),
      kind('thumbsDown', '☟', 'Thumbs down', undefined, 'bad dislike no'),
      kind('seen', '◉', 'Seen', 'I have read this.', 'read noticed eyes'),
    ],
  },
  {
    name: 'Conversation',
    kinds: [
      kind('changedMyMind', '↺', 'Changed my mind', 'I think differently after this.', 'update delta convinced'),
      kind('changedMyMindOnPoint', '↷', 'Changed my mind on this point', 'A part of my view has moved.', 'update delta partly'),
      kind('heart', '♥', 'Heart', undefined, 'love care warm'),
      kind('goodPoint', '★', 'Good point', undefined, 'insight apt fair'),
      kind('thanks', '✿', 'Thanks', undefined, 'grateful thank you'),
      kind('typo', '✎', 'Typo', 'A slip in writing, worth mending.', 'spelling mistake error fix'),
      kind('why', '∵', 'Why do you think that?', 'I would like to hear the reasons.', 'reason question source'),
      kind('answered', '☑', 'Question answered', 'What was asked has its answer.', 'solved done reply'),
      kind('beautiful', '❀', 'Beautiful', undefined, 'lovely aesthetic'),
      kind('bowingOut', '⚐', 'Bowing out', 'I leave this conversation here, without hard feelings.', 'bye leave stop tap out'),
      kind('offTopic', '↰', 'Off-topic?', 'This seems to lead away from the subject.', 'tangent aside'),
      kind('alreadyAddressed', '♻', 'Already addressed', 'The text or an answer has dealt with this.', 'repeat said before'),
    ],
  },
  {
    name: 'Argument',
    kinds: [
      kind('strongArgument', '⚓', 'Strong argument', undefined, 'compelling solid'),
      kind('weakArgument', '☁', 'Weak argument', undefined, 'unconvincing poor'),
      kind('crux', '⚷', 'Crux', 'Were this otherwise, I would think otherwise.', 'decisive hinge'),
      kind('notACrux', '○', 'Not a crux', 'My view does not hang on this.', 'irrelevant hinge'),
      kind('hitsTheMark', '◎', 'Hits the mark', undefined, 'precise on target'),
      kind('missedThePoint', '◌', 'Missed the point', undefined, 'beside target'),
      kind('misunderstands', '↔', 'Misunderstands position', 'This is not what was meant.', 'strawman misread'),
      kind('nitpick', '⚲', 'Nitpick', 'True, and of little weight.', 'detail minor pedantic'),
      kind(
        'denotationNotConnotation',
        '⚖',
        'Agree denotationally but not connotationally',
        'The words hold; what they suggest does not.',
        'literally',
      ),
      kind('letsBet', '⚄', 'Let’s bet', 'I would put money on it.', 'wager odds'),
      kind('smellsLikeLlm', '⚙', 'Smells like LLM', 'This reads as if a machine had written it.', 'ai generated bot'),
      kind('beseech', '☩', 'I beseech you', 'Think it possible that you may be mistaken.', 'reconsider humble bowels'),
      kind('moloch', '♉', 'Moloch', 'Everybody’s good reasons add up to nobody’s good.', 'race bottom coordination'),
      kind('paperclip', '⊂⊃', 'Paperclip', undefined, 'maximizer goal'),
    ],
  },
  {
    name: 'Style',
    kinds: [
      kind('clear', '◈', 'Clearly written', undefined, 'lucid well'),
      kind('hardToParse', '※', 'Difficult to parse', undefined, 'confusing dense tangled'),
      kind('scholarship', '❧', 'Nice scholarship', undefined, 'sources research learned'),
      kind('facilitation', '⚯', 'Good facilitation', 'This helped others to talk.', 'moderation bridge'),
      kind('concrete', '■', 'Concrete', undefined, 'specific tangible example'),
      kind('examples', '▤', 'Examples?', 'An example would help me here.', 'specific instance'),
      kind('scout', '✦', 'Scout mindset', 'Looks for what is there.', 'curious honest'),
      kind('soldier', '⚔', 'Soldier mindset', 'Defends what was held before.', 'motivated partisan'),
      kind('combative', '⚡', 'Too combative', undefined, 'aggressive fight'),
      kind('sneering', '😒', 'Too sneering', undefined, 'contempt snark mocking'),
    ],
  },
  {
    name: 'Likelihood',
    kinds: likelihoods.map((percent) =>
      kind(`likely${percent}`, `${percent}%`, `${percent}% likely`, undefined, 'chance probability odds'),
    ),
  },
  {
    name: 'Emotion',
    kinds: [
      kind('smile', '☺', 'Smile', undefined, 'happy glad'),
      kind('laugh', '😄', 'Laugh', undefined, 'funny haha joke'),
      kind('sad', '😢', 'Sad', undefined, 'sorry tears'),
      kind('disappointed', '😞', 'Disappointed', undefined, 'let down'),
      kind('confused', '😕', 'Confused', undefined, 'puzzled'),
      kind('thinking', '…', 'Thinking', undefined, 'hmm consider'),
      kind('oops', '😳', 'Oops', undefined, 'mistake blush my bad'),
      kind('surprise', '😮', 'Surprise', undefined, 'wow astonished'),
      kind('exciting', '✺', 'Exciting', undefined, 'party joy great'),
    ],
  },
]

const kindsByName: ReadonlyMap<string, ReactionKind> = new Map(palette.flatMap(({ kinds }) => kinds.map((one) => [one.name, one])))

export const isInPalette = (name: string): boolean => kindsByName.has(name)

/** What is no longer in the palette shows its name. */
export const kindOf = (name: string): ReactionKind => kindsByName.get(name) ?? { name, sign: '•', label: name }

/**
 * Groups with what fits every word of the search, in the palette's order; empty groups are left
 * out.
 */
export function searchPalette(search: string): readonly ReactionGroup[] {
  const wanted = search.toLowerCase().split(/\s+/u).filter(Boolean)
  const fits = ({ name, label, about = '', words = '' }: ReactionKind): boolean => {
    const text = `${name} ${label} ${about} ${words}`.toLowerCase().replaceAll('’', "'")
    return wanted.every((word) => text.includes(word.replaceAll('’', "'")))
  }
  return palette.map(({ name, kinds }) => ({ name, kinds: kinds.filter(fits) })).filter(({ kinds }) => kinds.length > 0)
}
