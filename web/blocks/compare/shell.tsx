import type { ReactNode } from 'react'
import { tagOfMark } from '#shared/text/mark-tags.ts'
import type { Face } from '#shared/text/compare/compared.ts'
import type { DocMark, DocNode } from '#shared/text/nodes.ts'
import { attrText, childrenOf } from '#shared/text/nodes.ts'
import { isSafeImageUrl } from '#shared/text/url.ts'
import { ScrollBox } from '../../ui/scroll-box.tsx'

interface ShellProps {
  readonly face: Face
  readonly className?: string | undefined
  readonly children?: ReactNode
}

/**
 * The element of a node. Shows what stands in the text, and does nothing: no link leads anywhere,
 * nothing folds.
 */
export function Shell({ face: { type, attrs }, className, children }: ShellProps) {
  const text = (name: string): string => {
    const value = attrs[name]
    return typeof value === 'string' ? value : ''
  }
  switch (type) {
    case 'paragraph':
      return <p className={className} dir="auto">{children}</p> // oxfmt-ignore
    case 'heading': {
      const Heading = attrs['level'] === 2 ? 'h2' : attrs['level'] === 3 ? 'h3' : 'h4'
      return <Heading className={className} dir="auto">{children}</Heading> // oxfmt-ignore
    }
    case 'bulletList':
      return <ul className={className}>{children}</ul>
    case 'taskList':
      return <ul className={`tasks ${className ?? ''}`}>{children}</ul>
    case 'orderedList':
      return <ol className={className} start={typeof attrs['start'] === 'number' ? attrs['start'] : 1}>{children}</ol> // oxfmt-ignore
    case 'footnotes':
      return <ol className={`cmp-notes ${className ?? ''}`}>{children}</ol>
    case 'listItem':
    case 'footnote':
      return <li className={className}>{children}</li>
    case 'taskItem':
      return (
        <li className={className}>
          {attrs['checked'] === true ? '☑ ' : '☐ '}
          {children}
        </li>
      )
    case 'blockquote':
      return <blockquote className={className}>{children}</blockquote>
    case 'codeBlock':
      return (
        <ScrollBox label="Code">
          <pre className={className} dir="ltr">
            <code>{children}</code>
          </pre>
        </ScrollBox>
      )
    case 'table':
      return (
        <ScrollBox label="Table" isRegion>
          <table className={className}>
            <tbody>{children}</tbody>
          </table>
        </ScrollBox>
      )
    case 'tableRow':
      return <tr className={className}>{children}</tr>
    case 'tableHeader':
      return <th className={className}>{children}</th>
    case 'tableCell':
      return <td className={className}>{children}</td>
    case 'horizontalRule':
      return <hr className={className} />
    case 'figure':
      return <figure className={className}>{children}</figure>
    case 'figcaption':
      return <figcaption className={className} dir="auto">{children}</figcaption> // oxfmt-ignore
    case 'image':
      return <Picture src={text('src')} alt={text('alt')} className={className} />
    case 'mathBlock':
      return (
        <ScrollBox label="Formula, as TeX">
          <pre className={`cmp-tex ${className ?? ''}`} dir="ltr">
            {text('tex')}
          </pre>
        </ScrollBox>
      )
    case 'embed':
      return <p className={className}>{text('url')}</p>
    default:
      return (
        <div className={`cmp-part ${className ?? ''}`}>
          {['title', 'summary', 'model', 'question', 'notes', 'text'].map((name) =>
            text(name) === '' ? null : (
              <p key={name}>
                <b>{text(name)}</b>
              </p>
            ),
          )}
          {children}
        </div>
      )
  }
}

/** One that is not of this site would tell its host who reads here. */
function Picture({ src, alt, className }: { readonly src: string; readonly alt: string; readonly className?: string | undefined }) {
  if (!isSafeImageUrl(src) || !src.startsWith('/')) return <span className={className}>Picture: {alt === '' ? src : alt}</span>
  return <img className={className} src={src} alt={alt} loading="lazy" decoding="async" />
}

/** A node with all that is in it, as it stands. */
export function PlainNode({ node, className }: { readonly node: DocNode; readonly className?: string | undefined }) {
  const { type, attrs = {} } = node
  if (type === 'text' || isAtom(node)) return <Marked marks={node.marks ?? []}>{atomText(node)}</Marked>
  return (
    <Shell face={{ type, attrs }} className={className}>
      {childrenOf(node).map((child, at) => (
        <PlainNode key={at} node={child} />
      ))}
    </Shell>
  )
}

const isAtom = ({ type }: DocNode): boolean => type === 'hardBreak' || type === 'footnoteRef' || type === 'mathInline' || type === 'mention'

/** What stands in a line and is no text. */
export function atomText(node: DocNode): ReactNode {
  if (node.text !== undefined) return node.text
  if (node.type === 'hardBreak') return <br />
  if (node.type === 'footnoteRef') return <sup>[{attrText(node, 'note')}]</sup>
  if (node.type === 'mathInline') return <code className="cmp-tex">{attrText(node, 'tex')}</code>
  return `@${attrText(node, 'label')}`
}

export function Marked({ marks, children }: { readonly marks: readonly DocMark[]; readonly children: ReactNode }): ReactNode {
  return marks.reduceRight((inside: ReactNode, { type, attrs }) => {
    if (type === 'link') return <span className="cmp-link" title={String(attrs?.['href'] ?? '')}>{inside}</span> // oxfmt-ignore
    const Tag = tagOfMark[type]
    return <Tag>{inside}</Tag>
  }, children)
}
