import type { Locator, Page } from '@playwright/test'

/** One element that the Tab key reached. */
interface Stop {
  /** Its place among all that a key should reach, in the order of the page; -1 for a stranger. */
  at: number
  name: string
  problems: string[]
}

declare global {
  interface Window {
    keyboardWalk?: { expected: HTMLElement[]; stops: Stop[] }
  }
}

/**
 * Finds what a key should reach, on the page or in the open dialog, in the order of the page. Of radio buttons that answer one
 * question only one is a stop: the chosen one, else the first.
 */
const findStops = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const scope = document.querySelector<HTMLElement>('dialog[open]') ?? document.body
    const all = [
      ...scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
    ]
    const isShown = (element: HTMLElement) =>
      element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true })
    const radios = all.filter((each): each is HTMLInputElement => each.matches('input[type=radio]'))
    const isItsGroups = (element: HTMLElement) => {
      const group = radios.filter(({ name }) => name === (element as HTMLInputElement).name)
      return element === (group.find(({ checked }) => checked) ?? group[0])
    }
    const expected = all.filter((each) => isShown(each) && (!each.matches('input[type=radio]') || isItsGroups(each)))
    window.keyboardWalk = { expected, stops: [] }
    return expected.length
  })

/** From here on it is written down what gets the focus, and whether anybody can see that; the next Tab is the first. */
const beginAtTop = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { expected = [], stops = [] } = window.keyboardWalk ?? {}
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still]
    /** The element and the boxes around it that show for it: a radio button is shown by its label. */
    const boxesOf = (element: Element) =>
      [element, element.parentElement, element.parentElement?.parentElement].filter(
        (box) => !!box && box.getBoundingClientRect().width > 1,
      ) as Element[]
    const looks = (element: Element) =>
      boxesOf(element)
        .map((box) => {
          const { outline, outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor } = getComputedStyle(box)
          const ring = outlineStyle === 'none' || outlineWidth === '0px' ? 'none' : outline
          return [ring, boxShadow, borderColor, backgroundColor].join()
        })
        .join()
    const top = document.querySelector<HTMLElement>('dialog[open]') ?? document.body
    const had = top.getAttribute('tabindex')
    top.tabIndex = -1
    top.focus()
    if (had === null) top.removeAttribute('tabindex')
    const before = new Map<EventTarget | null, string>(expected.map((element) => [element, looks(element)]))
    addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLElement)) return
      const { top: above, bottom, left, right } = (boxesOf(target)[0] ?? target).getBoundingClientRect()
      const isSeen = bottom > 0 && above < innerHeight && right > 0 && left < innerWidth
      stops.push({
        at: expected.indexOf(target),
        name: `${target.localName} ${target.ariaLabel ?? target.id} ${target.textContent.trim().slice(0, 30)}`,
        problems: [
          ...(before.get(target) === looks(target) ? ['the focus does not show'] : []),
          ...(isSeen ? [] : ['the focus is out of sight']),
        ],
      })
    })
  })

/** Stops that stand above the one before, or before it in the line: the eye reads on, the focus does not. */
const jumps = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // A link that shows only while it has the focus stands nowhere before.
    const isShown = (element: Element) => element.getBoundingClientRect().width > 1
    const expected = (window.keyboardWalk?.expected ?? []).filter(isShown)
    const isRtl = document.documentElement.dir === 'rtl'
    // A bar that stays at the top stands beside what has been scrolled away under it.
    scrollTo(0, 0)
    for (const part of document.querySelectorAll(':is(dialog[open], aside), :is(dialog[open], aside) *'))
      part.scrollTop = 0
    // What a menu that scrolls by itself has scrolled away comes into sight at its edge when it gets the focus.
    const seenAt = (element: Element) => {
      const box = element.getBoundingClientRect()
      let part = element.closest('nav') ? element.parentElement : null
      while (part && (part.scrollHeight <= part.clientHeight || getComputedStyle(part).overflowY === 'visible'))
        part = part === document.body ? null : part.parentElement
      if (!part) return box
      const edge = part.getBoundingClientRect()
      const top = Math.min(Math.max(box.top, edge.top), edge.bottom - box.height)
      return new DOMRect(box.x, top, box.width, box.height)
    }
    return expected.slice(1).flatMap((element, i) => {
      const before = expected[i]
      if (!before) return []
      const [a, b] = [seenAt(before), seenAt(element)]
      const isBelow = b.top > a.top + 8
      // From the end of the column at the side the eye goes to the top of what stands beside it.
      const side = before.closest('[data-column]')?.getBoundingClientRect()
      const isNextColumn = side !== undefined && (isRtl ? b.right <= side.left + 2 : b.left >= side.right - 2)
      const isInLine = b.bottom > a.top && b.top < a.bottom && (isRtl ? b.right <= a.right + 2 : b.left >= a.left - 2)
      // From the end of a panel that scrolls by itself the eye goes on to what stands after it.
      const panel = before.closest('aside')
      const isAfterPanel = !!panel && !panel.contains(element) && b.top >= panel.getBoundingClientRect().top
      const name = (each: Element) => each.outerHTML.slice(0, 80)
      return isBelow || isInLine || isNextColumn || isAfterPanel ? [] : [`${name(before)} → ${name(element)}`]
    })
  })

/** Waits until the page stands still: a part that is fetched when it is needed is no stop before it is there. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let quiet = setTimeout(resolve, 150)
        new MutationObserver(() => {
          clearTimeout(quiet)
          quiet = setTimeout(resolve, 150)
        }).observe(document.body, { childList: true, subtree: true })
      }),
  )

/** Many presses in a row, none waiting for the one before, which takes a tenth of the time. */
async function pressTab(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }
  const presses = Array.from({ length: times }, () => [
    session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key }),
    session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
  ])
  await Promise.all(presses.flat())
  await session.detach()
}

/** What is wrong with going through the page by Tab alone; empty when each stop is reached once, in order, and shows. */
export async function walkByTab(page: Page): Promise<string[]> {
  const wrong = await walkOnce(page)
  // On a slow machine a part may come while somebody walks; who walks again finds the page as it stays.
  return wrong.length > 0 ? walkOnce(page) : wrong
}

async function walkOnce(page: Page): Promise<string[]> {
  await settled(page)
  const count = await findStops(page)
  // The browser's own field for a day has four stops inside: day, month, year and its calendar.
  const days = await page.evaluate(
    () => window.keyboardWalk?.expected.filter((each) => each.matches('input[type=date]')).length ?? 0,
  )
  await beginAtTop(page)
  await pressTab(page, count + 3 * days)
  const { stops, missed } = await page.evaluate(() => {
    const { expected = [], stops = [] } = window.keyboardWalk ?? {}
    const reached = new Set(stops.map(({ at }) => at))
    return { stops, missed: expected.filter((_, at) => !reached.has(at)).map((each) => each.outerHTML.slice(0, 120)) }
  })
  return [
    ...(count === 0 ? ['there is nothing to reach'] : []),
    ...missed.map((each) => `no key reaches ${each}`),
    ...stops.flatMap(({ name, problems }) => problems.map((problem) => `${problem}: ${name}`)),
    ...stops.filter(({ at }, i) => at !== i).map(({ name, at }) => `comes out of turn, as ${at}: ${name}`),
    ...(await jumps(page)).map((jump) => `the eye jumps: ${jump}`),
  ]
}

/** Goes by Tab to something, as somebody does who knows it is there. @throws where it is not reached */
export async function tabTo(target: Locator, most = 60): Promise<void> {
  const hasFocus = () => target.evaluate((element) => element === document.activeElement)
  for (let pressed = 0; pressed < most; pressed += 1) {
    if (await hasFocus()) return
    await target.page().keyboard.press('Tab')
  }
  if (!(await hasFocus())) throw new Error(`no Tab leads to ${target.toString()}`)
}

/** What a screen reader makes of whatever can have the focus: these, and parts of a page or a day that are read as one. */
const roles = new Set(
  'button link textbox searchbox combobox option checkbox radio DisclosureTriangle heading alert group radiogroup status region main dialog Date spinbutton'.split(
    ' ',
  ),
)

/** What is wrong with the page for who hears it: told from the tree that the browser gives to screen readers. */
export async function hearPage(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const heard = nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description, properties = [] }) => ({
      role: String(role?.value),
      name: String(name?.value ?? '').trim(),
      description: String(description?.value ?? '').trim(),
      has: (property: string) => properties.find((each) => each.name === property)?.value.value as unknown,
    }))
  const isPage = !heard.some(({ role, has }) => role === 'dialog' && has('modal'))
  const count = (role: string, level?: number) =>
    heard.filter((node) => node.role === role && (level === undefined || node.has('level') === level)).length
  const focusable = heard.filter(({ role, has }) => has('focusable') === true && role !== 'RootWebArea')
  // What is read aloud as it comes needs no name to be read when it gets the focus; nor does the one main part.
  const isSpoken = (role: string) => role === 'alert' || role === 'status' || role === 'main'
  return [
    ...(isPage && count('main') !== 1 ? [`${count('main')} main parts`] : []),
    ...(isPage && count('heading', 1) !== 1 ? [`${count('heading', 1)} titles`] : []),
    ...focusable
      .filter(({ name, role }) => name === '' && !isSpoken(role))
      .map(({ role }) => `a ${role} without a name`),
    ...focusable.filter(({ role }) => !roles.has(role)).map(({ role, name }) => `is only a ${role}: ${name}`),
    ...heard
      .filter(({ has, description }) => has('invalid') === 'true' && description === '')
      .map(({ role, name }) => `nothing says what is wrong with the ${role} ${name}`),
  ]
}
