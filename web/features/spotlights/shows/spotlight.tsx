import type { PartProps } from '../../../data/places.ts'
import { SpotlightCard } from '../parts/spotlight-card.tsx'
import type { loadSpotlight } from '../shown.load.ts'

export default function Spotlight({ page }: PartProps<typeof loadSpotlight, 'front-top'>) {
  return <SpotlightCard key={page.id} spotlight={page} />
}
