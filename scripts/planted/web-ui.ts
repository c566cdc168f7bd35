/**
 * Faults of components and of what enlivens pages; each must be caught by `tests` within a minute.
 */
// Nobody waits half a minute for what does not come.
export const tests: readonly string[] = ['--project', 'dom', '--testTimeout=10000', 'web/blocks', 'web/features', 'web/ui']

const faults = [
  {
    name: 'who has typed into the plain form stays in it for good',
    file: 'web/features/writing/editor-panel/use-editor-panel.ts',
    find: "return setState('held')",
    replace: "return setState('form')",
  },
  {
    name: 'the editor that takes over a text has lost the caret',
    file: 'web/features/writing/editor-panel/caret-and-keys.ts',
    find: 'if (passed === wanted) place =',
    replace: 'if (passed > 2 * wanted) place =',
  },
  {
    name: 'comments that were begun are not among the drafts',
    file: 'web/features/writing/parts/words-begun.tsx',
    find: 'draft.binnedAt === null && wordsOf',
    replace: 'draft.binnedAt !== null && wordsOf',
  },
  {
    name: 'a form that is pressed twice is sent twice',
    file: 'web/blocks/forms/mutation-form.tsx',
    find: "  if (form.hasAttribute('aria-busy')) return\n",
    replace: '',
  },
  {
    name: 'a visitor’s comment that is pressed twice is sent twice',
    file: 'web/data/send-form.ts',
    find: "    if (state.kind === 'sending') return\n",
    replace: '',
  },
  {
    name: 'what is wrong with a field is not tied to it',
    file: 'web/blocks/forms/text-field.tsx',
    find: 'isAtFault ? `${id}-error` : null',
    replace: 'null',
  },
  {
    name: 'why a vote was refused later is never said',
    file: 'web/blocks/votes/vote-presses.ts',
    find: 'if (told.has(n)) continue',
    replace: 'if (!told.has(n)) continue',
  },
  {
    name: 'a vote on one’s own work is sent',
    file: 'web/blocks/votes/cast-vote.ts',
    find: 'if (!verdict.allowed) return reasonWords[verdict.reason]',
    replace: 'if (!verdict.allowed && viewer.votingDisabled) return reasonWords[verdict.reason]',
  },
  {
    name: 'single keys do not rest while one writes',
    file: 'web/blocks/keys/follow-keys.ts',
    find: '!currentKeys().isOn || isBusy(event.target) || isForWriting()) return',
    replace: '!currentKeys().isOn) return',
  },
  {
    name: 'an older answer of the search is shown over a newer one',
    file: 'web/blocks/search-box/typing-list.ts',
    find: 'if (mine.signal.aborted || document.activeElement !== field || field.value.trim() !== typed) return',
    replace: 'if (document.activeElement !== field) return',
  },
  {
    name: 'Escape in a menu leaves the focus where nobody sees it',
    file: 'web/ui/menu.tsx',
    find: "        menu.querySelector('summary')?.focus()\n",
    replace: '',
  },
  {
    name: 'the palette of reactions does not give the focus back',
    file: 'web/blocks/reactions/palette-box.ts',
    find: 'opener.focus({ preventScroll: true })',
    replace: 'document.body.focus()',
  },
  {
    name: 'signing out does not ask about unsent work',
    file: 'web/blocks/sign-out/sign-out-dialog.tsx',
    find: 'if (isNothing(unsent)) leave()',
    replace: "if (unsent !== 'unknown') leave()",
  },
  {
    name: 'a refused comment is discarded without a question',
    file: 'web/features/device/parts/refused-item.tsx',
    find: "onClick={() => setStep('discarding')}",
    replace: 'onClick={() => void device.outbox.discard(item.n)}',
  },
  {
    name: 'words typed while a comment is on its way are emptied with it',
    file: 'web/data/send-form.ts',
    find: 'if (isTypedOn(form, sent)) void keepNow(form)',
    replace: 'if (!isTypedOn(form, sent)) void keepNow(form)',
  },
  {
    name: "another's letters before the caret push it to other letters",
    file: 'web/features/writing/plugins/shared-text.ts',
    find: '      keepCaret(binding, transaction, () => changed)\n',
    replace: '',
    tests: ['--project', 'dom', 'web/features/writing/lasting-caret.dom.test.tsx'],
  },
  {
    name: "a letter typed before another's same letter is written behind it",
    file: 'web/features/writing/plugins/exact-edits.ts',
    find: 'edited(words, edits) === edited(words, all) ? edits : all',
    replace: 'edits === all ? edits : all',
    tests: ['--project', 'dom', 'web/features/writing/same-place.dom.test.tsx'],
  },
  {
    name: 'two who begin in one empty paragraph have their words in it twice',
    file: 'web/features/writing/plugins/exact-edits.ts',
    find: 'withTextsAsOne(binding, (joined) => giveJoined(joined, made), write)',
    replace: 'write()',
    tests: ['--project', 'dom', 'web/features/writing/same-place.dom.test.tsx'],
  },
  {
    name: 'of three who begin in one empty paragraph, one moves words into a text that another moves',
    file: 'web/features/writing/plugins/neighbor-texts.ts',
    find: '    if (node === undefined && !isWriting() && hasNeighbors(type)) drawApart(type)\n',
    replace: '',
    tests: ['--project', 'dom', 'web/features/writing/same-place.dom.test.tsx'],
  },
  {
    name: 'the last letter of a paragraph is deleted on the screen alone',
    file: 'web/features/writing/plugins/exact-edits.ts',
    find: "if (remove > 0 && remove === text.length && edited(words, edits) === '') write(",
    replace: 'if (remove < 0) write(',
    tests: ['--project', 'dom', 'web/features/writing/same-place.dom.test.tsx'],
  },
  {
    name: 'a word typed while the plain form becomes a draft is in neither',
    file: 'web/features/writing/editor-panel/open-in-editor.ts',
    find: '  form.inert = true\n',
    replace: '',
    tests: ['--project', 'dom', 'web/features/writing/pages/new-post-page.dom.test.tsx'],
  },
  {
    name: 'a caret that was just put elsewhere is put back by what another writes',
    file: 'web/features/writing/plugins/unread-caret.ts',
    find: '    observer.flush()\n  } finally {',
    replace: '  } finally {',
    tests: ['--project', 'dom', 'web/features/writing/same-place.dom.test.tsx'],
  },
]

export default faults
