import { readXml, xmlAttr } from './read-xml.ts'

/**
 * Word's formulas (OMML, ECMA-376 §22.1) as TeX: fractions, powers, roots, sums, brackets,
 * matrices, accents. What it does not know it reads through.
 */
interface Tag {
  readonly name: string
  readonly attrs: string
  readonly children: Tag[]
  text: string
}

const formulas = /<m:oMathPara\b[\s\S]*?<\/m:oMathPara>|<m:oMath\b[\s\S]*?<\/m:oMath>/gu

/** Puts `put(tex, isDisplay)` in the place of each formula of a Word part. */
export function replaceFormulas(xml: string, put: (tex: string, isDisplay: boolean) => string): string {
  return xml.replace(formulas, (found) => {
    const root: Tag = { name: '', attrs: '', children: [], text: '' }
    const open: Tag[] = [root]
    readXml(found, {
      open(name, attrs) {
        const tag = { name: name.replace(/^m:/u, ''), attrs, children: [], text: '' }
        open.at(-1)?.children.push(tag)
        open.push(tag)
      },
      text(value) {
        const tag = open.at(-1)
        if (tag?.name === 't') tag.text += value
      },
      close: () => void open.pop(),
    })
    const maths = root.children.flatMap((tag) => (tag.name === 'oMathPara' ? tag.children.filter(({ name }) => name === 'oMath') : [tag]))
    const tex = maths.map((math) => texOf(math).trim()).join(' \\\\ ')
    return put(tex, root.children[0]?.name === 'oMathPara')
  })
}

const part = (tag: Tag, name: string): string => {
  const found = tag.children.find((child) => child.name === name)
  return found === undefined ? '' : texOf(found).trim()
}
const setting = (tag: Tag, holder: string, name: string): string | null => {
  const found = tag.children.find((child) => child.name === holder)?.children.find((child) => child.name === name)
  return found === undefined ? null : (xmlAttr(found.attrs, 'm:val') ?? '')
}

const signs: Readonly<Record<string, string>> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∫': '\\int',
  '∬': '\\iint',
  '∮': '\\oint',
  '⋃': '\\bigcup',
  '⋂': '\\bigcap',
  '∞': '\\infty',
  '≤': '\\le',
  '≥': '\\ge',
  '≠': '\\ne',
  '≈': '\\approx',
  '≡': '\\equiv',
  '×': '\\times',
  '·': '\\cdot',
  '⋅': '\\cdot',
  '±': '\\pm',
  '∓': '\\mp',
  '→': '\\to',
  '⇒': '\\Rightarrow',
  '⇔': '\\Leftrightarrow',
  '∈': '\\in',
  '∉': '\\notin',
  '⊂': '\\subset',
  '⊆': '\\subseteq',
  '∪': '\\cup',
  '∩': '\\cap',
  '∀': '\\forall',
  '∃': '\\exists',
  '∂': '\\partial',
  '∇': '\\nabla',
  '−': '-',
  '…': '\\dots',
  '⋯': '\\cdots',
  '∝': '\\propto',
  '∧': '\\land',
  '∨': '\\lor',
  '¬': '\\neg',
  ℝ: '\\mathbb{R}',
  ℕ: '\\mathbb{N}',
  ℤ: '\\mathbb{Z}',
  ℚ: '\\mathbb{Q}',
  ℂ: '\\mathbb{C}',
  α: '\\alpha',
  β: '\\beta',
  γ: '\\gamma',
  δ: '\\delta',
  ε: '\\varepsilon',
  ζ: '\\zeta',
  η: '\\eta',
  θ: '\\theta',
  ι: '\\iota',
  κ: '\\kappa',
  λ: '\\lambda',
  μ: '\\mu',
  ν: '\\nu',
  ξ: '\\xi',
  π: '\\pi',
  ρ: '\\rho',
  σ: '\\sigma',
  τ: '\\tau',
  φ: '\\varphi',
  χ: '\\chi',
  ψ: '\\psi',
  ω: '\\omega',
  Γ: '\\Gamma',
  Δ: '\\Delta',
  Θ: '\\Theta',
  Λ: '\\Lambda',
  Ξ: '\\Xi',
  Π: '\\Pi',
  Σ: '\\Sigma',
  Φ: '\\Phi',
  Ψ: '\\Psi',
  Ω: '\\Omega',
}
const accents: Readonly<Record<string, string>> = {
  '\u0302': 'hat',
  '\u0303': 'tilde',
  '\u0305': 'bar',
  '\u0304': 'bar',
  '\u20D7': 'vec',
  '\u0307': 'dot',
  '\u0308': 'ddot',
}
const functions = /^(?:sin|cos|tan|cot|sec|csc|sinh|cosh|tanh|log|ln|exp|lim|max|min|sup|inf|det|gcd|arg|deg|dim|ker)$/u

/** Letters as TeX takes them: its own signs escaped, those of mathematics by name. */
function letters(text: string): string {
  return Array.from(text.normalize('NFKC'), (sign) => {
    const name = Object.hasOwn(signs, sign) ? signs[sign] : undefined
    if (name !== undefined) return /[a-z]$/iu.test(name) ? `${name} ` : name
    if (sign === '\\') return '\\backslash '
    return /[#$%&_{}]/u.test(sign) ? `\\${sign}` : sign
  }).join('')
}

function texOf(tag: Tag): string {
  const inside = (): string => tag.children.map(texOf).join('')
  switch (tag.name) {
    case 't':
      return letters(tag.text)
    case 'r':
      return setting(tag, 'rPr', 'nor') === null ? inside() : `\\text{${tag.children.map((child) => child.text).join('')}}`
    case 'f':
      return setting(tag, 'fPr', 'type') === 'noBar'
        ? `{${part(tag, 'num')} \\atop ${part(tag, 'den')}}`
        : `\\frac{${part(tag, 'num')}}{${part(tag, 'den')}}`
    case 'sSup':
      return `{${part(tag, 'e')}}^{${part(tag, 'sup')}}`
    case 'sSub':
      return `{${part(tag, 'e')}}_{${part(tag, 'sub')}}`
    case 'sSubSup':
      return `{${part(tag, 'e')}}_{${part(tag, 'sub')}}^{${part(tag, 'sup')}}`
    case 'sPre':
      return `{}_{${part(tag, 'sub')}}^{${part(tag, 'sup')}}{${part(tag, 'e')}}`
    case 'rad':
      return part(tag, 'deg') === '' ? `\\sqrt{${part(tag, 'e')}}` : `\\sqrt[${part(tag, 'deg')}]{${part(tag, 'e')}}`
    case 'nary': {
      const sign = letters(setting(tag, 'naryPr', 'chr') ?? '∫').trim()
      const [below, above] = [part(tag, 'sub'), part(tag, 'sup')]
      return `${sign}${below === '' ? '' : `_{${below}}`}${above === '' ? '' : `^{${above}}`} ${part(tag, 'e')}`
    }
    case 'd': {
      const [begin, end] = [setting(tag, 'dPr', 'begChr') ?? '(', setting(tag, 'dPr', 'endChr') ?? ')']
      const between = letters(setting(tag, 'dPr', 'sepChr') ?? '|')
      const bracket = (sign: string): string => (sign === '' ? '.' : letters(sign).trim())
      const parts = tag.children.filter(({ name }) => name === 'e').map((child) => texOf(child).trim())
      return `\\left${bracket(begin)} ${parts.join(` ${between} `)} \\right${bracket(end)}`
    }
    case 'func': {
      const name = part(tag, 'fName')
      return `${functions.test(name) ? `\\${name} ` : name}{${part(tag, 'e')}}`
    }
    case 'limLow':
      return `${named(part(tag, 'e'))}_{${part(tag, 'lim')}}`
    case 'limUpp':
      return `${named(part(tag, 'e'))}^{${part(tag, 'lim')}}`
    case 'acc':
      return `\\${accents[setting(tag, 'accPr', 'chr') ?? '\u0302'] ?? 'hat'}{${part(tag, 'e')}}`
    case 'bar':
      return setting(tag, 'barPr', 'pos') === 'top' ? `\\overline{${part(tag, 'e')}}` : `\\underline{${part(tag, 'e')}}`
    case 'm': {
      const rows = tag.children.filter(({ name }) => name === 'mr').map((row) => row.children.map((cell) => texOf(cell).trim()).join(' & '))
      return `\\begin{matrix} ${rows.join(' \\\\ ')} \\end{matrix}`
    }
    case 'eqArr': {
      const rows = tag.children.filter(({ name }) => name === 'e').map((row) => texOf(row).trim())
      return `\\begin{aligned} ${rows.join(' \\\\ ')} \\end{aligned}`
    }
    default:
      return tag.name.endsWith('Pr') ? '' : inside()
  }
}

function named(name: string): string {
  return functions.test(name) ? `\\${name}` : name
}
