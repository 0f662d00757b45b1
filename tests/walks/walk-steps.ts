import type { Locator, Page } from '@playwright/test'
import type { Random } from '#shared/kernel/ids.ts'

/** What a walker may draw from: whole numbers below a limit, always the same ones for the same seed. */
export interface Dice {
  below(limit: number): number
  pick<T>(values: readonly T[]): T | undefined
}

export function diceOf(random: Random): Dice {
  const below = (limit: number) => Math.floor(random.float() * limit)
  return { below, pick: (values) => values[below(Math.max(1, values.length))] }
}

const texts = ['', '5', '-1', '99999999999', 'ليلى', "O'Hara \u202Eabc", '<b>bold</b>', '31/02/2027', 'a'.repeat(3000)]

/** Leaves the page, opens another program, or ends the walk. */
const isForbidden = (text: string) => /mailto:|tel:|sms:|wa\.me/.test(text)

/** At most so many controls are looked at: lists of thousands of rows are all alike. */
const mostControls = 80
const stepTimeoutMs = 1_500

interface Step {
  name: string
  run(): Promise<unknown>
}

/** Draws the next step on this page and takes it; what the page does not let through is no fault. @returns its description */
export async function takeStep(page: Page, dice: Dice, addresses: readonly string[]): Promise<string> {
  const step = await drawStep(page, dice, addresses)
  await step.run().catch(() => undefined)
  return step.name
}

async function drawStep(page: Page, dice: Dice, addresses: readonly string[]): Promise<Step> {
  const context = page.context()
  const kind = dice.below(100)
  if (kind < 3) return { name: 'go back', run: () => page.goBack({ timeout: stepTimeoutMs }) }
  if (kind < 5) return { name: 'go forward', run: () => page.goForward({ timeout: stepTimeoutMs }) }
  if (kind < 7) return { name: 'reload', run: () => page.reload({ timeout: 4 * stepTimeoutMs }) }
  if (kind < 9) return { name: 'press Escape', run: () => page.keyboard.press('Escape') }
  if (kind < 12) return { name: 'cut the network', run: () => context.setOffline(true) }
  if (kind < 18) return { name: 'restore the network', run: () => context.setOffline(false) }
  if (kind < 24) return openAddress(page, dice.pick(addresses) ?? '/')
  if (kind < 40) return changeField(page, dice)
  return pressControl(page, dice)
}

const openAddress = (page: Page, address: string): Step => ({
  name: `open ${address}`,
  run: () => page.goto(address, { timeout: 4 * stepTimeoutMs, waitUntil: 'domcontentloaded' }),
})

async function changeField(page: Page, dice: Dice): Promise<Step> {
  const selector = 'input:not([type=file]):not([type=hidden]):not([disabled]), select:not([disabled]), textarea'
  const field = await drawVisible(page, dice, selector)
  if (!field) return { name: 'no field here', run: () => page.waitForTimeout(100) }
  const kind = await field.evaluate((element) => `${element.localName} ${element.getAttribute('type') ?? ''}`)
  const options = { timeout: stepTimeoutMs }
  if (kind.startsWith('select')) {
    const index = dice.below(await field.locator('option').count())
    return { name: `select option ${index}`, run: () => field.selectOption({ index }, options) }
  }
  if (/checkbox|radio/.test(kind)) return { name: `press ${kind}`, run: () => field.click({ ...options, force: true }) }
  const text = dice.pick(texts) ?? ''
  return { name: `fill ${kind}with ${JSON.stringify(text.slice(0, 20))}`, run: () => field.fill(text, options) }
}

async function pressControl(page: Page, dice: Dice): Promise<Step> {
  const control = await drawVisible(page, dice, 'a[href], button:not([disabled]), [role=button], summary')
  if (!control) return { name: 'nothing to press', run: () => page.waitForTimeout(100) }
  const words = await control.evaluate(
    (element) => `${element.getAttribute('href') ?? element.localName} "${element.textContent.trim().slice(0, 40)}"`,
  )
  if (isForbidden(words)) return { name: `leave ${words}`, run: () => page.waitForTimeout(10) }
  return { name: `press ${words}`, run: () => control.click({ timeout: stepTimeoutMs }) }
}

/** A visible element, of an open dialog's first: what is behind it can't be reached. */
async function drawVisible(page: Page, dice: Dice, selector: string): Promise<Locator | undefined> {
  const dialog = page.locator('dialog[open], [popover]:popover-open').last()
  const scope = (await dialog.count()) > 0 ? dialog.locator(selector) : page.locator(selector)
  const visible = await scope.evaluateAll(
    (found, most) =>
      found
        .flatMap((element, at) => (element.checkVisibility({ visibilityProperty: true }) ? [at] : []))
        .slice(0, most),
    mostControls,
  )
  const at = dice.pick(visible)
  return at === undefined ? undefined : scope.nth(at)
}
