import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { blankForm } from '#shared/forms/form-blank.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { SavedCopy, type Saving } from './saved-copy.ts'
import { saverOf } from './use-working-copy.ts'

const titled = (title: string): FormDefinition => blankForm({ en: title, ar: title }, 'enquiry')

/** A server with one working copy, which fails when it is told to. */
function server() {
  const state = { revision: 0, saved: '', fails: 0, tries: 0 }
  const save = async (revision: number, { title }: FormDefinition) => {
    await Promise.resolve()
    state.tries += 1
    if (state.fails > 0) {
      state.fails -= 1
      throw new AppError('L000')
    }
    if (revision !== state.revision) throw new AppError('form.edit-conflict')
    state.revision += 1
    state.saved = title.en
    return state.revision
  }
  return { state, save }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('saves what was written last within two seconds, and says so', async () => {
  const { state, save } = server()
  const said: Saving[] = []
  const copy = new SavedCopy(0, save, (saving) => said.push(saving))
  for (const title of ['O', 'Op', 'Open day']) copy.change(titled(title))
  await vi.advanceTimersByTimeAsync(2000)
  expect([state.saved, state.revision, said.at(-1)]).toEqual(['Open day', 1, 'saved'])
  copy.change(titled('Open days'))
  await copy.saveNow()
  expect([state.saved, copy.revision]).toEqual(['Open days', 2])
})

test('keeps what could not be saved, says so, and tries again by itself', async () => {
  const { state, save } = server()
  const said: Saving[] = []
  const copy = new SavedCopy(0, save, (saving) => said.push(saving))
  state.fails = 2
  copy.change(titled('Kept'))
  await vi.advanceTimersByTimeAsync(1500)
  expect([state.saved, said.at(-1)]).toEqual(['', 'failed'])
  await vi.advanceTimersByTimeAsync(20_000)
  expect([state.saved, said.at(-1)]).toEqual(['Kept', 'saved'])
  // A server that is down for a minute is not asked every second.
  Object.assign(state, { fails: 1000, tries: 0 })
  copy.change(titled('Kept too'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state.tries).toBeGreaterThan(8)
  expect(state.tries).toBeLessThan(15)
})

test('writes nothing over what others wrote, until a person says so', async () => {
  const { state, save } = server()
  const said: Saving[] = []
  const copy = new SavedCopy(0, save, (saving) => said.push(saving))
  state.revision = 4
  copy.change(titled('Mine'))
  await vi.advanceTimersByTimeAsync(60_000)
  copy.change(titled('Still mine'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([state.saved, state.revision, said.at(-1)]).toEqual(['', 4, 'conflict'])
  await copy.insist(4, titled('Still mine'))
  expect([state.saved, copy.revision, said.at(-1)]).toEqual(['Still mine', 5, 'saved'])
})

test('sends what was typed while it was saving, as the change after it', async () => {
  const { state, save } = server()
  const copy = new SavedCopy(0, save, () => undefined)
  copy.change(titled('First'))
  const saving = copy.saveNow()
  copy.change(titled('Second'))
  await saving
  await vi.advanceTimersByTimeAsync(3000)
  expect([state.saved, state.revision]).toEqual(['Second', 2])
})

test('publishes nothing while the last changes are not at the server, and what was typed stays', async () => {
  const { state, save } = server()
  const said: Saving[] = []
  const copy = new SavedCopy(0, save, (saving) => said.push(saving))
  copy.change(titled('Older'))
  await copy.saveNow()
  state.fails = 1
  copy.change(titled('Last words'))
  const published: string[] = []
  const publish = () => copy.whenSaved(() => Promise.resolve(published.push(state.saved)))
  expect(await publish()).toBeUndefined()
  expect([published, said.at(-1)]).toEqual([[], 'failed'])
  expect(await publish()).toBe(1)
  expect(published).toEqual(['Last words'])
})

test('asks whose copy goes on when publishing met another’s, and sends nothing of its own until then', async () => {
  const { state, save } = server()
  const said: Saving[] = []
  const copy = new SavedCopy(0, save, (saving) => said.push(saving))
  expect(await copy.whenSaved(() => Promise.reject(new AppError('form.edit-conflict')))).toBeUndefined()
  copy.change(titled('Mine'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([said.at(-1), state.tries, await copy.saveNow()]).toEqual(['conflict', 0, false])
})

test('several who wait for the same save are never in conflict with one another', async () => {
  const { state, save } = server()
  const said: Saving[] = []
  const copy = new SavedCopy(0, save, (saving) => said.push(saving))
  copy.change(titled('First'))
  void copy.saveNow()
  copy.change(titled('Second'))
  expect(await Promise.all([copy.saveNow(), copy.saveNow(), copy.saveNow()])).toEqual([true, true, true])
  expect([said.includes('conflict'), state.saved, state.revision, state.tries]).toEqual([false, 'Second', 2, 2])
})

test('sends nothing of a copy that was thrown away', async () => {
  const { state, save } = server()
  const copy = new SavedCopy(0, save, () => undefined)
  copy.change(titled('Thrown away'))
  copy.drop()
  await copy.saveNow()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state.tries).toBe(0)
})

test('takes a conflict with a change of its own, whose answer was lost, for no conflict', async () => {
  const { state, save } = server()
  const fetch = async () => ({ revision: state.revision, content: titled(state.saved) })
  let loses = true
  const losing = async (revision: number, form: FormDefinition) => {
    const saved = await save(revision, form)
    if (loses) throw new AppError('L000')
    return saved
  }
  const isSame = (one: FormDefinition, other: FormDefinition) => one.title.en === other.title.en
  const saveOnce = saverOf({ fetch, save: losing, isSame })
  await expect(saveOnce(0, titled('Mine'))).rejects.toThrow('L000')
  loses = false
  expect(await saveOnce(0, titled('Mine, more'))).toBe(2)
  // The last save of a page that was closed: this one goes on with the same words.
  const nextPage = saverOf({ fetch, save, isSame })
  expect(await nextPage(1, titled('Mine, more'))).toBe(2)
  state.saved = 'Theirs'
  await expect(saveOnce(1, titled('Mine again'))).rejects.toThrow('form.edit-conflict')
  expect(state.saved).toBe('Theirs')
})
