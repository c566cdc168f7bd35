import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { compareTexts } from '#shared/text/compare/compare.ts'
import type { Doc } from '#shared/text/schema.ts'
import { exactTime } from '../../ui/time-words.ts'
import { ComparedText } from '../compare/compared-text.tsx'

interface Version {
  readonly body: Doc
  readonly at: number
}

/**
 * Two of a comment's versions held against each other, chosen from lists: at first the newest two.
 * `versions`: newest first, two at least.
 */
export function comparison(versions: readonly Version[], idPrefix: string): { readonly element: HTMLElement; readonly leave: () => void } {
  const section = document.createElement('section')
  const heading = document.createElement('h3')
  heading.textContent = 'Changes'
  const shown = document.createElement('div')
  shown.className = 'c-body'
  const root = createRoot(shown)
  const older = choice('From', versions, 1)
  const newer = choice('To', versions, 0)
  const draw = (): void => {
    const [before, after] = [versions[Number(older.select.value)], versions[Number(newer.select.value)]]
    if (before === undefined || after === undefined) return
    root.render(createElement(ComparedText, { entries: compareTexts(before.body, after.body).entries, idPrefix }))
  }
  for (const { select } of [older, newer]) select.addEventListener('change', draw)
  const fields = document.createElement('p')
  fields.className = 'comparison-acts'
  fields.append(older.label, newer.label)
  section.append(heading, fields, shown)
  draw()
  return { element: section, leave: () => root.unmount() }
}

function choice(words: string, versions: readonly Version[], chosen: number) {
  const label = document.createElement('label')
  const select = document.createElement('select')
  select.className = 'input'
  for (const [at, version] of versions.entries()) {
    const words = at === 0 ? `${exactTime(version.at, 'own')}, as it is now` : exactTime(version.at, 'own')
    select.append(new Option(words, String(at), at === chosen, at === chosen))
  }
  label.append(`${words} `, select)
  return { label, select }
}
