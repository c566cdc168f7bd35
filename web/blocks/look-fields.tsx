import { useEffect } from 'react'
import { orderWords } from '#shared/comments/order-words.ts'
import type { Look, LookName } from '#shared/reading/look.ts'
import { setLook, startLook, useLook } from '../data/look.ts'

const legends: Readonly<Record<LookName, string>> = {
  theme: 'Theme',
  size: 'Text size',
  face: 'Essay font',
  width: 'Column',
  lines: 'Lines',
  talk: 'Comment font',
  threads: 'Long threads',
  predictions: 'Other people’s predictions',
  glossary: 'Glossaries',
  names: 'Author names',
  lists: 'Lists of posts',
  order: 'Order of comments',
}

const words: { readonly [Name in LookName]: Readonly<Record<Look[Name], string>> } = {
  theme: { system: 'System', light: 'Light', dark: 'Dark', sepia: 'Sepia', contrast: 'High contrast' },
  size: { '1': '80%', '2': '100%', '3': '125%', '4': '160%', '5': '200%' },
  face: { serif: 'Serif', sans: 'Sans', system: 'System', legible: 'Dyslexia-friendly' },
  width: { narrow: 'Narrow', medium: 'Medium', wide: 'Wide' },
  lines: { ragged: 'Left-aligned', justified: 'Justified' },
  talk: { serif: 'Serif', sans: 'Sans' },
  threads: { short: 'Collapsed', whole: 'Expanded' },
  predictions: { shown: 'Shown', answered: 'After I predict' },
  glossary: { folded: 'Collapsed', pinned: 'Expanded' },
  names: { shown: 'Shown', hidden: 'Hidden until pointed at' },
  lists: { standard: 'Standard', short: 'Compact', long: 'With first lines' },
  order: {
    usual: 'Chosen by each post',
    top: orderWords.postCommentsTop,
    magic: orderWords.postCommentsMagic,
    newest: orderWords.postCommentsNew,
    oldest: orderWords.postCommentsOld,
    replies: orderWords.postCommentsRecentReplies,
  },
}

/**
 * The reader's settings as radio buttons; a choice holds at once, on this device and with the
 * account.
 */
export function LookFields({ names }: { readonly names: readonly LookName[] }) {
  const look = useLook()
  useEffect(startLook, [])
  return names.map((name) => (
    <fieldset className="choice" key={name} id={`look-${name}`}>
      <legend>{legends[name]}</legend>
      <div className="choice-row">
        {Object.entries(words[name]).map(([value, word]) => (
          <label key={value}>
            <input
              type="radio"
              name={`look-${name}`}
              value={value}
              checked={look[name] === value}
              onChange={() => setLook({ [name]: value })}
            />
            {word}
          </label>
        ))}
      </div>
    </fieldset>
  ))
}
