import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Page } from '@playwright/test'
import { salesOfADay, sell } from '#tests/e2e/kit/day.ts'
import { openTill } from '#tests/e2e/kit/opened-till.ts'
import { expectOnServer } from '#tests/e2e/kit/reckoning.ts'
import { expect, later, test } from '#tests/e2e/kit/stage.ts'
import type { Edit } from '#tests/support/installation.ts'
import { TillPerson } from '#tests/support/pos/tablet-till.ts'
import { openDoor } from '#tests/support/served/served-school-door.ts'

/* Releases in earnest: each is built from changed sources and put in the place of the one before, as `npm start` does. */

test.setTimeout(300_000)

/** What a release does that changes the shape of what the device keeps of the server. */
const newSnapshot: Edit = {
  path: 'src/local/storage/snapshot-db.ts',
  from: 'const shapeVersion = 1',
  to: 'const shapeVersion = 2',
}

/** What a release does that touches what nearly all parts share: they all have new names, so there is much to fetch. */
const newFrame: Edit = {
  path: 'src/client/ui/icons/icons.tsx',
  from: 'M12 7.5v5.5M12 16.5v.01',
  to: 'M12 7.5v5M12 16.5v.01',
}

/** The same once more: another release after that one, whichever of the two an installation has had before. */
const anotherFrame: Edit = { ...newFrame, to: 'M12 8v5M12 16.5v.01' }

const releaseOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['release'])

/** Has the browser look for a new release now, not within the hour; it may well fail to get it. */
const look = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update().catch(() => undefined)
  })

/** Has a page fetch files of its release, one after the other, for the next second: a worker told to go then may stay for minutes. */
const fetchFiles = (page: Page) =>
  page.evaluate(() => {
    const until = Date.now() + 1000
    const [file] = performance.getEntriesByType('resource').filter(({ name }) => /assets.*js$/.test(name))
    const next = async () => {
      if (file && Date.now() < until) await fetch(file.name).then(next)
    }
    void Promise.all([next(), next()])
  })

const waiting = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state ?? 'none waits')

test('F25 T30: a new release waits while a cart is open anywhere, comes when a person says so, and loses nothing unsent', async ({
  home,
  unpackNew,
}) => {
  const { till, tablet, api, school } = await openTill({
    served: home,
    unpack: unpackNew,
    code: 'alnoor',
    tillCode: '02',
  })
  const { page, say } = till
  const { cash } = salesOfADay(school)
  const button = page.getByRole('button', { name: say('common:update.apply') })
  // Asked in the middle of a load there is no answer: neither the old page nor yet the new one.
  const release = () => releaseOf(page).catch(() => undefined)
  await till.expectChip('sync:chip.synced')
  const hold = (url: URL) => url.pathname.endsWith('/sync/ops')
  await tablet.context.route(hold, (route) => route.abort())
  const sold = [await sell(till, cash), await sell(till, cash)]
  await till.put('Still water 330 ml')

  const older = await releaseOf(page)
  const newer = await home.upgrade()
  await look(page)
  await expect.poll(() => waiting(page), { timeout: 60_000 }).toBe('installed')
  await expect(button).toBeHidden()
  expect(await release()).toBe(older)

  // A second window without a cart offers it, but the first one's cart stands in the way.
  const other = await tablet.context.newPage()
  await other.goto('/pos')
  const otherButton = other.getByRole('button', { name: say('common:update.apply') })
  await otherButton.click()
  await expect(other.getByText(say('common:update.elsewhere'))).toBeVisible()
  expect(await release()).toBe(older)
  await other.close()

  await till.button('pos.till:cart.clear').click()
  await expect(button).toBeVisible()
  await fetchFiles(page)
  await button.click()
  await expect.poll(release).toBe(newer)
  await expect(till.goods).toBeVisible()
  expect(await waiting(page)).toBe('none waits')
  // The two sales, and the dropped cart as a record of its own.
  await till.expectChip('sync:chip.saved', { n: 3 })
  await tablet.context.unroute(hold)
  sold.push(await sell(till, cash))
  await till.expectChip('sync:chip.synced')
  await expectOnServer(api, '02', sold)
})

test(
  'F26 T48 T49: a page of an older release goes on selling beside a newer one with another snapshot, and after a step back',
  later,
  async ({ home, unpackNew }) => {
    const { till, tablet, api, school, stageSchool } = await openTill({
      served: home,
      unpack: unpackNew,
      code: 'manara',
      tillCode: '02',
    })
    const { cash, account } = salesOfADay(school)
    const sold = [await sell(till, cash)]
    const newPage = await tablet.context.newPage()
    await newPage.goto('/pos')
    const newer = new TillPerson({ page: newPage, scan: (code) => tablet.scan(code, newPage) }, school, stageSchool.lng)
    await expect(newer.goods).toBeVisible()

    const older = await releaseOf(till.page)
    const olderFiles = await readdir(join(home.dataDir, '../dist/assets'), { recursive: true, withFileTypes: true })
    const withNewSnapshot = await home.upgrade(newSnapshot)
    for (const { parentPath, name } of olderFiles.filter((entry) => entry.isFile())) {
      const path = `/assets/${relative(join(home.dataDir, '../dist/assets'), join(parentPath, name))}`
      expect((await fetch(`http://localhost:${home.port}${path}`)).headers.get('cache-control'), path).toContain(
        'immutable',
      )
    }
    await look(newPage)
    await newPage.getByRole('button', { name: newer.say('common:update.apply') }).click()
    await expect.poll(() => releaseOf(newPage).catch(() => undefined)).toBe(withNewSnapshot)
    // The older page leads and pulls into its own snapshot: the newer one asks for itself.
    await expect(newer.goods).toBeVisible({ timeout: 40_000 })
    const databases = () => newPage.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    await expect.poll(databases).toContain('snap-manara-v2')

    // The older page is offered the new release and stays what it is; its customers are still there.
    await till.page.bringToFront()
    expect(await releaseOf(till.page)).toBe(older)
    sold.push(await sell(till, account))
    await newPage.bringToFront()
    sold.push(await sell(newer, cash))

    const steppedBack = await home.upgrade()
    await newPage.close()
    await till.page.reload()
    await look(till.page)
    await till.page.getByRole('button', { name: till.say('common:update.apply') }).click()
    await expect.poll(() => releaseOf(till.page).catch(() => undefined)).toBe(steppedBack)
    await expect(till.goods).toBeVisible()
    sold.push(await sell(till, account))
    await till.expectChip('sync:chip.synced')
    await expectOnServer(api, '02', sold)
  },
)

test(
  'F27: parts of the till that are gone from server and cache cost no cart, and the new release is offered',
  later,
  async ({ home, unpackNew }) => {
    const { till, tablet, api, school } = await openTill({
      served: home,
      unpack: unpackNew,
      code: 'alnoor',
      tillCode: '03',
      userName: 'supervisor',
    })
    const { cash } = salesOfADay(school)
    const { page, say } = till
    await page.reload()
    await expect(till.goods).toBeVisible()
    await till.put('Still water 330 ml')
    const older = await releaseOf(page)
    const newer = await home.upgrade(newFrame)
    await home.forgetEarlierReleases()
    await page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name)
    })
    const browser = await tablet.context.newCDPSession(page)
    await browser.send('Network.clearBrowserCache')
    // What this page has not needed yet can't be had any more.
    await page.getByRole('button', { name: say('pos.till:menu.open') }).click()
    await page.getByRole('link', { name: say('pos.till:menu.report') }).click()
    await expect(page.getByRole('alert')).toContainText(say('common:crash.gone'))
    await page.getByRole('button', { name: say('common:crash.back') }).click()
    await expect(till.cart.getByRole('listitem')).toHaveCount(1)
    expect(await releaseOf(page)).toBe(older)
    await till.put('Still water 330 ml')
    const sold = [{ ...cash, ...(await till.pay({ by: 'cash', given: 500 })) }]
    await page.getByRole('button', { name: say('common:update.apply') }).click()
    await expect.poll(() => releaseOf(page).catch(() => undefined)).toBe(newer)
    await expect(till.goods).toBeVisible()
    sold.push(await sell(till, cash))
    await till.expectChip('sync:chip.synced')
    await expectOnServer(api, '03', sold)
  },
)

test(
  'F28: a new release that is cut off half-way leaves the old one whole, and comes with the network',
  later,
  async ({ home, unpackNew }) => {
    const door = await openDoor(home.port)
    const origin = `http://alnoor.localhost:${door.port}`
    const { till, tablet, api, school, operator } = await openTill({
      served: home,
      unpack: unpackNew,
      code: 'alnoor',
      tillCode: '04',
      origin,
    })
    const { say } = till
    const { cash } = salesOfADay(school)
    const sold = [await sell(till, cash)]
    const older = await releaseOf(till.page)
    const newer = await home.upgrade(anotherFrame)
    let asked = 0
    // A small release may renew as few as two files: it is cut off after the first of them.
    const arrived = 1
    door.shuts = (path) => path.startsWith('/assets/') && (asked += 1) > arrived
    await look(till.page)
    await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThan(arrived)
    await expect
      .poll(() =>
        till.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing ?? 'none'),
      )
      .toBe('none')
    expect(await waiting(till.page)).toBe('none waits')

    await tablet.switchOff()
    await tablet.switchOn({ offline: true })
    await till.comeBack(operator)
    expect(await releaseOf(till.page)).toBe(older)
    sold.push(await sell(till, cash))

    await tablet.reconnect()
    door.shuts = () => false
    await look(till.page)
    await till.page.getByRole('button', { name: say('common:update.apply') }).click({ timeout: 60_000 })
    await expect.poll(() => releaseOf(till.page).catch(() => undefined)).toBe(newer)
    await expect(till.goods).toBeVisible()
    await till.expectChip('sync:chip.synced')
    await expectOnServer(api, '04', sold)
    await door.close()
  },
)
