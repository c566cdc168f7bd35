import { Suspense } from 'react'
import { defaultLook, lookNames } from '#shared/reading/look.ts'
import { LookFields } from '../../../blocks/look-fields.tsx'
import { setLook } from '../../../data/look.ts'
import { latePart } from '../../../ui/late-part.ts'
import '../../../blocks/forms/highlight.css'
import '../settings.css'

// Only with a script can a key do anything.
const Keys = latePart(() => import('../../../blocks/keys/key-fields.tsx').then((part) => part.KeyFields))

export default function SettingsPage() {
  return (
    <div className="settings">
      <h1 className="page-title">Reading settings</h1>
      <p className="stand">Applied immediately; synced if you’re signed in.</p>
      <noscript>
        <p>These settings need JavaScript. Without it, pages follow your device’s theme, contrast and text size.</p>
      </noscript>
      <div className="settings-grid">
        <form className="live-only">
          <LookFields names={lookNames} />
          <p className="acts">
            <button className="btn" type="button" onClick={() => setLook(defaultLook)}>
              Restore defaults
            </button>
          </p>
        </form>
        <section aria-label="Preview" className="specimen">
          <h2>Preview</h2>
          <div className="essay">
            <p>
              A page is right when one forgets it. The eye should fall from line to line as down a staircase it knows, and meet nothing
              there but the thought.
            </p>
          </div>
          <div className="c-body">
            <p>And a comment below it: set a little smaller, on its own measure, easy to tell from the essay.</p>
          </div>
        </section>
      </div>
      <section aria-labelledby="keys" className="live-only">
        <h2 className="section" id="keys" tabIndex={-1}>
          Keyboard shortcuts
        </h2>
        <Suspense>
          <Keys />
        </Suspense>
      </section>
    </div>
  )
}
