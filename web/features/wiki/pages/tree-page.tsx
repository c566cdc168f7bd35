import { links, query } from '#shared/links.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { usePage } from '../../../data/page.ts'
import { WikiPlaces } from '../parts/wiki-places.tsx'
import type { Depth, loadTree, TreeNode } from '../tree.load.ts'

const depthWords: readonly (readonly [Depth, string])[] = [
  ['0', 'Collapse all'],
  ['1', '1 level'],
  ['2', '2 levels'],
  ['3', '3 levels'],
  ['all', 'Expand all'],
]

/**
 * The wiki as an outline: each part is folded and opened by itself, by mouse, touch and keyboard,
 * with and without a script.
 */
export default function TreePage() {
  const { depth, rooted, others, isCut } = usePage<typeof loadTree>()
  useHoverCards()
  const open = depth === 'all' ? Number.POSITIVE_INFINITY : Number(depth)
  return (
    <div className="portal">
      <h1 className="page-title">The wiki as a tree</h1>
      <WikiPlaces current="tree" />
      {rooted.length === 0 && others.length === 0 ? (
        <p className="empty">
          No pages yet. <a href={links.createWiki()}>Write the first</a>
        </p>
      ) : (
        <Tabs
          label="Levels shown"
          tabs={depthWords.map(([name, word]) => ({
            href: `${links.arbital()}${query({ depth: name })}`,
            word,
            isCurrent: name === depth,
          }))}
        />
      )}
      {/* Another depth is another tree: what was folded by hand begins anew. */}
      <Branches key={depth} nodes={rooted} level={1} open={open} />
      {others.length === 0 ? null : (
        <section aria-labelledby="tree-others">
          <h2 className="section" id="tree-others">
            Others
          </h2>
          <Branches nodes={others} level={1} open={0} />
        </section>
      )}
      {isCut ? <p className="soft">Not all pages are shown.</p> : null}
    </div>
  )
}

interface BranchesProps {
  readonly nodes: readonly TreeNode[]
  readonly level: number
  /** Levels that stand open. */
  readonly open: number
}

function Branches({ nodes, level, open }: BranchesProps) {
  if (nodes.length === 0) return null
  return (
    <ul className="wiki-tree">
      {nodes.map(({ id, name, href, below }) => (
        <li key={id}>
          <a href={href} dir="auto">
            {name}
          </a>
          {below.length === 0 ? null : (
            <details open={level <= open}>
              <summary className="meta soft">
                {below.length} below<span className="sr"> {name}</span>
              </summary>
              <Branches nodes={below} level={level + 1} open={open} />
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}
