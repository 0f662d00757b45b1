import { type SoldSale, salesOfADay, sell } from '#tests/e2e/kit/day.ts'
import { openTill } from '#tests/e2e/kit/opened-till.ts'
import { expectOnServer } from '#tests/e2e/kit/reckoning.ts'
import { expect, test, later } from '#tests/e2e/kit/stage.ts'
import { TillPerson } from '#tests/support/pos/tablet-till.ts'
import { speak } from '#tests/support/records/person.ts'
import { startServer } from '#tests/support/served/served-school.ts'
import { signInOf } from '#tests/support/served/served-school-demo.ts'

test('F18 T19: a double tap on the button that completes a sale sells once', async ({ served, unpack }) => {
  const { till, api, school } = await openTill({ served, unpack, code: 'alnoor', tillCode: '04' })
  const { cash } = salesOfADay(school)
  await cash.ring(till)
  await till.button('pos.till:pay.open').click()
  await till.typeAmount(500)
  const complete = till.dialog('pos.till:pay.title').getByRole('button', { name: till.say('pos.till:pay.complete') })
  await complete.evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
    queueMicrotask(() => button.click())
  })
  const sold: SoldSale[] = [{ ...cash, ...(await till.finishReceipt()) }]
  sold.push(await sell(till, cash))
  await till.expectChip('sync:chip.synced')
  await expectOnServer(api, '04', sold)
})

test('T07: two windows of one till sell in turn without a network, and every sale arrives once', async ({
  served,
  unpack,
}) => {
  const { till, tablet, api, school, stageSchool } = await openTill({ served, unpack, code: 'manara', tillCode: '03' })
  const day = salesOfADay(school)
  const secondPage = await tablet.context.newPage()
  await secondPage.goto('/pos')
  const second = new TillPerson(
    { page: secondPage, scan: (code) => tablet.scan(code, secondPage) },
    school,
    stageSchool.lng,
  )
  await expect(second.goods).toBeVisible()
  await tablet.cutTheNetwork()
  const sold: SoldSale[] = []
  const turns = [
    [till, day.cash],
    [second, day.account],
    [second, day.card],
    [till, day.account],
  ] as const
  for (const [person, sale] of turns) {
    // A window that nobody sees draws nothing, and so has nothing to tap.
    await person.page.bringToFront()
    sold.push(await sell(person, sale))
  }
  await till.expectChip('sync:chip.saved', { n: 4 })
  await second.expectChip('sync:chip.saved', { n: 4 })
  await tablet.reconnect()
  await till.expectChip('sync:chip.synced')
  await second.expectChip('sync:chip.synced')
  await expectOnServer(api, '03', sold)
})

test('a server that dies under the till loses nothing and doubles nothing', later, async ({ served, unpack }) => {
  const { till, api, school } = await openTill({ served, unpack, code: 'alnoor', tillCode: '04' })
  const day = salesOfADay(school)
  const sold = [await sell(till, day.cash)]
  await till.expectChip('sync:chip.synced')
  await served.kill()
  await till.expectChip('sync:chip.offline')
  sold.push(await sell(till, day.card), await sell(till, day.account))
  await till.expectChip('sync:chip.saved', { n: 2 })
  await served.start()
  // Nobody presses anything: the till itself sees that the server is back.
  await till.expectChip('sync:chip.synced')
  sold.push(await sell(till, day.cash))
  await till.expectChip('sync:chip.synced')
  await expectOnServer(api, '04', sold)
})

test('F9: a device taken out of use is refused, says so, and keeps what it has', async ({ served, unpack, visit }) => {
  const { till, tablet, api, school, stageSchool, operator } = await openTill({
    served,
    unpack,
    code: 'manara',
    tillCode: '02',
  })
  const day = salesOfADay(school)
  const sold = [await sell(till, day.cash)]
  await till.expectChip('sync:chip.synced')
  await tablet.cutTheNetwork()
  const kept = await sell(till, day.cash)

  const desk = await visit(served.origin('manara'))
  const say = speak(stageSchool.lng)
  const supervisor = signInOf(school, 'supervisor')
  await desk.page.goto('/sign-in')
  await desk.page.getByLabel(say('identity.sign-in:userName.label')).fill(supervisor.userName)
  await desk.page.getByLabel(say('identity.sign-in:password.label'), { exact: true }).fill(supervisor.password)
  await desk.page.getByRole('button', { name: say('identity.sign-in:submit'), exact: true }).click()
  await expect(desk.page).toHaveURL(/\/dashboard$/)
  await desk.page.goto('/pos/devices')
  const name = school.tills.find(({ code }) => code === '02')?.name[stageSchool.lng] ?? ''
  const card = desk.page.getByRole('listitem').filter({ hasText: name })
  await card.getByRole('button', { name: say('sync.devices:revoke.open') }).click()
  await desk.page
    .getByRole('dialog')
    .getByRole('button', { name: say('sync.devices:revoke.do') })
    .click()
  await expect(card.getByRole('button', { name: say('sync.devices:revoke.open') })).toHaveCount(0)

  await tablet.reconnect()
  await till.sendNow()
  const list = await till.openList()
  await expect(list).toContainText(say('errors:device.revoked'))
  await expect(list.getByRole('listitem')).toContainText([kept.receiptNo])
  await till.page.keyboard.press('Escape')
  // The session was tied to the device; a PIN is not, so that what is here can still be looked after.
  await till.comeBack(operator)
  await till.expectChip('sync:chip.saved', { n: 1 })
  // Nobody signs out over unsent work without a word.
  await till.page.getByRole('button', { name: say('common:signOut') }).click()
  await expect(till.dialog('sync:leave.title')).toBeVisible()
  await till.page.keyboard.press('Escape')
  await expect(till.page.getByText(operator.name[stageSchool.lng]).first()).toBeVisible()
  const held = (await api.transactions('02')).flatMap(({ receiptNo }) => receiptNo ?? [])
  expect(held).toContain(sold[0]?.receiptNo)
  expect(held).not.toContain(kept.receiptNo)
})

test('T50: a session that ends in the middle of work costs neither cart nor unsent sale', async ({
  served,
  unpack,
}) => {
  const { till, tablet, api, school, operator } = await openTill({
    served,
    unpack,
    code: 'alnoor',
    tillCode: '04',
    userName: 'supervisor',
  })
  const day = salesOfADay(school)
  await till.expectChip('sync:chip.synced')
  const hold = (url: URL) => url.pathname.endsWith('/sync/ops')
  await tablet.context.route(hold, (route) => route.abort())
  const sold = [await sell(till, day.cash)]
  await till.put('Orange juice 200 ml')
  await till.page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('session') ?? '{}') as { token: string }
    const headers = { 'content-type': 'application/json', 'client-id': 'alnoor' }
    await fetch('/api/v1/oa/auth/sign-out', { method: 'POST', headers, body: JSON.stringify({ token }) })
  })
  await till.page.getByRole('button', { name: till.say('pos.till:menu.open') }).click()
  await till.page.getByRole('link', { name: till.say('pos.till:menu.devices') }).click()
  await expect(till.page).toHaveURL(/\/pos-sign-in$/)
  await till.signInByPin(operator)
  await expect(till.cart.getByRole('listitem')).toHaveCount(1)
  await till.expectChip('sync:chip.saved', { n: 1 })
  await tablet.context.unroute(hold)
  const { total } = day.account
  const juice = { ...day.cash, total, cash: total, tenders: [{ kind: 'cash' as const, amount: total }] }
  sold.push({ ...juice, ...(await till.pay({ by: 'cash' })) })
  await till.expectChip('sync:chip.synced')
  await expectOnServer(api, '04', sold)
})

test('a second server on the same folder is refused in one sentence', later, async ({ served }) => {
  const second = startServer({ DATA_DIR: served.dataDir, PORT: '0', LOG_LEVEL: 'warn' })
  let said = ''
  second.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const code = await new Promise((resolve) => second.once('exit', resolve))
  expect(code).not.toBe(0)
  expect(said.trim().split('\n')).toHaveLength(1)
  expect(said).toContain(served.dataDir)
  expect((await fetch(`http://127.0.0.1:${served.port}/readyz`)).status).toBe(200)
})
