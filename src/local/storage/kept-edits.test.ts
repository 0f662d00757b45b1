import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { editDrafts, forgetEditDrafts } from './edit-drafts.ts'
import { keptEdits } from './kept-edits.ts'
import { LetterDraftsDb } from './letter-drafts-db.ts'
import { letterDraftsDbName } from './names.ts'

const clock = { nowMs: () => 0, monotonicMs: () => 0 }
const drafts = editDrafts('alnoor', { clock, random: seededRandom(5) })

/** The kept edits of a page. @param answers of the person, one after the other, where an edit can't be read */
function openPage(answers: (() => boolean | Promise<boolean>)[] = [], isSignedIn = true) {
  let asked = 0
  const edits = keptEdits({
    open: async () => (isSignedIn ? { userId: 'rania', drafts, forget: () => forgetEditDrafts('alnoor') } : undefined),
    shouldReadAgain: async () => {
      const answer = answers[asked]
      asked += 1
      if (!answer) throw new Error('asked too often')
      return answer()
    },
    pause: () => Promise.resolve(),
  })
  const read = (name: string) => edits.read(name, ({ content }) => content as object)
  return { ...edits, parse: edits.read, read, asked: () => asked }
}

/** The storage of this browser can't be opened the next few times. */
function breakStorage(times = Infinity): void {
  let left = times
  const open = indexedDB.open.bind(indexedDB)
  vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    left -= 1
    if (left < 0) return open(...args)
    throw new DOMException('the storage does not answer', 'QuotaExceededError')
  })
}

const mend = () => vi.restoreAllMocks()

beforeEach(() => forgetEditDrafts('alnoor'))
afterEach(mend)

it('reads an edit from a storage that fails at first, without asking anybody', async () => {
  const page = openPage()
  expect(await page.keep('letter', { title: 'kept' })).toBe(true)
  breakStorage(2)
  expect(await page.read('letter')).toEqual({ title: 'kept' })
})

it('takes no failure for nothing kept: it is read again as often as the person wants', async () => {
  const page = openPage([() => true, () => (mend(), true)])
  await page.keep('letter', { title: 'kept' })
  breakStorage()
  expect(await page.read('letter')).toEqual({ title: 'kept' })
  expect(page.asked()).toBe(2)
})

it('leaves an edit that could not be read where it is, until the person goes on without it and types another', async () => {
  const page = openPage([() => (mend(), false)])
  await page.keep('letter', { title: 'kept' })
  breakStorage()
  expect(await page.read('letter')).toBeUndefined()
  expect(await openPage().read('letter')).toEqual({ title: 'kept' })
  await page.keep('letter', { title: 'later' })
  expect(await openPage().read('letter')).toEqual({ title: 'later' })
})

it('keeps nothing over an edit while it is being read', async () => {
  const seen: unknown[] = []
  const stored = () => drafts.of('rania', 'letter').then((draft) => draft?.content)
  const page = openPage([
    async () => {
      mend()
      seen.push(await stored())
      return true
    },
  ])
  await page.keep('letter', { title: 'kept' })
  breakStorage()
  const reading = page.read('letter')
  const keeping = page.keep('letter', { title: 'later' })
  expect([await reading, await keeping]).toEqual([{ title: 'kept' }, true])
  expect([...seen, await stored()]).toEqual([{ title: 'kept' }, { title: 'later' }])
})

it('says so where an edit can no longer be decrypted, or is of a form that this release does not know', async () => {
  const other = openPage([() => false])
  await other.keep('letter', { title: 'of another release' })
  expect(await other.parse('letter', () => undefined)).toBeUndefined()
  expect(other.asked()).toBe(1)
  const db = new LetterDraftsDb(letterDraftsDbName('alnoor'))
  await db.keys.clear()
  db.close()
  const page = openPage([() => false])
  expect(await page.read('letter')).toBeUndefined()
  expect(page.asked()).toBe(1)
})

it('asks nothing where nothing was ever kept, although the storage is broken, and keeps nothing', async () => {
  breakStorage()
  const page = openPage()
  expect(await page.read('letter')).toBeUndefined()
  expect(await page.keep('letter', { title: 'lost' })).toBe(false)
  await page.drop('letter')
})

it('does not say of nobody that nothing is kept', async () => {
  await openPage().keep('letter', { title: 'kept' })
  const nobody = openPage([], false)
  await expect(nobody.read('letter')).rejects.toThrow('auth.session-required')
  expect(await nobody.keep('letter', { title: 'of nobody' })).toBe(false)
  expect(await nobody.clear(() => false)).toBe(true)
  expect(await openPage().read('letter')).toEqual({ title: 'kept' })
})

it('asks at a sign-out where it can not find out whether something would be lost', async () => {
  const page = openPage()
  await page.keep('letter', { title: 'kept' })
  breakStorage()
  let questions = 0
  const refuse = () => ((questions += 1), false)
  expect(await page.clear(refuse)).toBe(false)
  mend()
  expect(await page.read('letter')).toEqual({ title: 'kept' })
  expect(await page.clear(() => true)).toBe(true)
  expect([questions, await Dexie.exists(letterDraftsDbName('alnoor'))]).toEqual([1, false])
  expect(await page.clear(refuse)).toBe(true)
})
