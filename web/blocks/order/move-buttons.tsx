/** Where something goes with one step; `null`: no further, empty: to the end. */
export interface Steps {
  readonly up: string | null
  readonly down: string | null
}

/** In a list whose mutation puts one before another. */
export const stepsIn = (items: readonly { readonly id: string }[], at: number): Steps => ({
  up: items[at - 1]?.id ?? null,
  down: at >= items.length - 1 ? null : (items[at + 2]?.id ?? ''),
})

interface MoveButtonsProps {
  /** The mutation's argument that says where to. */
  readonly field?: 'beforeId' | 'to'
  readonly steps: Steps
  /** What is moved, for those who hear it. */
  readonly name: string
}

/** Up and down, for the form of a mutation that moves something. */
export function MoveButtons({ field = 'beforeId', steps: { up, down }, name }: MoveButtonsProps) {
  return (
    <>
      <button className="btn quiet" name={field} value={up ?? ''} disabled={up === null} aria-label={`Move ${name} up`}>
        ↑
      </button>
      <button className="btn quiet" name={field} value={down ?? ''} disabled={down === null} aria-label={`Move ${name} down`}>
        ↓
      </button>
    </>
  )
}
