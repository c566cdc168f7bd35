import { afterEach, expect, test } from 'vitest'
import { capturePage } from './capture.ts'

const stage: Element[] = []
afterEach(() => {
  for (const element of stage.splice(0)) element.remove()
  scrollTo(0, 0)
})

/**
 * A page: blocks above, then one block much taller than the window, with a stripe of its own colour
 * each 1,000 px.
 */
function layPage(tall: HTMLElement, before = 20): void {
  const main = document.createElement('main')
  for (let n = 0; n < before; n += 1) {
    const block = document.createElement('p')
    block.textContent = `Before ${n}`
    Object.assign(block.style, { height: '300px', margin: '0' })
    main.append(block)
  }
  tall.textContent = 'One text without a break in it.'
  Object.assign(tall.style, {
    height: '5000px',
    margin: '0',
    background: 'linear-gradient(#c01020 0 1000px, #20a040 1000px 2000px, #1030c0 2000px 3000px, #e0c000 3000px)',
  })
  const foot = document.createElement('footer')
  foot.textContent = 'The foot of the page.'
  Object.assign(foot.style, { height: '400px', background: '#808080' })
  document.body.append(main, foot)
  main.append(tall)
  stage.push(main, foot)
}

function middleOf(picture: HTMLCanvasElement): string {
  const pixel = picture.getContext('2d')?.getImageData(Math.floor(picture.width / 2), Math.floor(picture.height / 2), 1, 1).data
  return [...(pixel ?? [])]
    .slice(0, 3)
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')
}

test.each(['p', 'div', 'pre'])('the picture shows what is in the window, median of a <%s> taller than it', async (name) => {
  const tall = document.createElement(name)
  layPage(tall)
  scrollTo(0, tall.getBoundingClientRect().top + scrollY + 1_500 - innerHeight / 2)
  expect(middleOf((await capturePage()).picture)).toBe('20a040')
})
