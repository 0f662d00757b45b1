import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type BitPicture, isBlack } from '#shared/pos/printing/bit-picture.rules.ts'
import { qrPath } from '#shared/kernel/text/qr-path.rules.ts'
import { expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { standAtTill } from '#tests/e2e/kit/opened-till.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { decodeEscPos } from '#tests/support/pos/simulated-printer.ts'
import { bytesPrinted, plugCable, plugPrinter, pullCable } from '#tests/support/pos/usb-printer-page.ts'
import { itemNamed } from '#tests/support/served/served-school-demo.ts'

const item = 'Still water 330 ml'

interface Kept {
  jobs: { doc: string; picture: BitPicture }[]
  settings: { key: string; value: object }[]
}

/** Everything that a device keeps of one kind about its printer; `write` puts one more there first. */
const kept = <K extends keyof Kept>(page: Page, code: string, kind: K, write?: Kept[K][number]): Promise<Kept[K]> =>
  page.evaluate(
    ([name, from, added]) =>
      new Promise<Kept[K]>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const rows = opening.result.transaction(from, 'readwrite').objectStore(from)
          if (added) rows.put(added)
          const all = rows.getAll()
          all.onsuccess = () => {
            opening.result.close()
            resolve(all.result as Kept[K])
          }
        }
      }),
    [`print-${code}`, kind, write] as const,
  )

/** The browser lets no page call the local network, and counts what it is asked to print. */
const refuseLocalNetwork = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const query = navigator.permissions.query.bind(navigator.permissions)
    navigator.permissions.query = (asked) =>
      asked.name.startsWith('local-network')
        ? Promise.resolve(
            Object.assign(new EventTarget(), { name: asked.name, state: 'denied', onchange: null }) as PermissionStatus,
          )
        : query(asked)
    globalThis.print = () => {
      document.documentElement.dataset.printed = document.querySelector('[data-printout]')?.textContent ?? ''
    }
  })

/** A picture in few words. */
const digestOf = ({ width, height, rows }: BitPicture) =>
  `${width} × ${height}: ${createHash('sha256').update(rows).digest('hex')}`

/** Whether a picture holds a code of this text: each module, with the quiet zone around it, in dots of one colour. */
function hasCode(picture: BitPicture, text: string): boolean {
  const { size, path } = qrPath(text)
  const dark = new Set<string>()
  for (const [, column = '', row = '', run = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let at = 0; at < Number(run); at += 1) dark.add(`${Number(column) + at} ${row}`)
  const dots = Math.floor(((picture.width / 72) * 30) / (size + 4))
  const isCodeAt = (left: number, top: number) => {
    for (let y = -1; y <= size; y += 1)
      for (let x = -1; x <= size; x += 1)
        for (let dot = 0; dot < dots * dots; dot += 1) {
          const isDark = isBlack(picture, left + x * dots + (dot % dots), top + y * dots + Math.floor(dot / dots))
          if (isDark !== dark.has(`${x} ${y}`)) return false
        }
    return true
  }
  const middle = Math.round((picture.width - size * dots) / 2)
  for (let top = dots; top < picture.height - size * dots; top += 1)
    for (let left = middle - 3; left <= middle + 3; left += 1) if (isCodeAt(left, top)) return true
  return false
}

for (const { code, lng, turn } of byTurns('manara')) {
  test(
    `POS-70 POS-71 POS-72 POS-74: ${code}: a till is set up with printer, drawer, reader and second screen, and sells with them`,
    turn,
    async ({ served, unpack }) => {
      test.setTimeout(240_000)
      const { till, tablet, school } = await standAtTill({ served, unpack, code, tillCode: '02' })
      const { page, say } = till
      await plugPrinter(page)
      await page.reload()
      await till.openShift(20_000)

      await till.openMenu('pos.till:menu.hardware')
      const sheet = till.dialog('pos.hardware:title')
      const codeOfTest = await page.locator('[data-printout] svg').getAttribute('aria-label')
      await sheet.getByLabel(say('pos.hardware:printer.how')).selectOption('usb')
      await sheet.getByRole('button', { name: say('pos.hardware:printer.choose') }).click()
      await expect(sheet).toContainText('04B8:0202')
      await sheet.locator('[data-action=print-test]').click()
      await expect(sheet.locator('[data-job]').first()).toHaveAttribute('data-print-state', 'confirmed')
      await sheet.getByLabel(say('pos.hardware:drawer.connector'), { exact: true }).selectOption('pin0')
      // An operator sets the drawer up; only a supervisor or IT opens it for a test.
      await expect(sheet).toContainText(say('pos.hardware:drawer.whoTries'))
      await expect(sheet.locator('[data-action=test-drawer]')).toHaveCount(0)
      const pupil = school.pupils[0]
      await till.scan(pupil?.cardNo ?? '')
      await expect(sheet.locator('[data-scanned=customer]')).toContainText(pupil?.name[lng] ?? '')
      await sheet.getByLabel(say('pos.hardware:display.on')).check()
      const opening = tablet.context.waitForEvent('page')
      await sheet.locator('[data-action=open-display]').click()
      const display = await opening
      await expect(display.locator('[data-display=idle]')).toBeVisible()
      await expectGoodHouse(display, lng, 'the display of the customer')
      await expectGoodHouse(page, lng, 'the hardware of a till')
      await page.keyboard.press('Escape')

      await till.scan(pupil?.cardNo ?? '')
      await till.expectCustomer(pupil ?? { admissionNo: '', name: { en: '', ar: '' } })
      await till.put(item)
      await expect(display.locator('[data-display=cart]')).toContainText(itemNamed(school, item).name[lng])
      await expect(display.locator('body')).not.toContainText(pupil?.name[lng] ?? '')
      const first = await till.pay({ by: 'cash', given: 5000 })
      await expect(display.locator('[data-display=idle]')).toBeVisible()
      await display.close()
      await till.openMenu('pos.till:menu.hardware')
      await expect(sheet.locator(`[data-job="${first.receiptNo}"]`)).toHaveAttribute('data-print-state', 'confirmed', {
        timeout: 60_000,
      })
      await page.keyboard.press('Escape')
      await pullCable(page)
      await tablet.cutTheNetwork()
      await till.put(item)
      const second = await till.pay({ by: 'cash' })
      await till.openMenu('pos.till:menu.hardware')
      const waiting = sheet.locator(`[data-job="${second.receiptNo}"]`)
      await expect(waiting).toHaveAttribute('data-print-state', 'queued')
      await waiting.getByRole('button', { name: say('pos.hardware:jobs.retry') }).click()
      await expect(waiting).toHaveAttribute('data-print-state', 'queued')
      // What waits is also tried every ten seconds: once the cable is in, nothing needs to be pressed.
      await plugCable(page)
      await expect(waiting).toHaveAttribute('data-print-state', 'confirmed', { timeout: 60_000 })
      await waiting.getByRole('button', { name: say('pos.hardware:jobs.again') }).click()
      await expect(sheet.locator('[data-job][data-print-state=confirmed]')).toHaveCount(4)

      const printed = decodeEscPos(await bytesPrinted(page))
      const pictures = printed.flatMap((each) => (each.act === 'picture' ? [each.picture] : []))
      const drawn = await kept(page, code, 'jobs')
      expect(drawn.map(({ doc }) => doc).slice(1)).toEqual([first.receiptNo, second.receiptNo, second.receiptNo])
      expect(pictures.map(digestOf)).toEqual(drawn.map(({ picture }) => digestOf(picture)))
      expect(hasCode(pictures[0] ?? { width: 8, height: 0, rows: new Uint8Array() }, codeOfTest ?? '')).toBe(true)
      expect(printed.filter(({ act }) => act === 'kick')).toHaveLength(1)

      // POS-72: the way over the local network is closed. The sale is saved, the dialog prints, and the till says why.
      await refuseLocalNetwork(page)
      const [settings] = await kept(page, code, 'settings')
      const network = { path: 'network', address: 'http://192.0.2.1' }
      await kept(page, code, 'settings', { key: 'hardware', value: { ...settings?.value, ...network } })
      await page.reload()
      await till.put(item)
      await till.button('pos.till:pay.open').click()
      await till.dialog('pos.till:pay.title').locator('[data-action=complete]').click()
      const receipt = till.dialog('pos.till:receipt.saved')
      await expect(receipt).toContainText(say('pos.hardware:why.denied'))
      await expect(receipt).toContainText(say('pos.hardware:drawer.unknown'))
      await expect(page.locator('html')).toHaveAttribute('data-printed', /000003/)
      await till.finishReceipt()
    },
  )
}
