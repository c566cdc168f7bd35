/**
 * A stylelint rule: a nested rule is indented by two spaces for each that is around it. A rule that
 * was never closed swallows those after it, and a brace too many further down balances the file:
 * nothing else would notice.
 */
import stylelint from 'stylelint'

export const ruleName = 'lyceum/nesting-is-indented'

const message = (selector, is, wanted) =>
  `"${selector}" is nested as deep as ${wanted} spaces and stands at ${is}: is the rule before it closed?`

const rule = (isOn) => (root, result) => {
  if (!isOn) return
  root.walk((node) => {
    if (node.type !== 'rule' && node.type !== 'atrule') return
    const before = node.raws.before ?? ''
    // One that follows on the same line is nested where the eye sees it.
    if (!before.includes('\n')) return
    const is = before.length - before.lastIndexOf('\n') - 1
    let depth = 0
    for (let at = node.parent; at !== undefined && at.type !== 'root'; at = at.parent) depth += 1
    if (is === depth * 2) return
    const name = node.type === 'rule' ? node.selector : `@${node.name}`
    stylelint.utils.report({ ruleName, result, node, message: message(name, is, depth * 2) })
  })
}
rule.ruleName = ruleName
rule.messages = {}

export default stylelint.createPlugin(ruleName, rule)
