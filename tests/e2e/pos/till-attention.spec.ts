import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { salesOfADay, sell } from '#tests/e2e/kit/day.ts'
import { type OpenedTill, openTill } from '#tests/e2e/kit/opened-till.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { axeFindings } from '#tests/support/checks/axe.ts'
import type { TillPerson } from '#tests/support/pos/tablet-till.ts'

const isSending = (url: URL) => url.pathname.endsWith('/sync/ops')

/** Our own server's answer to a batch that it cannot take as it is. */
const refusal = {
  status: 400,
  headers: { 'content-type': 'application/json', 'x-sync-protocol': '1' },
  body: JSON.stringify({ success: false, messageId: 'sync.invalid', message: '' }),
}

/** From now on no batch gets through that holds this text. */
async function refuse({ tablet }: OpenedTill, text: string): Promise<void> {
  await tablet.context.route(isSending, (route) =>
    route.request().postData()?.includes(text) ? route.fulfill(refusal) : route.continue(),
  )
}

/** Saves the unsent entries by the button of this name; answers what is in the file. */
async function download(till: TillPerson, button: Locator): Promise<{ operations: { opId: string; kind: string }[] }> {
  const [file] = await Promise.all([till.page.waitForEvent('download'), button.click()])
  expect(file.suggestedFilename()).toMatch(/^bawaba-unsent-\d{4}-\d\d-\d\d\.json$/)
  return JSON.parse(await readFile(await file.path(), 'utf8'))
}

/** Sells once, unsent, then lets the network back with the way refusing just that sale. */
async function setOneAside(opened: OpenedTill): Promise<string> {
  const { till, tablet, school } = opened
  await till.expectChip('sync:chip.synced')
  await tablet.cutTheNetwork()
  const { receiptNo } = await sell(till, salesOfADay(school).cash)
  await refuse(opened, receiptNo)
  await tablet.reconnect()
  await till.sendNow()
  await till.expectChip('sync:chip.attention', { n: 1 })
  return receiptNo
}

test('a sale that nobody takes is told in plain words, saved as a file and entered again', async ({
  served,
  unpack,
}) => {
  const opened = await openTill({ served, unpack, code: 'alnoor', tillCode: '04' })
  const { till, api, school } = opened
  const receiptNo = await setOneAside(opened)
  const list = await till.openList()
  const row = list.getByRole('listitem').filter({ hasText: receiptNo })
  await expect(row).toContainText(till.say('errors:sync.invalid'))
  const file = await download(till, list.getByRole('button', { name: till.say('sync:list.export') }))
  expect(file.operations).toMatchObject([{ kind: 'pos.sale', label: receiptNo }])
  await expect(row).toContainText(till.say('sync:row.exported'))
  expect(await axeFindings(till.page)).toEqual([])

  await row.getByRole('button', { name: till.say('sync:row.again') }).press('Enter')
  await expect(list).toBeHidden()
  await expect(till.cart).toContainText(receiptNo)
  expect(await axeFindings(till.page)).toEqual([])
  const again = await till.pay({ by: 'cash', given: salesOfADay(school).cash.total })
  await till.expectChip('sync:chip.synced')
  const rows = (await api.transactions('04')).map((each) => each.receiptNo)
  expect([rows.includes(again.receiptNo), rows.includes(receiptNo)]).toEqual([true, false])
  const device = (await api.devices()).find(({ till: { tillCode }, revokedAt }) => tillCode === '04' && !revokedAt)
  expect(device).toMatchObject({ unsentCount: 0, missing: [], closed: [{ isEnteredAgain: true }] })
})

test('a supervisor closes a set-aside entry, with a file and a reason', async ({ served, unpack }) => {
  const opened = await openTill({ served, unpack, code: 'manara', tillCode: '02', userName: 'supervisor' })
  const { till, api, tablet } = opened
  const receiptNo = await setOneAside(opened)
  const list = await till.openList()
  const row = list.getByRole('listitem').filter({ hasText: receiptNo })
  await row.getByRole('button', { name: till.say('sync:row.close') }).click()
  const sheet = till.dialog('sync:close.title')
  await expect(sheet).toContainText(till.say('sync:close.needsFile'))
  const file = await download(till, sheet.getByRole('button', { name: till.say('sync:close.save') }))
  expect(file.operations).toMatchObject([{ label: receiptNo }])
  const close = sheet.getByRole('button', { name: till.say('sync:close.do') })
  await expect(close).toBeDisabled()
  expect(await axeFindings(till.page)).toEqual([])
  await sheet.getByLabel(till.say('sync:close.reason')).fill('قُيّد في دفتر المقصف')
  await tablet.context.unroute(isSending)
  await close.click()
  await expect(till.dialog('sync:list.title')).toContainText(till.say('sync:list.nothing'))
  await till.page.keyboard.press('Escape')
  await till.expectChip('sync:chip.synced')
  await expect
    .poll(async () => (await api.devices()).flatMap(({ closed }) => closed.map(({ reason }) => reason)))
    .toEqual(['قُيّد في دفتر المقصف'])
  expect((await api.transactions('02')).map((each) => each.receiptNo)).not.toContain(receiptNo)
})

test('an operator is told who closes entries, and signs out with the file of what is unsent', async ({
  served,
  unpack,
}) => {
  const opened = await openTill({ served, unpack, code: 'alnoor', tillCode: '03' })
  const { till } = opened
  const receiptNo = await setOneAside(opened)
  const list = await till.openList()
  await list.getByRole('button', { name: till.say('sync:row.close') }).click()
  await expect(till.dialog('sync:close.title')).toContainText(till.say('sync:close.denied'))
  await till.page.keyboard.press('Escape')
  await till.page.keyboard.press('Escape')
  await till.page.getByRole('button', { name: till.say('common:signOut') }).click()
  const leave = till.dialog('sync:leave.title').getByRole('button', { name: till.say('sync:leave.exportAndLeave') })
  const file = await download(till, leave)
  expect(file.operations).toMatchObject([{ label: receiptNo }])
  await expect(till.page).toHaveURL(/\/pos-sign-in$/)
})
