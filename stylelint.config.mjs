/** One rule that matters: html2canvas throws on colours newer than hex, rgb() and hsl(), and a screenshot is part of every report. */
export default {
  rules: {
    'function-disallowed-list': [['oklch', 'oklab', 'lab', 'lch', 'color', 'color-mix'], { severity: 'error' }],
    'color-named': 'never',
    'color-no-invalid-hex': true,
    'block-no-empty': true,
    'declaration-block-no-duplicate-properties': [true, { ignore: ['consecutive-duplicates'] }],
    'property-no-unknown': true,
    'unit-no-unknown': true,
  },
}
