import type { Editor } from '@tiptap/core'
import { useEffect, useId, useRef, useState } from 'react'
import { nodeRules } from '#shared/text/nodes.ts'
import { WritingDialog } from '../parts/writing-dialog.tsx'
import { setMath } from './math-view.ts'
import { selectedNode, putNode, removeNode } from './put-node.ts'

interface MathDialogProps {
  readonly editor: Editor
  readonly at: number | null
  readonly isBlock: boolean
  readonly onClose: () => void
}

/** TeX, and below it how it will look. What cannot be set may stay: readers then see the TeX. */
export function MathDialog({ editor, at, isBlock, onClose }: MathDialogProps) {
  const [start] = useState(() => {
    const held = selectedNode(editor, at)
    const { from, to, $from } = editor.state.selection
    const selected = held === null && $from.parent.inlineContent ? editor.state.doc.textBetween(from, to, ' ', ' ').slice(0, 5000) : ''
    return { held, tex: held === null ? selected : String(held.node.attrs['tex'] ?? '') }
  })
  const [tex, setTex] = useState(start.tex)
  const [fault, setFault] = useState<string | null>(null)
  const [isEmpty, setEmpty] = useState(false)
  const shown = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    let isOld = false
    if (tex.trim() === '') {
      shown.current?.replaceChildren()
      setFault(null)
      return undefined
    }
    setMath(tex, isBlock).then(
      ({ content, fault: why }) => {
        if (isOld) return
        setFault(why)
        if (why === null) shown.current?.replaceChildren(content)
      },
      () => {
        if (!isOld) setFault('You’re offline, so there’s no preview. Your formula is kept as typed.')
      },
    )
    return () => {
      isOld = true
    }
  }, [tex, isBlock])
  const save = () => {
    const type = isBlock ? 'mathBlock' : 'mathInline'
    const value = nodeRules[type].attrs['tex']?.read(tex)
    setEmpty(value === undefined)
    if (typeof value !== 'string') return
    putNode(editor, start.held, { type, attrs: { tex: value } })
    onClose()
  }
  const remove = () => {
    removeNode(editor, start.held)
    onClose()
  }
  return (
    <WritingDialog
      title={start.held === null ? 'Formula' : 'Change formula'}
      onClose={onClose}
      onSubmit={save}
      action={fault === null ? 'Save' : 'Save anyway'}
      other={start.held === null ? null : { label: 'Remove', run: remove }}
    >
      <div className="field">
        <label htmlFor={id}>TeX</label>
        <textarea
          className="input tex-field"
          id={id}
          dir="ltr"
          rows={isBlock ? 5 : 2}
          value={tex}
          maxLength={5000}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          aria-invalid={isEmpty || fault !== null ? true : undefined}
          onChange={(event) => setTex(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || !isBlock) && !event.nativeEvent.isComposing) {
              event.preventDefault()
              event.currentTarget.form?.requestSubmit()
            }
          }}
        />
        <p className="hint-line" id={`${id}-hint`}>
          {isBlock ? 'Such as \\int_0^1 x^2 \\,dx. Ctrl+Enter saves it.' : 'Such as e^{i\\pi} = -1. Enter saves it.'}
        </p>
      </div>
      <div className="math-shown essay" ref={shown} hidden={tex.trim() === '' || fault !== null} />
      <p className="field-error" role="status">
        {isEmpty ? 'Enter a formula.' : fault}
      </p>
    </WritingDialog>
  )
}
