import { usePage } from '../../../data/page.ts'
import type { loadCustomize } from '../front.load.ts'
import { FilterPanel } from '../parts/filter-panel.tsx'

export default function CustomizePage() {
  const { filters } = usePage<typeof loadCustomize>()
  return (
    <>
      <h1 className="page-title">Customize the front page</h1>
      <FilterPanel filters={filters} />
    </>
  )
}
