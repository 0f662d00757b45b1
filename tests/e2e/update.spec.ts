import { openDoor } from '#tests/support/served-school-door.ts'
import { openTill } from './opened-till.ts'
import { expect, test } from './stage.ts'

/*
 * The second release is the same build with another last line in its worker. A browser knows a release by nothing else
 * than the bytes of that file, so waiting, asking and taking over are those of a real one. What differs between two builds
 * in earnest, files that are gone and a precache that is filled anew, is not shown here.
 */
test('F25: a new release waits while a cart is open anywhere, and comes when a person says so', async ({
  served,
  unpack,
}) => {
  let release = 1
  const door = await openDoor({
    to: served.port,
    rewrite: (path, body) => (path === '/sw.js' ? `${body}\n// release ${release}` : undefined),
  })
  const origin = `http://alnoor.localhost:${door.port}`
  const { till, tablet } = await openTill({ served, unpack, code: 'alnoor', tillCode: '02', origin })
  const { page, say } = till
  const button = page.getByRole('button', { name: say('common:update.apply') })
  const mark = () => page.evaluate(() => Object.assign(globalThis, { sameLife: true }))
  // Asked in the middle of a load there is no answer: neither the old life nor yet the new one.
  const isSameLife = () => page.evaluate(() => 'sameLife' in globalThis).catch(() => undefined)
  await mark()
  await till.put('Still water 330 ml')

  release = 2
  const look = () => page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
  await look()
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state))
    .toBe('installed')
  await expect(button).toBeHidden()
  expect(await isSameLife()).toBe(true)

  // A second window without a cart offers it, but the first one's cart stands in the way.
  const other = await tablet.context.newPage()
  await other.goto('/pos')
  const otherButton = other.getByRole('button', { name: say('common:update.apply') })
  await otherButton.click()
  await expect(other.getByText(say('common:update.elsewhere'))).toBeVisible()
  expect(await isSameLife()).toBe(true)
  await other.close()

  await till.button('till:cart.clear').click()
  await button.click()
  await expect.poll(isSameLife).toBe(false)
  await expect(till.goods).toBeVisible()
  const active = await page.evaluate(
    async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? 'none waits',
  )
  expect(active).toBe('none waits')
  await door.close()
})
