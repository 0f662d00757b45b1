import { expect, it } from 'vitest'
import { changed, openUndo, undone } from './undo-state.ts'

it('undoes what was typed at one place as one, and everything else by itself', () => {
  const typed = ['a', 'ab', 'abc'].reduce((state, text) => changed(state, { text }, 'title.en'), openUndo({ text: '' }))
  const back = undone(changed(typed, { text: 'more' }))
  expect(back.now.text).toBe('abc')
  expect(undone(back)).toEqual(openUndo({ text: '' }))
  expect(undone(openUndo({ text: 'first' })).now.text).toBe('first')
})

it('forgets the oldest steps', () => {
  const state = Array.from({ length: 300 }, (_, no) => no).reduce((at, no) => changed(at, { no }), openUndo({ no: -1 }))
  expect([state.past.length, state.past[0]?.no]).toEqual([100, 199])
})
