import type { Shows } from '../../app/define-part.ts'
import { definePart } from '../../app/define-part.ts'

/** What is followed stands in the app, for who is here; the page is the same for everybody. */
const nothing = () => ({})

export const shows: Shows = { 'follow-member': definePart({ on: ['profile-acts'], order: 10, load: nothing }) }
