import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FormDefinition } from '#shared/contract/form-definition.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { blankForm } from '#shared/rules/form-blank.rules.ts'
import { SavedCopy, type Saving } from './saved-copy.ts'

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
