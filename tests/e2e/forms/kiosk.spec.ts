import type { Page } from '@playwright/test'
import { expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { readyOffline } from '#tests/e2e/kit/offline-ready.ts'
import { enterCode, freeTill } from '#tests/e2e/kit/pairing.ts'
import { byTurns, expect, type StageSchool, test } from '#tests/e2e/kit/stage.ts'
import { hearPage, walkByTab } from '#tests/support/checks/keyboard.ts'
import type { Tablet } from '#tests/support/pos/tablet.ts'
import { Enquirer, families } from '#tests/support/records/family.ts'
import { speak } from '#tests/support/records/person.ts'
import { openSchoolApi } from '#tests/support/served/served-school-api.ts'

/** Everything that IndexedDB holds, as text, whatever way it is written in. */
const storedText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts: string[] = []
    const readAll = (store: IDBObjectStore) =>
      new Promise<unknown[]>((resolve, reject) => {
        const request = store.getAll()
        request.onsuccess = () => resolve(request.result as unknown[])
        request.onerror = () => reject(request.error)
      })
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      for (const store of db.objectStoreNames) {
        const rows = await readAll(db.transaction(store).objectStore(store))
        const asText = (_: string, value: unknown) =>
          value instanceof ArrayBuffer || value instanceof Uint8Array ? new TextDecoder().decode(value) : value
        texts.push(JSON.stringify(rows, asText))
      }
      db.close()
    }
    return texts.join('\n')
  })

async function openDesk(tablet: Tablet, school: StageSchool, code: string) {
  const say = speak(school.lng)
  await enterCode(tablet, school, code)
  await tablet.page.getByRole('link', { name: say('sync.devices:pair.goDesk') }).click()
  await expect(tablet.page.getByRole('heading', { level: 1, name: say('forms.kiosk:setup.title') })).toBeVisible()
  await tablet.page.getByRole('button', { name: say('forms.kiosk:setup.save') }).click()
  await expect(tablet.page.getByRole('heading', { level: 1, name: say('forms.kiosk:welcome') })).toBeVisible()
}

for (const school of byTurns('manara')) {
  const { code, lng } = school
  const say = speak(lng)
  const family = families[lng]

  test(
    `${code}: a front desk takes families one after the other, cut off from the network, and sends them later`,
    school.turn,
    async ({ served, unpack }) => {
      const api = await openSchoolApi(served, code)
      const tablet = await unpack(served.origin(code))
      await openDesk(tablet, school, await api.pairingCode(await freeTill(api, '05')))
      const { page } = tablet
      await readyOffline(page)
      await expectGoodHouse(page, lng, 'attract screen')
      expect(await walkByTab(page)).toEqual([])
      expect(await hearPage(page)).toEqual([])
      expect(await smallTargets(page)).toEqual([])
      await tablet.context.setOffline(true)
      const begin = page.getByRole('main').getByRole('button').first()
      for (let visitor = 1; visitor <= 3; visitor += 1) {
        await begin.press('Enter')
        await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
        const enquirer = new Enquirer(page)
        await expect(page.locator('[id="field-parent_name"]')).toHaveValue('')
        await enquirer.fill(family)
        await enquirer.send(say)
        await expect(page.getByRole('heading', { level: 1, name: say('forms.kiosk:saved') })).toBeVisible()
        await expect(page.getByText(say('forms.kiosk:waiting', { count: visitor }))).toBeVisible()
        await page.getByRole('button', { name: say('forms.kiosk:next') }).click()
      }
      expect(await storedText(page)).not.toContain(family.parent)
      await tablet.context.setOffline(false)
      await expect(page.getByText(say('forms.kiosk:waiting', { count: 3 }))).toHaveCount(0, { timeout: 90_000 })
    },
  )

  test(
    `${code}: when a family walks away, nothing of it stays: not on screen, not by Back, not in the storage`,
    school.turn,
    async ({ served, unpack }) => {
      const api = await openSchoolApi(served, code)
      const tablet = await unpack(served.origin(code))
      await openDesk(tablet, school, await api.pairingCode(await freeTill(api, '05')))
      const { page } = tablet
      await page.getByRole('main').getByRole('button').first().click()
      await new Enquirer(page).fill(family)
      await expect(page.getByText(say('forms:keeping.kept'))).toBeVisible()
      expect(await storedText(page)).not.toContain(family.parent)
      await page.clock.install()
      await page.keyboard.press('Tab')
      await page.clock.fastForward(61_000)
      const warning = page.getByRole('dialog', { name: say('forms.kiosk:idle.title') })
      await expect(warning).toBeVisible()
      await expectGoodHouse(page, lng, 'idle warning')
      await warning.getByRole('button', { name: say('forms.kiosk:idle.stay') }).click()
      await expect(page.locator('[id="field-parent_name"]')).toHaveValue(family.parent)
      await page.clock.fastForward(61_000)
      await expect(warning).toBeVisible()
      await page.clock.runFor(16_000)
      await expect(page.getByRole('heading', { level: 1, name: say('forms.kiosk:welcome') })).toBeVisible()
      await page.getByRole('main').getByRole('button').first().click()
      await expect(page.locator('[id="field-parent_name"]')).toHaveValue('')
      await page.goBack()
      await expect(page.locator('body')).not.toContainText(family.parent)
      expect(
        await page.locator('input').evaluateAll((inputs) => inputs.map((each) => (each as HTMLInputElement).value)),
      ).not.toContain(family.parent)
      expect(await storedText(page)).not.toContain(family.parent)
    },
  )
}
