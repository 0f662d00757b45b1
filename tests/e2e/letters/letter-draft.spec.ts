import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expectFits, expectGoodHouse, keysShown } from '#tests/e2e/kit/house.ts'
import { expectTidyBrowser } from '#tests/e2e/kit/kept.ts'
import { expect, test, later } from '#tests/e2e/kit/stage.ts'
import { axeFindings } from '#tests/support/checks/axe.ts'
import type { Language } from '#tests/support/checks/words.ts'
import { fillSignIn, inLanguage, openProfileMenu, type Say, speak } from '#tests/support/records/person.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const school = demoSchool('alnoor')

/** A letter opened by somebody who may write it. */
async function openLetter(page: Page, letter: string, who: string, lng: Language): Promise<Locator> {
  const { userName, password } = signInOf(school, who)
  await page.setViewportSize({ width: 1440, height: 1000 })
  await page.goto(inLanguage(`/sign-in?redirectUrl=${encodeURIComponent(`/letters?letter=${letter}`)}`, lng))
  await fillSignIn(page, speak(lng), userName, password)
  const main = page.getByRole('main')
  await expect(main.getByRole('img', { name: speak(lng)('letters.editor:preview.alt') })).toBeVisible()
  return main
}

/** Both lines of the words of a part of the letter. */
function waitlistsOf(main: Locator, say: Say, no: number, kind: string, words = say('letters.editor:words')) {
  const part = main.getByRole('region', {
    name: say('letters.editor:blockNo', { no, kind: say(`letters.editor:kind.${kind}`) }),
  })
  const line = (lng: Language) =>
    part.getByRole('textbox', {
      name: say('letters.editor:line.label', { name: words, language: say(`letters.editor:language.${lng}`) }),
    })
  return { part, english: line('en'), arabic: line('ar') }
}

/**
 * Ends a page at once, as an empty battery does. One that is closed tries to send what it has first, and may reach the server when
 * its missing network is no longer simulated: then there is nothing to be offered.
 */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const tools = await page.context().newCDPSession(page)
  // Nobody is left to answer.
  tools.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}

/** The storage of unsaved edits can't be opened in pages that begin now, until `mendStorage`. */
const breakStorage = (context: BrowserContext) =>
  context.addInitScript(() => {
    const open = indexedDB.open.bind(indexedDB)
    Reflect.set(globalThis, 'isBroken', true)
    let refused = 0
    Reflect.set(IDBFactory.prototype, 'open', (name: string, version?: number) => {
      if (name !== 'letters-alnoor' || Reflect.get(globalThis, 'isBroken') !== true) return open(name, version)
      refused += 1
      Reflect.set(globalThis, 'refused', refused)
      throw new DOMException('the storage does not answer', 'InvalidStateError')
    })
  })
const refusedOf = (page: Page) => page.evaluate(() => Number(Reflect.get(globalThis, 'refused')))
const mendStorage = (page: Page) => page.evaluate(() => void Reflect.set(globalThis, 'isBroken', false))

/** Text as a page, a mail or a document hands it over: with markup beside the plain words. */
const paste = (line: Locator, html: string, text: string) =>
  line.evaluate(
    (element, [markup, plain]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', markup)
      clipboardData.setData('text/plain', plain)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [html, text] as const,
  )

test('a letter gets a table, bold words and a part for some, is moved about, and seen for a child of whom something is missing', async ({
  served,
  visit,
}) => {
  test.slow()
  const say = speak('en')
  const { page } = await visit(served.origin('alnoor'))
  const main = await openLetter(page, 'admission-form', 'registrar', 'en')
  const first = waitlistsOf(main, say, 1, 'heading')

  // Pasted with markup, it is text; the last word is made bold by keyboard.
  await first.english.click()
  await page.keyboard.press('Control+A')
  await paste(first.english, '<h1 style="color:red">Our <script>alert(1)</script><i>answer</i></h1>', 'Our\n answer ')
  await expect(first.english).toHaveText('Our answer')
  expect(await first.english.innerHTML()).not.toContain('<')
  await page.keyboard.type('today')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await page.keyboard.press('Control+B')
  await expect(first.english.locator('b')).toHaveText('today')

  await first.part.getByRole('combobox', { name: say('letters.editor:add.below') }).selectOption('table')
  const table = (words: string) => waitlistsOf(main, say, 2, 'table', words)
  const columns = table('').part.getByRole('combobox', { name: say('letters.editor:columns') })
  await columns.selectOption('2')
  await table('')
    .part.getByRole('button', { name: say('letters.editor:addRow', { name: say('letters.editor:line.name') }) })
    .click()
  const [label, value] = [say('letters.editor:label'), say('letters.editor:value')]
  const rows = [
    say('letters.editor:headRow'),
    ...[1, 2].map((no) => say('letters.editor:row', { name: say('letters.editor:line.name'), no })),
  ]
  for (const [no, row] of rows.entries()) {
    for (const part of [label, ...[1, 2].map((column) => say('letters.editor:row', { name: value, no: column }))]) {
      const { english, arabic } = table(`${row}: ${part}`)
      await english.fill(`Cell ${no}`)
      await arabic.fill('خانة')
    }
  }

  // Only where the guardian is known, and not otherwise.
  await table('')
    .part.getByRole('button', { name: say('letters.editor:when.begin') })
    .click()
  await table('')
    .part.getByRole('combobox', { name: say('letters.editor:when.field') })
    .selectOption('guardian.name')
  await expectGoodHouse(page, 'en', 'a letter with a table and a condition')

  await table('').part.focus()
  await page.keyboard.press('Alt+ArrowDown')
  const down = main.getByRole('region', {
    name: say('letters.editor:blockNo', { no: 3, kind: say('letters.editor:kind.table') }),
  })
  await expect(down).toBeFocused()
  const places = main.getByRole('list', { name: say('letters.editor:blocks') }).locator('> li')
  await places.nth(1).locator('[draggable=true]').dragTo(places.nth(0).locator('strong'))
  await expect(waitlistsOf(main, say, 1, 'facts').part).toBeFocused()
  await main.getByRole('button', { name: say('editor:head.undo') }).click()
  await expect(first.english).toHaveText('Our answer today')

  // Of a child who came without an application: what is missing is named and red, and the letter is not issued.
  const preview = main.getByRole('region', { name: say('letters.editor:preview.title') })
  const pictures: string[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith('/letters/template/preview')) pictures.push(await response.text())
  })
  const isRed = () => pictures.at(-1)?.includes('#a1130a')
  await down.getByRole('combobox', { name: say('letters.editor:when.test') }).selectOption('missing')
  await expect.poll(isRed).toBe(false)
  await preview.getByLabel(say('letters.editor:preview.find')).fill('Al')
  await preview.getByRole('button', { name: say('letters.editor:preview.look') }).click()
  await preview.getByRole('list').getByRole('button').first().click()
  const missing = preview.getByText(say('letters.editor:preview.missing'))
  await expect(missing).toContainText(say('letters.editor:field.application.answers'))
  await expect.poll(isRed).toBe(true)
  await expectFits(page, 'en', 'a letter that lacks something')
  await expect(main.getByText(say('editor:saving.saved'))).toBeVisible()
  await page.goto('/letters')
  await page.getByRole('combobox', { name: say('letters.issued:jobs.kind') }).selectOption('admission-form')
  await page.getByRole('button', { name: say('letters.issued:jobs.check') }).click()
  await page.locator('summary').click()
  await expect(page.getByText(say('letters.issued:lacks.received')).first()).toBeVisible()
})

test(
  'of two who write one letter nobody is written over, and what is typed without a network outlives its page',
  later,
  async ({ served, visit }) => {
    test.slow()
    const [say, arabic] = [speak('en'), speak('ar')]
    const { page, context } = await visit(served.origin('alnoor'))
    const other = (await visit(served.origin('alnoor'))).page
    const main = await openLetter(page, 'face-deletion', 'registrar', 'en')
    const theirs = await openLetter(other, 'face-deletion', 'admin', 'ar')
    await waitlistsOf(main, say, 1, 'heading').english.fill('Deleted for good')
    await expect(main.getByText(say('editor:saving.saved'))).toBeVisible()
    await waitlistsOf(theirs, arabic, 1, 'heading').arabic.fill('حُذفت البيانات')
    const conflict = theirs.getByRole('alert')
    await expect(conflict).toContainText(arabic('editor:conflict.title'))
    await expect(conflict.getByRole('table')).toContainText('حُذفت البيانات')
    await expectGoodHouse(other, 'ar', 'two who write one letter')
    await expectFits(other, 'ar', 'two who write one letter')
    await conflict.getByRole('button', { name: arabic('editor:conflict.mine') }).click()
    await expect(conflict).toBeHidden()
    await expect(theirs.getByText(arabic('editor:saving.saved'))).toBeVisible()

    // Now the first one's copy is the older: theirs is taken, and nothing of the own one comes back.
    await waitlistsOf(main, say, 1, 'heading').english.fill('Deleted for ever')
    await main
      .getByRole('alert')
      .getByRole('button', { name: say('editor:conflict.theirs') })
      .click()
    await expect(waitlistsOf(main, say, 1, 'heading').arabic).toHaveText('حُذفت البيانات')

    await context.setOffline(true)
    await waitlistsOf(main, say, 1, 'heading').english.fill('Typed on the bus')
    await expect(main.getByText(say('editor:saving.kept'))).toBeVisible()
    await expectTidyBrowser(page, school, 'staff', 'a letter typed without a network')
    await crash(page)
    await context.setOffline(false)
    const second = await context.newPage()
    await second.goto(inLanguage('/letters?letter=face-deletion', 'ar'))
    const again = second.getByRole('main')
    await expect(again.getByText(arabic('letters.editor:kept.title'))).toBeVisible()
    await expect(again.getByRole('table')).toContainText('Typed on the bus')
    await expectGoodHouse(second, 'ar', 'words that were kept')
    await expectFits(second, 'ar', 'words that were kept')
    await again.getByRole('button', { name: arabic('letters.editor:kept.take') }).click()
    await expect(waitlistsOf(again, arabic, 1, 'heading').english).toHaveText('Typed on the bus')
    await expect(again.getByText(arabic('editor:saving.saved'))).toBeVisible()

    // Anyone who signs out is asked, and leaves nothing.
    await context.setOffline(true)
    await waitlistsOf(again, arabic, 1, 'heading').english.fill('Typed at the stop')
    await expect(again.getByText(arabic('editor:saving.kept'))).toBeVisible()
    const asked: string[] = []
    second.on('dialog', (dialog) => {
      asked.push(dialog.message())
      void (asked.length === 1 ? dialog.dismiss() : dialog.accept())
    })
    const leave = async () =>
      (await openProfileMenu(second)).getByRole('button', { name: arabic('common:signOut') }).click()
    await leave()
    await expect.poll(() => asked).toEqual([arabic('common:signOutDraft')])
    await expect(again.getByText(arabic('editor:saving.kept'))).toBeVisible()
    await second.keyboard.press('Escape')
    await leave()
    const kept = () => second.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    await expect.poll(kept).not.toContain('letters-alnoor')
  },
)

test(
  'what is kept and cannot be read is not taken for nothing: it is read again, or the person goes on without it',
  later,
  async ({ served, visit }) => {
    test.slow()
    const [say, arabic] = [speak('en'), speak('ar')]
    const { page, context } = await visit(served.origin('alnoor'))
    const main = await openLetter(page, 'rejection', 'registrar', 'en')
    await context.setOffline(true)
    await waitlistsOf(main, say, 1, 'heading').english.fill('Typed in the lift')
    await expect(main.getByText(say('editor:saving.kept'))).toBeVisible()
    await crash(page)
    await context.setOffline(false)

    await breakStorage(context)
    const second = await context.newPage()
    await second.goto(inLanguage('/letters?letter=rejection', 'ar'))
    const unread = second.getByRole('dialog', { name: arabic('editor:unread.title') })
    await expect(unread).toContainText(arabic('editor:unread.text'))
    expect.soft([await keysShown(second), await axeFindings(second)]).toEqual([[], []])
    await expectFits(second, 'ar', 'an edit that could not be read')
    const again = unread.getByRole('button', { name: arabic('editor:retry') })
    await expect(again).toBeFocused()
    const before = await refusedOf(second)
    await again.click()
    await expect.poll(() => refusedOf(second)).toBeGreaterThanOrEqual(before + 3)
    await expect(unread).toBeVisible()
    await unread.getByRole('button', { name: arabic('editor:unread.without') }).click()
    const reopened = second.getByRole('main')
    await expect(reopened.getByRole('img', { name: arabic('letters.editor:preview.alt') })).toBeVisible()
    await expect(reopened).not.toContainText('Typed in the lift')

    // It is still there for a storage that answers again.
    await second.goto(inLanguage('/letters?letter=rejection', 'en'))
    const stillUnread = second.getByRole('dialog', { name: say('editor:unread.title') })
    await expect(stillUnread).toContainText(say('editor:unread.text'))
    await mendStorage(second)
    await stillUnread.getByRole('button', { name: say('editor:retry') }).click()
    await expect(reopened.getByText(say('letters.editor:kept.title'))).toBeVisible()
    await expect(reopened.getByRole('table')).toContainText('Typed in the lift')
    await reopened.getByRole('button', { name: say('letters.editor:kept.drop') }).click()
    await expect(reopened.getByRole('img', { name: say('letters.editor:preview.alt') })).toBeVisible()
  },
)
