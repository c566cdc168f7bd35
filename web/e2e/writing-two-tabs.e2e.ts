/**
 * Two tabs of one profile on one text: each shows what the other types, with a network and without,
 * and none is needed by the other.
 */
import { expect } from 'vitest'
import {
  openFromDrafts,
  openNewEditor,
  textOf,
  toEndOfText,
  toStartOfText,
  untilState,
  wordsInEditor,
  writeInEditor,
} from './support/editor-panel.ts'
import { visit } from './support/device.ts'
import { alive, signIn } from './support/places.ts'
import { test } from './support/test-device.ts'

test('two tabs show one text, also offline; one is closed and nothing is lost', async ({ site }) => {
  const reader = await site.newReader({ as: 'lina' })
  const { page: left } = reader
  await visit(left, `${site.origin}/`)
  await openNewEditor(left)
  await writeInEditor(left, 'Twice open', 'From the left.')
  await untilState(left, 'Saved')
  const right = await reader.context.newPage()
  await right.goto(left.url())
  await textOf(right).waitFor()
  await expect.poll(() => wordsInEditor(right)).toEqual(['From the left.'])
  await toEndOfText(right)
  await right.keyboard.type(' From the right.')
  await expect.poll(() => wordsInEditor(left)).toEqual(['From the left. From the right.'])

  await site.goOffline()
  await toEndOfText(left)
  await left.keyboard.press('Enter')
  await left.keyboard.type('Left, with no network.')
  await expect.poll(() => wordsInEditor(right)).toContain('Left, with no network.')
  await toStartOfText(right)
  await right.keyboard.type('Right, at the top. ')
  const whole = ['Right, at the top. From the left. From the right.', 'Left, with no network.']
  await expect.poll(() => wordsInEditor(left)).toEqual(whole)
  await untilState(left, 'On this device')
  await right.close()
  await expect.poll(() => wordsInEditor(left)).toEqual(whole)
  await left.reload()
  await textOf(left).waitFor()
  await expect.poll(() => wordsInEditor(left)).toEqual(whole)

  await site.goOnline()
  await untilState(left, 'Saved')
  const other = await site.newReader({ serviceWorkers: 'block' })
  await signIn(other.page, 'lina')
  await other.page.goto('/drafts')
  await alive(other.page)
  await openFromDrafts(other.page, 'Twice open')
  await expect.poll(() => wordsInEditor(other.page)).toEqual(whole)
})
