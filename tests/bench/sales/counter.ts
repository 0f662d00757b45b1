import type { Page } from 'playwright'
import { type Figure, percentile, toFigure, valueAtMost } from '#tests/bench/figure.ts'
import { openServedTill, serveBench } from '#tests/bench/served-till.ts'
import type { TillPerson } from '#tests/support/pos/tablet-till.ts'
import { plugPrinter } from '#tests/support/pos/usb-printer-page.ts'

const item = 'Still water 330 ml'

/**
 * What a cashier waits for besides a sale, at the till's own screen: a refund that is saved, and a receipt whose last byte has reached a
 * printer on a USB cable, which is simulated and takes bytes as fast as they come.
 */
export async function benchCounter(isSmoke: boolean): Promise<Figure[]> {
  const rounds = isSmoke ? 2 : 20
  const { tablet, till } = await openServedTill(await serveBench())
  const { page } = tablet
  const refunds: number[] = []
  const sales: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await till.put(item)
    await till.button('pos.till:pay.open').click()
    sales.push(await saved(page, 'complete'))
    await page.locator('[data-action=next]').click()
    await enterRefund(till)
    refunds.push(await saved(page, 'refund'))
    await page.locator('[data-action=next]').click()
    await page.keyboard.press('Escape')
  }
  await setUpPrinter(till)
  const papers: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await till.put(item)
    await till.button('pos.till:pay.open').click()
    papers.push(await printed(page))
    await page.locator('[data-action=next]').click()
  }
  const [usual] = [percentile(sales, 0.95)]
  const figure = (name: string, values: readonly number[], limit: number) =>
    toFigure({
      name,
      unit: 'ms',
      yardstickName: 'a sale saved and on the screen, p95',
      values: [percentile(values, 0.95)],
      yardsticks: [usual],
      goal: valueAtMost(limit),
    })
  return [
    // 100 ms for the write, and the frame that says so.
    figure('a refund saved and on the screen, p95', refunds, 150),
    figure('from the sale to the last byte of its receipt by USB, p95', papers, 1500),
  ]
}

/** All of the latest sale, as far as the button that saves it. */
async function enterRefund(till: TillPerson): Promise<void> {
  const { say } = till
  await till.openMenu('pos.till:menu.sales')
  const sales = till.dialog('pos.till:menu.sales')
  await sales
    .getByRole('button', { name: say('pos.till:sales.refund'), exact: true })
    .first()
    .click()
  const sheet = till.dialog('pos.till:refund.title')
  await sheet.getByRole('button', { name: say('pos.till:refund.everything'), exact: true }).click()
  await sheet.getByRole('button', { name: say('pos.till:refund.suggest.wrong') }).click()
}

/** Presses what saves, and waits for the sheet that says that it is saved; how long that took within the page. */
const saved = (page: Page, action: string): Promise<number> =>
  page.evaluate(async (name) => {
    const find = (selector: string) => document.querySelector<HTMLElement>(selector)
    const until = async (look: () => boolean) => {
      while (!look()) await new Promise((resolve) => setTimeout(resolve))
    }
    const button = `[data-action=${name}]:not(:disabled)`
    await until(() => find(button) !== null)
    const before = performance.now()
    find(button)?.click()
    await until(() => find('[data-action=next]') !== null)
    return performance.now() - before
  }, action)

/** Completes the sale, and waits until the printer says nothing new for a while after the cut. */
const printed = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const printer = (globalThis as unknown as { pagePrinter: { bytes: number[] } }).pagePrinter
    const button = '[data-action=complete]:not(:disabled)'
    while (!document.querySelector(button)) await new Promise((resolve) => setTimeout(resolve))
    const first = printer.bytes.length
    const before = performance.now()
    document.querySelector<HTMLElement>(button)?.click()
    // A cut ends a paper: GS V.
    const isCut = () => {
      for (let at = printer.bytes.length - 2; at > first; at -= 1)
        if (printer.bytes[at] === 0x1d && printer.bytes[at + 1] === 0x56 && at > printer.bytes.length - 40) return true
      return false
    }
    while (!isCut()) await new Promise((resolve) => setTimeout(resolve))
    return performance.now() - before
  })

async function setUpPrinter(till: TillPerson): Promise<void> {
  const { page, say } = till
  await plugPrinter(page)
  await page.reload()
  await till.openMenu('pos.till:menu.hardware')
  const sheet = till.dialog('pos.hardware:title')
  await sheet.getByLabel(say('pos.hardware:printer.how')).selectOption('usb')
  await sheet.getByRole('button', { name: say('pos.hardware:printer.choose') }).click()
  await sheet.locator('[data-action=print-test]').click()
  await sheet.locator('[data-job][data-print-state=confirmed]').first().waitFor()
  await page.keyboard.press('Escape')
}
