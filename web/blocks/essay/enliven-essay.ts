import '../reading/comfort-styles.ts'
import { followContents } from '../contents/follow-contents.ts'
import { openNotes } from '../footnotes/open-notes.ts'
import { devicePlaces } from '../progress/device-places.ts'
import type { ReadingFacts } from '../progress/follow-reading.ts'
import { followReading } from '../progress/follow-reading.ts'
import { copyAnchors } from '../reading/copy-anchors.ts'
import { copyTex } from '../reading/copy-tex.ts'
import { printLinks } from '../reading/print-links.ts'

/** Starts everything that follows a reader through an essay. Gives the way to stop it. */
export function enliven(main: HTMLElement, facts: ReadingFacts): () => void {
  const essay = main.querySelector<HTMLElement>('#text')
  const stops = [followContents(main), openNotes(main), copyAnchors(main), copyTex(main), printLinks(main)]
  if (essay !== null) stops.push(followReading(essay, facts, devicePlaces))
  return () => stops.forEach((stop) => stop())
}
